#pragma once
// Family bm-atomic: the landmarks that a legal case meets. The meanings in words are in the table
// of spec/vocabulary/bm_atomic.cpp. Templates over the integer type; selectors decide by
// a fork of the path.

#include <type_traits>

#include "spec/family_spec.h"
#include "spec/operand_landmarks.h"
#include "spec/operations/bm_atomic_slack.h"

namespace strideproof::spec::bm_atomic {

// ---- one operand ----

// The local operand of memcpy_2D counts as its dst, the system operand as its src.
template <class I, class Op>
Truth<I> meets_operand(const MachineShape<I>& m, const Op& op, const Landmark& landmark) {
  const Memory memory = side_of(op, landmark.operand).memory;
  const MachineShape<I> seen = machine_of(m, memory);
  const bool default_layout = std::is_same_v<Op, Matrix2D<I>> || std::is_same_v<Op, MaskedCopy<I>>;
  const LandmarkOperand<I> operand = {operand_of(seen, op, landmark.operand), !default_layout,
                                      memory == Memory::flat};
  return spec::meets_operand(seen, operand, landmark.of_operand);
}

// ---- selectors ----

inline bool is_direction(LandmarkId mark) {
  return mark >= LandmarkId::S2L && mark <= LandmarkId::L2L;
}
template <class I>
Truth<I> meets_direction(const I& direction, LandmarkId mark) {
  return direction == I(static_cast<int>(mark) - static_cast<int>(LandmarkId::S2L));
}

inline bool is_format(LandmarkId mark) {
  return mark >= LandmarkId::format_float32 && mark <= LandmarkId::format_float16;
}
template <class I>
Truth<I> meets_format(const I& format, LandmarkId mark) {
  return format == I(static_cast<int>(mark) - static_cast<int>(LandmarkId::format_float32));
}

inline bool is_formats(LandmarkId mark) {
  return is_format(mark) ||
         (mark >= LandmarkId::float32_to_uint8 && mark <= LandmarkId::float16_to_int8);
}
// Precondition: is_formats(mark).
template <class I>
Truth<I> meets_formats(const I& from, const I& to, LandmarkId mark) {
  if (is_format(mark)) return all_of(from == to, meets_format(from, mark));
  const Conversion& conversion =
      conversions[static_cast<int>(mark) - static_cast<int>(LandmarkId::float32_to_uint8)];
  return all_of(is(from, conversion.from), is(to, conversion.to));
}

// ---- extents ----

// Elements in a row, and in the object that rows make up: a channel, or a matrix.
template <class I>
struct Size {
  I row, whole;
  int64_t element_bytes;
};
inline bool is_size(LandmarkId mark) {
  return mark == LandmarkId::run_tail || mark == LandmarkId::run_over_64ki;
}
template <class I>
Truth<I> meets_size(const Size<I>& size, LandmarkId mark) {
  if (mark == LandmarkId::run_tail) return has_tail(size.row, size.element_bytes);
  return size.whole > I(largest_extent);
}
template <class I>
Size<I> size_of(const Dim4<I>& shape, int64_t element_bytes) {
  return {shape.w, shape.h * shape.w, element_bytes};
}

template <class I>
Truth<I> rows_adjacent(const Tensor<I>& t) {
  return any_of(t.shape.h == I(1), t.stride.h == t.shape.w);
}

// ---- the landmarks of an operation ----

// The two of operands in one memory: the bounding ranges overlap.
template <class I, class Op>
Truth<I> meets_pair(const MachineShape<I>& m, const Op& op, LandmarkId mark) {
  const auto in_place = is_in_place(m, op);
  return all_of(slack(m, op, ConstraintId::overlap) < I(0),
                mark == LandmarkId::in_place ? in_place : negation(in_place));
}

template <class I>
Truth<I> meets_own(const MachineShape<I>& m, const Linear<I>& op, LandmarkId mark) {
  if (is_direction(mark)) return meets_direction(op.direction, mark);
  if (is_format(mark)) return meets_format(op.format, mark);
  if (is_size(mark))
    return meets_size<I>({op.length, op.length, element_bytes_of(op.format)}, mark);
  switch (mark) {
    case LandmarkId::one_element: return op.length == I(1);
    case LandmarkId::in_place: return slack(m, op, ConstraintId::overlap) < I(0);
    default: return Truth<I>(false);  // of another operation
  }
}

template <class I>
Truth<I> meets_own(const MachineShape<I>&, const Matrix2D<I>& op, LandmarkId mark) {
  if (is_direction(mark)) return meets_direction(op.direction, mark);
  if (is_format(mark)) return meets_format(op.format, mark);
  if (is_size(mark))
    return meets_size<I>({op.col, op.row * op.col, element_bytes_of(op.format)}, mark);
  const I columns = local_columns(op), one(1);
  const auto several = op.row > one;
  switch (mark) {
    case LandmarkId::one_element: return all_of(op.row == one, op.col == one);
    case LandmarkId::transposed: return op.transpose != I(0);
    case LandmarkId::result_add: return op.result_add != I(0);
    case LandmarkId::partial_channel:
      return all_of(columns > op.sec_size, columns % op.sec_size != I(0));
    case LandmarkId::section_wider: return op.sec_size > columns;
    case LandmarkId::square: return all_of(op.row == op.col, several);
    case LandmarkId::rows_gapped: return all_of(op.row_stride > op.col, several);
    case LandmarkId::rows_overlap: return all_of(op.row_stride < op.col, several);
    default: return Truth<I>(false);  // of another operation
  }
}

template <class I>
Truth<I> meets_own(const MachineShape<I>& m, const Tensor4D<I>& op, LandmarkId mark) {
  if (is_direction(mark)) return meets_direction(op.direction, mark);
  if (is_formats(mark)) return meets_formats(op.src_format, op.dst_format, mark);
  const Tensor<I> dst = operand_of(m, op, on_dst), src = operand_of(m, op, on_src);
  if (is_size(mark)) return meets_size(size_of(src.shape, src.element_bytes), mark);
  const auto transposed = op.transpose != I(0);
  const auto rows = any_of(src.shape.h > I(1), dst.shape.h > I(1));
  const auto collapse = all_of(rows_adjacent(src), rows_adjacent(dst));
  switch (mark) {
    case LandmarkId::one_element: return is_one(op.src_shape);
    case LandmarkId::reshaped:
      return all_of(negation(transposed), negation(same_shape(op.src_shape, op.dst_shape)));
    case LandmarkId::transposed: return transposed;
    case LandmarkId::transpose_block:
      return all_of(transposed, op.src_shape.n >= I(16), op.src_shape.c >= I(16));
    case LandmarkId::rows_collapse: return all_of(rows, collapse);
    case LandmarkId::rows_apart: return all_of(rows, negation(collapse));
    case LandmarkId::in_place:
    case LandmarkId::operands_interleaved: return meets_pair(m, op, mark);
    default: return Truth<I>(false);  // of another operation
  }
}

template <class I>
Truth<I> meets_own(const MachineShape<I>& m, const Fill4D<I>& op, LandmarkId mark) {
  if (is_format(mark)) return meets_format(op.format, mark);
  const Tensor<I> dst = operand_of(m, op, on_dst);
  if (is_size(mark)) return meets_size(size_of(op.shape, dst.element_bytes), mark);
  const auto rows = op.shape.h > I(1), local = op.is_local_mem != I(0);
  switch (mark) {
    case LandmarkId::one_element: return is_one(op.shape);
    case LandmarkId::to_local: return local;
    case LandmarkId::to_system: return negation(local);
    case LandmarkId::rows_collapse: return all_of(rows, rows_adjacent(dst));
    case LandmarkId::rows_apart: return all_of(rows, negation(rows_adjacent(dst)));
    default: return Truth<I>(false);  // of another operation
  }
}

template <class I>
Truth<I> meets_own(const MachineShape<I>& m, const CWTranspose<I>& op, LandmarkId mark) {
  if (is_format(mark)) return meets_format(op.format, mark);
  if (is_size(mark))
    return meets_size<I>({op.src_w, op.src_c * op.src_w, element_bytes_of(op.format)}, mark);
  const I one(1);
  switch (mark) {
    case LandmarkId::one_element: return all_of(op.src_c == one, op.src_w == one);
    case LandmarkId::square: return all_of(op.src_c == op.src_w, op.src_c > one);
    case LandmarkId::in_place:
    case LandmarkId::operands_interleaved: return meets_pair(m, op, mark);
    default: return Truth<I>(false);  // of another operation
  }
}

template <class I>
Truth<I> meets_own(const MachineShape<I>& m, const MaskedCopy<I>& op, LandmarkId mark) {
  if (is_size(mark)) return meets_size(size_of(op.shape, mask_word_bytes), mark);
  const auto same = op.data_local_mem_addr == op.mask_local_mem_addr;
  const auto gap = [&] {
    return overlap_slack(m, operand_of(m, op, on_src), operand_of(m, op, on_src1));
  };
  switch (mark) {
    case LandmarkId::one_element: return is_one(op.shape);
    case LandmarkId::mask_is_data: return same;
    case LandmarkId::mask_meets_data: return all_of(negation(same), gap() < I(0));
    default: return Truth<I>(false);  // of another operation
  }
}

// True if a legal case meets a landmark of its operation.
template <class I, class Op>
Truth<I> meets(const MachineShape<I>& m, const Op& op, const Landmark& landmark) {
  if (landmark.operand != 0) return meets_operand(m, op, landmark);
  return meets_own(m, op, static_cast<LandmarkId>(landmark.bit));
}

// See spec/family_spec.h.
struct Formulas : TensorFamily {
  static constexpr auto visit = STRIDEPROOF_OVERLOADS(with_view);
  static constexpr auto slack = STRIDEPROOF_OVERLOADS(bm_atomic::slack);
  static constexpr auto step = STRIDEPROOF_OVERLOADS(edge_step);
  static constexpr auto seen = [](const auto&, const auto&) { return 0; };
  static constexpr auto meets = [](const auto& m, const auto& op, int, const Landmark& landmark) {
    return bm_atomic::meets(m, op, landmark);
  };
  static constexpr auto tensor = STRIDEPROOF_OVERLOADS(operand_of);
};

}  // namespace strideproof::spec::bm_atomic
