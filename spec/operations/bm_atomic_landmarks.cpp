#include "spec/operations/bm_atomic_landmarks.h"

#include <type_traits>

#include "spec/footprint.h"
#include "spec/operand_landmarks.h"
#include "spec/operations/bm_atomic_in_place.h"
#include "spec/operations/bm_atomic_slack.h"

namespace strideproof::spec::bm_atomic {
namespace {

using Machine = MachineShape<int64_t>;

constexpr int64_t vector_bytes = 32, four_gib = int64_t{1} << 32;

// ---- one operand ----

struct Seen {
  Memory memory;
  Machine m;  // as the operand sees it
  Operand<int64_t> operand;
};
template <class Op>
Seen see(const Machine& m, const Op& op, Operands which) {
  const Memory memory = side_of(op, which).memory;
  const Machine seen = machine_of(m, memory);
  const bool default_layout =
      std::is_same_v<Op, Matrix2D<int64_t>> || std::is_same_v<Op, MaskedCopy<int64_t>>;
  return {memory, seen, {operand_of(seen, op, which), !default_layout}};
}

bool in_lanes(const Seen& x) { return x.memory == Memory::lanes; }

bool over_4gib(const Seen& x) {
  const int64_t first = x.operand.tensor.address, last = last_byte(x.m, x.operand.tensor);
  return x.memory == Memory::system && first / four_gib != last / four_gib;
}

bool crosses_lane(const Machine& m, const Seen& x) {
  const auto lane = [&](int64_t address) { return (address - m.flat.first) / m.lane_bytes; };
  const Tensor<int64_t>& t = x.operand.tensor;
  return x.memory == Memory::flat && lane(t.address) != lane(last_byte(x.m, t));
}

template <class Op>
bool meets_operand(const Machine& m, const Op& op, Mark mark) {
  const auto dst = [&] { return see(m, op, on_dst); };
  const auto src = [&] { return see(m, op, on_src); };
  const auto wrapped = [](const Seen& x) { return in_lanes(x) && wraps(x.m, x.operand); };
  const auto exact = [](const Seen& x) { return in_lanes(x) && ends_in_last_lane(x.m, x.operand); };
  const auto off = [](const Seen& x) { return in_lanes(x) && off_unit(x.m, x.operand); };
  const auto at_end = [](const Seen& x) { return uses_last_byte(x.m, x.operand); };
  // What is local of memcpy_2D and mask_memcpy_4D is their dst, and their src.
  const auto local = [&] { return in_lanes(dst()) ? dst() : src(); };
  switch (mark) {
    case Mark::dst_wrap: return wrapped(operands_of(op) == on_all ? local() : dst());
    case Mark::src_wrap: return wrapped(src());
    case Mark::dst_exact_lanes: return exact(operands_of(op) == on_all ? local() : dst());
    case Mark::src_exact_lanes: return exact(src());
    case Mark::dst_off_unit: return off(dst());
    case Mark::src_off_unit: return off(src());
    case Mark::dst_over_4gib: return over_4gib(dst());
    case Mark::src_over_4gib: return over_4gib(src());
    case Mark::dst_last_byte: return at_end(dst());
    case Mark::src_last_byte: return at_end(src());
    case Mark::dst_crosses_lane: return crosses_lane(m, dst());
    case Mark::src_crosses_lane: return crosses_lane(m, src());
    case Mark::src_broadcast: return broadcasts(m, src().operand);
    case Mark::dst_interleaved: return alias_margin(m, dst().operand.tensor) < 0;
    case Mark::local_start_lane: return start_lane_counts(m, local().operand);
    case Mark::local_padding: return has_padding(local().operand);
    default: return false;  // of another operation
  }
}

// ---- selectors ----

bool meets_direction(int64_t direction, Mark mark) {
  const int which = static_cast<int>(mark) - static_cast<int>(Mark::S2L);
  return which >= 0 && which < direction_count && direction == which;
}
bool meets_format(int64_t format, Mark mark) {
  const int which = static_cast<int>(mark) - static_cast<int>(Mark::format_float32);
  return which >= 0 && which < format_count && format == which;
}

struct Conversion {
  Mark mark;
  Format from, to;
};
constexpr Conversion conversions[] = {
    {Mark::float32_to_uint8, Format::float32, Format::uint8},
    {Mark::float32_to_int8, Format::float32, Format::int8},
    {Mark::float32_to_float16, Format::float32, Format::float16},
    {Mark::uint8_to_float32, Format::uint8, Format::float32},
    {Mark::int8_to_float32, Format::int8, Format::float32},
    {Mark::float16_to_float32, Format::float16, Format::float32},
    {Mark::uint8_to_float16, Format::uint8, Format::float16},
    {Mark::int8_to_float16, Format::int8, Format::float16},
    {Mark::float16_to_uint8, Format::float16, Format::uint8},
    {Mark::float16_to_int8, Format::float16, Format::int8},
};
bool meets_conversion(int64_t from, int64_t to, Mark mark) {
  for (const Conversion& conversion : conversions)
    if (conversion.mark == mark) return is(from, conversion.from) && is(to, conversion.to);
  return false;
}

// ---- extents ----

// Elements in a row, and in what rows make up: a channel, a matrix.
struct Size {
  int64_t row, whole, element_bytes;
};
bool meets_size(const Size& size, Mark mark) {
  const int64_t bytes = size.row * size.element_bytes;
  if (mark == Mark::run_tail) return bytes >= vector_bytes && bytes % vector_bytes != 0;
  return mark == Mark::run_over_64ki && size.whole > largest_extent;
}
Size size_of(const Dim4<int64_t>& shape, int64_t element_bytes) {
  return {shape.w, shape.h * shape.w, element_bytes};
}
bool is_one(const Dim4<int64_t>& shape) { return element_count(shape) == 1; }

bool rows_adjacent(const Tensor<int64_t>& t) { return t.shape.h == 1 || t.stride.h == t.shape.w; }

template <class Op>
bool operands_meet(const Machine& m, const Op& op) {
  return slack(m, op, Label::overlap) < 0;
}

}  // namespace

bool meets(const Machine& m, const Linear<int64_t>& op, Mark mark) {
  if (meets_direction(op.direction, mark) || meets_format(op.format, mark) ||
      meets_size({op.length, op.length, element_bytes_of(op.format)}, mark))
    return true;
  switch (mark) {
    case Mark::one_element: return op.length == 1;
    case Mark::in_place: return operands_meet(m, op);
    default: return meets_operand(m, op, mark);
  }
}

bool meets(const Machine& m, const Matrix2D<int64_t>& op, Mark mark) {
  if (meets_direction(op.direction, mark) || meets_format(op.format, mark) ||
      meets_size({op.col, op.row * op.col, element_bytes_of(op.format)}, mark))
    return true;
  const int64_t columns = local_columns(op);
  switch (mark) {
    case Mark::one_element: return op.row == 1 && op.col == 1;
    case Mark::transposed: return op.transpose != 0;
    case Mark::result_add: return op.result_add != 0;
    case Mark::partial_channel: return columns > op.sec_size && columns % op.sec_size != 0;
    case Mark::section_wider: return op.sec_size > columns;
    case Mark::square: return op.row == op.col && op.row > 1;
    case Mark::rows_gapped: return op.row_stride > op.col && op.row > 1;
    case Mark::rows_overlap: return op.row_stride < op.col && op.row > 1;
    default: return meets_operand(m, op, mark);
  }
}

bool meets(const Machine& m, const Tensor4D<int64_t>& op, Mark mark) {
  const Tensor<int64_t> dst = operand_of(m, op, on_dst), src = operand_of(m, op, on_src);
  if (meets_direction(op.direction, mark) ||
      meets_size(size_of(src.shape, src.element_bytes), mark))
    return true;
  if (op.src_format == op.dst_format ? meets_format(op.src_format, mark)
                                     : meets_conversion(op.src_format, op.dst_format, mark))
    return true;
  const bool rows = src.shape.h > 1 || dst.shape.h > 1;
  const bool collapse = rows_adjacent(src) && rows_adjacent(dst);
  switch (mark) {
    case Mark::one_element: return is_one(op.src_shape);
    case Mark::reshaped: return op.transpose == 0 && op.src_shape != op.dst_shape;
    case Mark::transposed: return op.transpose != 0;
    case Mark::rows_collapse: return rows && collapse;
    case Mark::rows_apart: return rows && !collapse;
    case Mark::in_place: return operands_meet(m, op) && is_in_place(m, op);
    case Mark::operands_interleaved: return operands_meet(m, op) && !is_in_place(m, op);
    default: return meets_operand(m, op, mark);
  }
}

bool meets(const Machine& m, const Fill4D<int64_t>& op, Mark mark) {
  const Tensor<int64_t> dst = operand_of(m, op, on_dst);
  if (meets_format(op.format, mark) || meets_size(size_of(op.shape, dst.element_bytes), mark))
    return true;
  switch (mark) {
    case Mark::one_element: return is_one(op.shape);
    case Mark::to_local: return op.is_local_mem != 0;
    case Mark::to_system: return op.is_local_mem == 0;
    case Mark::rows_collapse: return op.shape.h > 1 && rows_adjacent(dst);
    case Mark::rows_apart: return op.shape.h > 1 && !rows_adjacent(dst);
    default: return meets_operand(m, op, mark);
  }
}

bool meets(const Machine& m, const CWTranspose<int64_t>& op, Mark mark) {
  if (meets_format(op.format, mark) ||
      meets_size({op.src_w, op.src_c * op.src_w, element_bytes_of(op.format)}, mark))
    return true;
  switch (mark) {
    case Mark::one_element: return op.src_c == 1 && op.src_w == 1;
    case Mark::square: return op.src_c == op.src_w && op.src_c > 1;
    case Mark::in_place: return operands_meet(m, op) && is_in_place(m, op);
    case Mark::operands_interleaved: return operands_meet(m, op) && !is_in_place(m, op);
    default: return meets_operand(m, op, mark);
  }
}

bool meets(const Machine& m, const MaskedCopy<int64_t>& op, Mark mark) {
  if (meets_size(size_of(op.shape, mask_word_bytes), mark)) return true;
  const bool same = op.data_local_mem_addr == op.mask_local_mem_addr;
  const auto apart = [&] {
    return overlap_margin(m, operand_of(m, op, on_src), operand_of(m, op, on_src1));
  };
  switch (mark) {
    case Mark::one_element: return is_one(op.shape);
    case Mark::mask_is_data: return same;
    case Mark::mask_meets_data: return !same && apart() < 0;
    default: return meets_operand(m, op, mark);
  }
}

}  // namespace strideproof::spec::bm_atomic
