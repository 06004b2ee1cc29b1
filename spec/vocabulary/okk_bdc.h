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
// src_0 OP src_1, src OP C, C OP src.
enum class Form : uint8_t { of_tensors, with_C, of_C };
Kind kind_of(Function function, Form form);  // of_C: a shift
Function function(Kind kind);
Form form(Kind kind);
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

using strideproof::ConstraintId;

inline constexpr int64_t element_bytes = 4;
inline constexpr int64_t largest_extent = 65535, most_channels = 4095;
inline constexpr int64_t largest_count = 32;  // counts are in [-32, 32]

// Beside those of operands.
enum class LandmarkId : uint8_t {
  // clang-format off
  one_element, rows_collapse, rows_apart, run_tail, run_over_64ki, src_in_place, src1_in_place,
  src_interleaved, src1_interleaved, sources_same, sources_overlap,
  C_zero, C_left, C_right, C_left_31, C_right_31, C_left_32, C_right_32, C_top_bit, C_over_16_bits
  // clang-format on
};

}  // namespace strideproof::okk_bdc
