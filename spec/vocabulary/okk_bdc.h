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

// An operand as the call gives it.
template <class I>
struct Given {
  I address;
  Stride<I> stride;
};

// The parameters of any operation of the family; src is src0, or the one source.
template <class I>
struct View {
  Dim4<I> shape;
  Given<I> dst, src;
  Given<I> src1;  // if there are two sources; else equal to src, and no label uses it
  I C;  // if there is one: the count, signed (shifts_by_C); signed (C_arithmetic_shift); else the
        // bits, unsigned
  Operands operands = on_dst | on_src;
};

// Slots of two sources: 0 dst_addr, 1 src0_addr, 2 src1_addr, 3 shape, 7 dst_stride, 11 src0_stride,
// 15 src1_stride. Slots of one source: 0 dst_addr, 1 src_addr, 2 C, 3 shape, 7 dst_stride,
// 11 src_stride. The index of dst_stride is 4.
template <class I>
View<I> view_of(const Operation& operation, const Arguments<I>& a) {
  const auto given = [&](int operand) -> Given<I> {
    return {a.value[operand], {a.is_null(4 + operand), dim4_at(a, 7 + 4 * operand)}};
  };
  if (is_binary(kind(operation)))
    return {dim4_at(a, 3), given(0), given(1), given(2), I(0), on_all};
  return {dim4_at(a, 3), given(0), given(1), given(1), a.value[2]};
}

inline constexpr int64_t element_bytes = 4;
inline constexpr int64_t largest_extent = 65535, most_channels = 4095;
inline constexpr int64_t largest_count = 32;  // counts are in [-32, 32]

}  // namespace strideproof::okk_bdc
