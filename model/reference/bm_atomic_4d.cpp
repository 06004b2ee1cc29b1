// "四维Tensor的搬运" and "常数填充".

#include "model/reference/bm_atomic.h"
#include "model/reference/number.h"

namespace strideproof::reference::atomic {
namespace {

using Copy = Tensor4D<int64_t>;

// "是否做N维度和C维度的转置": (n, c, h, w) to (c, n, h, w).
Index transposed(const Index& i) { return {i.c, i.n, i.h, i.w}; }

// Exact for all shapes: (2^32 - 1)^4 < 2^128.
__extension__ typedef unsigned __int128 Count;
Count count(const Index& shape) {
  return static_cast<Count>(shape.n) * static_cast<Count>(shape.c) * static_cast<Count>(shape.h) *
         static_cast<Count>(shape.w);
}

// stride-unit
bool are_whole(const Index& shape, const Index& stride, int64_t format, const Choices& choices) {
  const int64_t bytes = element_bytes(static_cast<Format>(format));
  return is_whole(shape.n, stride.n, bytes, choices) &&
         is_whole(shape.c, stride.c, bytes, choices) && is_whole(shape.h, stride.h, bytes, choices);
}

bool may_be_broadcast(const Index& shape, const Index& stride, const Choices& choices) {
  return may_be_read_again(shape.n, stride.n, choices) &&
         may_be_read_again(shape.c, stride.c, choices) &&
         may_be_read_again(shape.h, stride.h, choices) &&
         may_be_read_again(shape.w, stride.w, choices);
}

void check_values(CaseEvaluator& checks, const Profile& profile, const Copy& p,
                  const Choices& choices) {
  checks.shape(ConstraintId::src_shape_n_min, p.src_shape);
  checks.shape(ConstraintId::dst_shape_n_min, p.dst_shape);
  checks.require(ConstraintId::src_format_known, p.src_format < format_count);
  checks.require(ConstraintId::dst_format_known, p.dst_format < format_count);
  checks.require(ConstraintId::direction_known, p.direction < direction_count);
  const auto is_w = [](int reading, int64_t w_stride, int64_t w) {
    return w_stride == 1 || reading == 2 || (reading == 1 && w == 1);
  };
  checks.require(ConstraintId::dst_stride_w_one,
                 is_w(choices.reading("memcpy4d-dst-w-stride"), p.dst_stride.w, p.dst_shape.w) &&
                     are_whole(p.dst_shape, p.dst_stride, p.dst_format, choices));
  checks.require(ConstraintId::src_stride_w_one,
                 is_w(choices.reading("memcpy4d-src-w-stride"), p.src_stride.w, p.src_shape.w) &&
                     are_whole(p.src_shape, p.src_stride, p.src_format, choices) &&
                     may_be_broadcast(p.src_shape, p.src_stride, choices));
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

// transpose-shape: with transpose the shape that is written.
bool is_transposed_shape(const Copy& p, const Choices& choices) {
  const Index written = transposed(p.src_shape);
  if (choices.takes("transpose-shape", 0)) return p.dst_shape == written;
  return count(p.src_shape) == count(p.dst_shape) &&
         (choices.takes("transpose-shape", 1) ||
          (p.dst_shape.h == written.h && p.dst_shape.w == written.w));
}
Index written_shape(const Copy& p, const Choices& choices) {
  const bool ignored = p.transpose != 0 && choices.takes("transpose-shape", 2);
  return ignored ? transposed(p.src_shape) : p.dst_shape;
}

// The constraints that relate the two sides.
void check_relation(CaseEvaluator& checks, const Copy& p, const Choices& choices) {
  const Format from = static_cast<Format>(p.src_format), to = static_cast<Format>(p.dst_format);
  // "总大小必须一致"
  checks.require(ConstraintId::shapes_count,
                 p.transpose != 0 || count(p.src_shape) == count(p.dst_shape));
  checks.require(ConstraintId::transpose_shape,
                 p.transpose == 0 || is_transposed_shape(p, choices));
  checks.require(ConstraintId::formats_convertible,
                 turns_into(from, to) || choices.takes("conversion-pairs", 1));
  checks.require(ConstraintId::transpose_formats,  // transpose-conversion
                 p.transpose == 0 || from == to || choices.takes("transpose-conversion", 1));
}

// The elements of src in the NCHW order of dst.
Elements in_order_of_dst(Machine& machine, const Tensor& src, const Copy& p) {
  return p.transpose != 0 ? elements_of(machine, src, transposed(p.src_shape), transposed)
                          : elements_of(machine, src);
}

// Nothing is converted, reshaped or transposed: in place both describe the same elements.
bool is_same_order(const Copy& p, const Index& dst_shape) {
  const bool in_order = p.transpose == 0 || (p.src_shape.n == 1 && p.src_shape.c == 1);
  return p.src_format == p.dst_format && p.src_shape == dst_shape && in_order;
}

// One side as the call gives it.
Tensor side(const Profile& profile, bool local, int64_t lane, int64_t address, int64_t bytes,
            const Index& shape, const Index& stride, const Choices& choices) {
  const LocalPlace place = local_place(profile, local, lane, address, choices);
  return tensor_from(profile, local, place.lane, place.offset, bytes, shape,
                     wide(in_elements(stride, bytes, choices)));
}

}  // namespace

Result memcpy_4D(Machine& machine, const Case& c, const Choices& choices) {
  const Copy p = tensor_of(c.arguments);
  const Format from = static_cast<Format>(p.src_format), to = static_cast<Format>(p.dst_format);
  const Profile& profile = machine.profile();
  CaseEvaluator checks(c, machine, choices);
  const bool empty = is_empty(p.src_shape) || is_empty(p.dst_shape);
  if (empty && choices.takes("empty-copy", 2)) return checks;
  check_values(checks, profile, p, choices);
  check_relation(checks, p, choices);
  checks.aligned(ConstraintId::dst_aligned, p.dst_addr, element_bytes(to));
  checks.aligned(ConstraintId::src_aligned, p.src_addr, element_bytes(from));
  if (empty && choices.takes("empty-copy", 1)) return checks;
  const Tensor dst = side(profile, dst_is_local(p.direction), p.dst_local_idx, p.dst_addr,
                          element_bytes(to), written_shape(p, choices), p.dst_stride, choices);
  const Tensor src = side(profile, src_is_local(p.direction), p.src_local_idx, p.src_addr,
                          element_bytes(from), p.src_shape, p.src_stride, choices);
  checks.place(on_dst, dst, enclosing(dst));
  checks.place(on_src, src, enclosing(src));
  checks.alias(dst);
  checks.overlap(ConstraintId::overlap, dst, src, is_same_order(p, dst.shape),
                 [&] { return in_order_of_dst(machine, src, p); });
  if (!checks.to_be_run(elements(dst.shape))) return checks;

  move_in_order(machine, elements_of(machine, dst), in_order_of_dst(machine, src, p), choices,
                [&](uint32_t bits, int64_t place) {
                  const uint32_t converted = convert(bits, from, to, choices);
                  if (from == to || !is_nan(converted, to)) return converted;
                  return any_nan(machine, place, dst.space, to);  // nan-conversion
                });
  return checks;
}

Result memset_4D(Machine& machine, const Case& c, const Choices& choices) {
  const Fill4D<int64_t> p = fill_of(c.arguments);
  const Profile& profile = machine.profile();
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  const bool any_w =
      choices.takes("fill-w-stride", 2) || (choices.takes("fill-w-stride", 1) && p.shape.w == 1);
  CaseEvaluator checks(c, machine, choices);
  if (is_unchecked(p.shape, choices)) return checks;
  checks.shape(ConstraintId::dst_shape_n_min, p.shape);
  checks.require(ConstraintId::dst_stride_w_one,
                 (p.stride.w == 1 || any_w) && are_whole(p.shape, p.stride, p.format, choices));
  checks.require(ConstraintId::format_known, p.format < format_count);
  // "当is_local_mem为真时该参数有效"
  checks.require(ConstraintId::dst_local_idx_max,
                 p.is_local_mem == 0 || p.local_idx < profile.lanes);
  checks.aligned(ConstraintId::dst_aligned, p.start_addr, bytes);
  if (is_empty(p.shape)) return checks;
  const Tensor dst = side(profile, p.is_local_mem != 0, p.local_idx, p.start_addr, bytes, p.shape,
                          p.stride, choices);
  checks.require(ConstraintId::dst_start,
                 p.is_local_mem != 0 || is_global(profile, p.start_addr, choices));
  checks.place(on_dst, dst, enclosing(dst));
  checks.fill_alias(dst);
  if (!checks.to_be_run(elements(p.shape))) return checks;
  // "该指针指向向目的地址中写入的常数"
  for_each(p.shape,
           [&](const Index& i) { write(machine, dst, i, static_cast<uint32_t>(p.const_val)); });
  return checks;
}

}  // namespace strideproof::reference::atomic
