#pragma once
// Vocabulary of the family okk-bdc ("32-Bit Binary Functions" of OKKernel): its kinds of operation,
// typed views of their parameters, and the names of constraints and landmarks.
//
//   dst(n, c, h, w) = src_0(n, c, h, w) OP src_1(n, c, h, w)
//   dst(n, c, h, w) = src(n, c, h, w) OP C,  or  C OP src(n, c, h, w)
//
// OP is AND, OR, XOR, or a shift: left by a positive count, else right by the negated count.
// Elements are 32-bit words in local memory; strides count ELEMENTS, addresses bytes. The operand
// on_src is src0, or the one source; on_src1 is src1.

#include <cstdint>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/dim4.h"
#include "spec/vocabulary/operation.h"

namespace strideproof::okk_bdc {

// In the document's order and under its names, without okk_bdc_32bit_.
enum class Kind : int {
  bit_and,
  bit_and_C,
  bit_or,
  bit_or_C,
  bit_xor,
  bit_xor_C,
  arithmetic_shift,
  logical_shift,
  arithmetic_shift_C,
  logical_shift_C,
  C_arithmetic_shift,
  C_logical_shift
};
Kind kind(const Operation& operation);

enum class Function : int { bit_and, bit_or, bit_xor, arithmetic_shift, logical_shift };
Function function(Kind kind);
bool is_shift(Kind kind);
bool is_binary(Kind kind);      // of two tensors; the others of a tensor and C
bool shifts_by_C(Kind kind);    // C is the count
bool shifts_C(Kind kind);       // C is what is shifted
Operands counts_of(Kind kind);  // the operand whose elements are counts; 0: none is

template <class I>
struct Binary {
  I dst_addr, src0_addr, src1_addr;
  Dim4<I> shape;
  Stride<I> dst_stride, src0_stride, src1_stride;
};

template <class I>
struct Constant {
  I dst_addr, src_addr;
  I C;  // shifts_by_C: the count, signed; C_arithmetic_shift: signed; else the bits, unsigned
  Dim4<I> shape;
  Stride<I> dst_stride, src_stride;
};

// Parameters: 0 dst_addr, 1 src0_addr, 2 src1_addr, 3 shape, 4 dst_stride, 5 src0_stride,
// 6 src1_stride.
template <class I>
Binary<I> binary_of(const Arguments<I>& a) {
  return {a.value[0],
          a.value[1],
          a.value[2],
          dim4_at(a, 3),
          {a.is_null(4), dim4_at(a, 7)},
          {a.is_null(5), dim4_at(a, 11)},
          {a.is_null(6), dim4_at(a, 15)}};
}
// Parameters: 0 dst_addr, 1 src_addr, 2 C, 3 shape, 4 dst_stride, 5 src_stride.
template <class I>
Constant<I> constant_of(const Arguments<I>& a) {
  return {a.value[0],
          a.value[1],
          a.value[2],
          dim4_at(a, 3),
          {a.is_null(4), dim4_at(a, 7)},
          {a.is_null(5), dim4_at(a, 11)}};
}

// Constraints. src is src0 or the one source. The meaning of each is in the table of okk_bdc.cpp,
// its formula in spec/operations/okk_bdc.h and, independently, in model/reference/okk_bdc.cpp.
enum class ConstraintId : uint8_t {
  shape_n_min,
  shape_n_max,
  shape_c_min,
  shape_c_max,
  shape_h_min,
  shape_h_max,
  shape_w_min,
  shape_w_max,
  C_min,
  C_max,  // shifts_by_C
  dst_stride_n_min,
  dst_stride_c_min,
  dst_stride_h_min,
  dst_stride_w_min,
  src_stride_n_min,
  src_stride_c_min,
  src_stride_h_min,
  src_stride_w_min,
  src1_stride_n_min,
  src1_stride_c_min,
  src1_stride_h_min,
  src1_stride_w_min,
  dst_addr_aligned,
  src_addr_aligned,
  src1_addr_aligned,
  dst_addr_lane,
  src_addr_lane,
  src1_addr_lane,      // the lane in which the operand starts exists
  src_addr_same_lane,  // and equals the lane of dst
  src1_addr_same_lane,
  dst_end,
  src_end,
  src1_end,  // the last byte touched lies in the lane
  dst_alias,
  src_overlap,  // the source shares bytes with dst, and is not the same map
  src1_overlap,
  counts_min,  // on the elements of counts_of(kind)
  counts_max,
};

enum class LandmarkId : uint8_t {
  one_element,
  dst_explicit,
  src_explicit,
  src1_explicit,
  rows_collapse,
  rows_apart,
  run_tail,
  run_over_64ki,
  wrap,
  exact_lanes,
  dst_start_lane,
  src_start_lane,
  src1_start_lane,
  dst_padding,
  src_padding,
  src1_padding,
  dst_off_unit,
  src_off_unit,
  src1_off_unit,
  dst_last_byte,
  src_last_byte,
  src1_last_byte,
  dst_w_stride,
  src_w_stride,
  src1_w_stride,
  src_broadcast,
  src1_broadcast,
  dst_interleaved,
  src_in_place,
  src1_in_place,
  src_interleaved,
  src1_interleaved,
  sources_same,
  sources_overlap,
  C_zero,
  C_left,
  C_right,
  C_left_31,
  C_right_31,
  C_left_32,
  C_right_32,
  C_top_bit,
  C_over_16_bits,
};

}  // namespace strideproof::okk_bdc
