// "四维Tensor的搬运" and "常数填充".

#include <utility>

#include "model/reference/bm_atomic.h"
#include "model/reference/number.h"

namespace strideproof::reference::atomic {
namespace {

using Copy = Tensor4D<int64_t>;

// "是否做N维度和C维度的转置": (n, c, h, w) to (c, n, h, w).
constexpr auto transposed = [](const Index& i) -> Index { return {i.c, i.n, i.h, i.w}; };

// Exact for all shapes: (2^32 - 1)^4 < 2^128.
__extension__ typedef unsigned __int128 Count;
Count count(const Index& shape) {
  return static_cast<Count>(shape.n) * static_cast<Count>(shape.c) * static_cast<Count>(shape.h) *
         static_cast<Count>(shape.w);
}

// stride-unit
bool are_whole(const CaseRun& run, const Index& shape, const Index& stride, int64_t format) {
  const int64_t bytes = element_bytes(static_cast<Format>(format));
  return is_whole(shape.n, stride.n, bytes, run) && is_whole(shape.c, stride.c, bytes, run) &&
         is_whole(shape.h, stride.h, bytes, run);
}

bool may_be_broadcast(const CaseRun& run, const Index& shape, const Index& stride) {
  return may_be_read_again(shape.n, stride.n, run) && may_be_read_again(shape.c, stride.c, run) &&
         may_be_read_again(shape.h, stride.h, run) && may_be_read_again(shape.w, stride.w, run);
}

void check_values(CaseRun& run, const Copy& p) {
  run.shape(ConstraintId::src_shape_n_min, p.src_shape);
  run.shape(ConstraintId::dst_shape_n_min, p.dst_shape);
  run.require(ConstraintId::src_format_known, p.src_format < format_count);
  run.require(ConstraintId::dst_format_known, p.dst_format < format_count);
  run.require(ConstraintId::direction_known, p.direction < direction_count);
  run.require(ConstraintId::dst_stride_w_one,
              is_w_stride("memcpy4d-dst-w-stride", p.dst_shape.w, p.dst_stride.w, run) &&
                  are_whole(run, p.dst_shape, p.dst_stride, p.dst_format));
  run.require(ConstraintId::src_stride_w_one,
              is_w_stride("memcpy4d-src-w-stride", p.src_shape.w, p.src_stride.w, run) &&
                  are_whole(run, p.src_shape, p.src_stride, p.src_format) &&
                  may_be_broadcast(run, p.src_shape, p.src_stride));
  // "当源是local Memory时才有效", "当目的是local Memory时才有效"
  run.require(ConstraintId::dst_local_idx_max,
              !dst_is_local(p.direction) || p.dst_local_idx < run.profile.lanes);
  run.require(ConstraintId::src_local_idx_max,
              !src_is_local(p.direction) || p.src_local_idx < run.profile.lanes);
}

// conversion-pairs: INT16 is not converted, and one of two different formats is a float.
bool turns_into(Format from, Format to) {
  const auto is_float = [](Format f) { return f == Format::float32 || f == Format::float16; };
  if (from == to) return true;
  if (from == Format::int16 || to == Format::int16) return false;
  return is_float(from) || is_float(to);
}

// transpose-shape: with transpose the shape that is written.
bool is_transposed_shape(const CaseRun& run, const Copy& p) {
  const Index written = transposed(p.src_shape);
  if (run.takes("transpose-shape", 0)) return p.dst_shape == written;
  return count(p.src_shape) == count(p.dst_shape) &&
         (run.takes("transpose-shape", 1) ||
          (p.dst_shape.h == written.h && p.dst_shape.w == written.w));
}
Index written_shape(const CaseRun& run, const Copy& p) {
  const bool ignored = p.transpose != 0 && run.takes("transpose-shape", 2);
  return ignored ? transposed(p.src_shape) : p.dst_shape;
}

// The constraints that relate the two sides.
void check_relation(CaseRun& run, const Copy& p) {
  const Format from = static_cast<Format>(p.src_format), to = static_cast<Format>(p.dst_format);
  // "总大小必须一致"
  run.require(ConstraintId::shapes_count,
              p.transpose != 0 || count(p.src_shape) == count(p.dst_shape));
  run.require(ConstraintId::transpose_shape, p.transpose == 0 || is_transposed_shape(run, p));
  run.require(ConstraintId::formats_convertible,
              turns_into(from, to) || run.takes("conversion-pairs", 1));
  run.require(ConstraintId::transpose_formats,  // transpose-conversion
              p.transpose == 0 || from == to || run.takes("transpose-conversion", 1));
}

// The elements of src in the NCHW order of dst.
Elements in_order_of_dst(Machine& machine, const Tensor& src, const Copy& p) {
  return p.transpose != 0 ? elements_of(machine, src, transposed(p.src_shape), transposed)
                          : elements_of(machine, src);
}

void move_elements(const CaseRun& run, const Copy& p, const Tensor& dst, const Tensor& src) {
  const Format from = static_cast<Format>(p.src_format), to = static_cast<Format>(p.dst_format);
  const bool transposes = p.transpose != 0;
  const Index order = transposes ? transposed(src.shape) : src.shape;
  Index in_order = {0, 0, 0, 0};  // of the element of src that is moved next
  const auto read_next = [&](const Index&) {
    const Index i = std::exchange(in_order, next(in_order, order));
    return convert(read(run.machine, src, transposes ? transposed(i) : i), from, to, run);
  };
  move_each(dst.shape, run, read_next, [&](const Index& i, uint32_t bits) {
    const bool is_open = from != to && is_nan(bits, to);  // nan-conversion
    write(run.machine, dst, i, is_open ? any_nan(run.machine, dst, i, to) : bits);
  });
}

// Nothing is converted, reshaped or transposed: in place both describe the same elements.
bool is_same_order(const Copy& p, const Index& dst_shape) {
  const bool in_order = p.transpose == 0 || (p.src_shape.n == 1 && p.src_shape.c == 1);
  return p.src_format == p.dst_format && p.src_shape == dst_shape && in_order;
}

// One side as the call gives it.
Tensor side(const CaseRun& run, bool local, int64_t lane, int64_t address, Format format,
            const Index& shape, const Index& stride) {
  const LocalPlace place = local ? local_place(run, lane, address) : LocalPlace{0, address};
  const int64_t bytes = element_bytes(format);
  return tensor_from(run.profile, local, place.lane, place.offset, bytes, shape,
                     wide(in_elements(stride, bytes, run)));
}

}  // namespace

void memcpy_4D(CaseRun& run) {
  const Copy p = slots_as<Tensor4D>(run.c.arguments);
  const Format from = static_cast<Format>(p.src_format), to = static_cast<Format>(p.dst_format);
  const bool empty = is_empty(p.src_shape) || is_empty(p.dst_shape);
  if (empty && run.takes("empty-copy", 2)) return;
  check_values(run, p);
  check_relation(run, p);
  run.aligned(ConstraintId::dst_aligned, p.dst_addr, element_bytes(to));
  run.aligned(ConstraintId::src_aligned, p.src_addr, element_bytes(from));
  if (empty && run.takes("empty-copy", 1)) return;
  const Tensor dst = side(run, dst_is_local(p.direction), p.dst_local_idx, p.dst_addr, to,
                          written_shape(run, p), p.dst_stride);
  const Tensor src = side(run, src_is_local(p.direction), p.src_local_idx, p.src_addr, from,
                          p.src_shape, p.src_stride);
  run.place(on_dst, dst);
  run.place(on_src, src);
  run.alias(dst);
  run.overlap(ConstraintId::overlap, dst, src, is_same_order(p, dst.shape),
              [&] { return in_order_of_dst(run.machine, src, p); });
  if (run.to_be_run(elements(dst.shape))) move_elements(run, p, dst, src);
}

void memset_4D(CaseRun& run) {
  const Fill4D<int64_t> p = slots_as<Fill4D>(run.c.arguments);
  const Format format = static_cast<Format>(p.format);
  const bool local = p.is_local_mem != 0;
  if (run.is_unchecked(p.shape)) return;
  run.shape(ConstraintId::dst_shape_n_min, p.shape);
  run.require(ConstraintId::dst_stride_w_one,
              is_w_stride("fill-w-stride", p.shape.w, p.stride.w, run) &&
                  are_whole(run, p.shape, p.stride, p.format));
  run.require(ConstraintId::format_known, p.format < format_count);
  // "当is_local_mem为真时该参数有效"
  run.require(ConstraintId::dst_local_idx_max, !local || p.local_idx < run.profile.lanes);
  run.aligned(ConstraintId::dst_aligned, p.start_addr, element_bytes(format));
  if (is_empty(p.shape)) return;
  const Tensor dst = side(run, local, p.local_idx, p.start_addr, format, p.shape, p.stride);
  run.require(ConstraintId::dst_start, local || is_global(run, p.start_addr));
  run.place(on_dst, dst);
  run.fill_alias(dst);
  if (!run.to_be_run(elements(p.shape))) return;
  // "该指针指向向目的地址中写入的常数"
  for_each(p.shape,
           [&](const Index& i) { write(run.machine, dst, i, static_cast<uint32_t>(p.const_val)); });
}

}  // namespace strideproof::reference::atomic
