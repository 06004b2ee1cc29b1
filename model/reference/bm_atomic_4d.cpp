// "四维Tensor的搬运" and "常数填充".

#include "model/reference/bm_atomic.h"
#include "model/reference/number.h"

namespace strideproof::reference::atomic {
namespace {

using Copy = Tensor4D<int64_t>;

Dim4<Wide> wide(const Dim4<int64_t>& stride) { return {stride.n, stride.c, stride.h, stride.w}; }

// "是否做N维度和C维度的转置": (n, c, h, w) to (c, n, h, w).
Index transposed(const Index& i) { return {i.c, i.n, i.h, i.w}; }

// Exact for all shapes: (2^32 - 1)^4 < 2^128.
__extension__ typedef unsigned __int128 Count;
Count count(const Index& shape) {
  return static_cast<Count>(shape.n) * static_cast<Count>(shape.c) * static_cast<Count>(shape.h) *
         static_cast<Count>(shape.w);
}

void check_values(ConstraintEvaluator& checks, const Profile& profile, const Copy& p,
                  const Choices& choices) {
  check_shape(checks, ConstraintId::src_shape_n_min, p.src_shape, choices);
  check_shape(checks, ConstraintId::dst_shape_n_min, p.dst_shape, choices);
  checks.require(ConstraintId::src_format_known, p.src_format < format_count);
  checks.require(ConstraintId::dst_format_known, p.dst_format < format_count);
  checks.require(ConstraintId::direction_known, p.direction < direction_count);
  const auto is_allowed = [&](int64_t w_stride, int64_t w) {  // memcpy4d-w-stride
    return w_stride == 1 || choices.free_copy_w || (choices.free_copy_w_of_one_column && w == 1);
  };
  checks.require(ConstraintId::dst_stride_w_one, is_allowed(p.dst_stride.w, p.dst_shape.w));
  checks.require(ConstraintId::src_stride_w_one, is_allowed(p.src_stride.w, p.src_shape.w));
  // "当源是local Memory时才有效", "当目的是local Memory时才有效"
  checks.require(ConstraintId::dst_local_idx_max,
                 !dst_is_local(p.direction) || p.dst_local_idx < profile.lanes);
  checks.require(ConstraintId::src_local_idx_max,
                 !src_is_local(p.direction) || p.src_local_idx < profile.lanes);
}

// conversion-pairs: INT16 is not converted, and one of two different formats is a float.
bool turns_into(Format from, Format to) {
  const auto is_float = [](Format f) { return f == Format::float32 || f == Format::float16; };
  if (from == to) return true;
  if (from == Format::int16 || to == Format::int16) return false;
  return is_float(from) || is_float(to);
}

// The constraints that relate the two sides.
void check_relation(ConstraintEvaluator& checks, const Copy& p, const Choices& choices) {
  const Format from = static_cast<Format>(p.src_format), to = static_cast<Format>(p.dst_format);
  // "总大小必须一致"
  checks.require(ConstraintId::shapes_count,
                 p.transpose != 0 || count(p.src_shape) == count(p.dst_shape));
  checks.require(ConstraintId::transpose_shape,
                 p.transpose == 0 || p.dst_shape == transposed(p.src_shape));
  checks.require(ConstraintId::formats_convertible, turns_into(from, to));
  checks.require(ConstraintId::transpose_formats,  // transpose-conversion
                 p.transpose == 0 || from == to || choices.transpose_converts);
}

// The elements of src in the NCHW order of dst.
Elements in_order_of_dst(Machine& machine, const Tensor& src, const Copy& p) {
  return p.transpose != 0 ? elements_of(machine, src, p.dst_shape, transposed)
                          : elements_of(machine, src);
}

// copy-overlap, disjoint-by. In place both describe the same elements at the same addresses:
// nothing is
// converted, reshaped or transposed.
Answer is_apart_or_same(Machine& machine, const Tensor& dst, const Tensor& src, const Copy& p,
                        const Choices& choices) {
  const EnclosingRange to = enclosing(dst), from = enclosing(src);
  if (choices.all_read_first || choices.overlap_in_order || dst.space != src.space) return true;
  if (to.end <= from.first || from.end <= to.first) return true;
  if (elements(dst.shape) > budget) return {};
  const Elements all_dst = elements_of(machine, dst);
  const Elements all_src = in_order_of_dst(machine, src, p);
  const bool in_order = p.transpose == 0 || (p.src_shape.n == 1 && p.src_shape.c == 1);
  const bool same = p.src_format == p.dst_format && p.src_shape == p.dst_shape && in_order &&
                    all_dst.places == all_src.places;
  return same || (!choices.disjoint_ranges && is_disjoint(all_dst, all_src));
}

}  // namespace

Result memcpy_4D(Machine& machine, const Case& c, const Choices& choices) {
  const Copy p = tensor_of(c.arguments);
  const Format from = static_cast<Format>(p.src_format), to = static_cast<Format>(p.dst_format);
  const Profile& profile = machine.profile();
  ConstraintEvaluator checks(*c.operation);
  check_values(checks, profile, p, choices);
  check_relation(checks, p, choices);
  check_aligned(checks, ConstraintId::dst_addr_aligned, p.dst_addr, element_bytes(to), choices);
  check_aligned(checks, ConstraintId::src_addr_aligned, p.src_addr, element_bytes(from), choices);
  const Tensor dst = tensor_from(profile, dst_is_local(p.direction), p.dst_local_idx, p.dst_addr,
                                 element_bytes(to), p.dst_shape, wide(p.dst_stride));
  const Tensor src = tensor_from(profile, src_is_local(p.direction), p.src_local_idx, p.src_addr,
                                 element_bytes(from), p.src_shape, wide(p.src_stride));
  check_start(checks, ConstraintId::dst_addr_start, profile, dst);
  check_end(checks, ConstraintId::dst_end, profile, dst, enclosing(dst));
  check_start(checks, ConstraintId::src_addr_start, profile, src);
  check_end(checks, ConstraintId::src_end, profile, src, enclosing(src));
  if (checks.evaluates(ConstraintId::dst_alias))  // destination-alias
    require(checks, ConstraintId::dst_alias, choices.last_wins ? true : is_injective(machine, dst));
  if (checks.evaluates(ConstraintId::overlap))
    require(checks, ConstraintId::overlap, is_apart_or_same(machine, dst, src, p, choices));
  if (!to_be_run(checks, elements(p.dst_shape))) return {checks.constraint_results()};

  const Elements arriving = in_order_of_dst(machine, src, p), all = elements_of(machine, dst);
  move_each(
      all.places.size(), choices, [&](size_t k) { return read(machine, arriving, k); },
      [&](size_t k, uint32_t bits) {
        uint32_t converted = convert(bits, from, to, choices);
        if (from != to && is_nan(converted, to))  // nan-conversion
          converted = any_nan(machine, machine.base(all.space) + all.places[k], all.space, to);
        write(machine, all, k, converted);
      });
  return {checks.constraint_results()};
}

Result memset_4D(Machine& machine, const Case& c, const Choices& choices) {
  const Fill4D<int64_t> p = fill_of(c.arguments);
  const Profile& profile = machine.profile();
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  const bool any_w = choices.free_fill_w || (choices.free_fill_w_of_one_column && p.shape.w == 1);
  ConstraintEvaluator checks(*c.operation);
  check_shape(checks, ConstraintId::dst_shape_n_min, p.shape, choices);
  checks.require(ConstraintId::dst_stride_w_one, p.stride.w == 1 || any_w);  // fill-w-stride
  checks.require(ConstraintId::format_known, p.format < format_count);
  // "当is_local_mem为真时该参数有效"
  checks.require(ConstraintId::dst_local_idx_max,
                 p.is_local_mem == 0 || p.local_idx < profile.lanes);
  check_aligned(checks, ConstraintId::dst_addr_aligned, p.start_addr, bytes, choices);
  const Tensor dst = tensor_from(profile, p.is_local_mem != 0, p.local_idx, p.start_addr, bytes,
                                 p.shape, wide(p.stride));
  check_start(checks, ConstraintId::dst_addr_start, profile, dst);
  check_end(checks, ConstraintId::dst_end, profile, dst, enclosing(dst));
  if (!to_be_run(checks, elements(p.shape))) return {checks.constraint_results()};
  // "该指针指向向目的地址中写入的常数"
  for_all(p.shape, [&](const Index& i) {
    write(machine, dst, i, static_cast<uint32_t>(p.const_val));
    return true;
  });
  return {checks.constraint_results()};
}

}  // namespace strideproof::reference::atomic
