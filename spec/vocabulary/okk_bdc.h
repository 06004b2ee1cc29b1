#pragma once
// Vocabulary of the family okk-bdc ("32-Bit Binary Functions" of OKKernel): its kinds of operation,
// and typed views of their parameters.
//
//   dst(n, c, h, w) = src_0(n, c, h, w) OP src_1(n, c, h, w)
//   dst(n, c, h, w) = src(n, c, h, w) OP C,  or  C OP src(n, c, h, w)
//
// OP is AND, OR, XOR, or a shift: left by a positive count, else right by the negated count.
// Elements are 32-bit words in local memory; strides count ELEMENTS, addresses bytes. The operand
// on_src is src0, or the one source; on_src1 is src1.

#include <cstdint>

#include "spec/vocabulary/okk.h"
#include "spec/vocabulary/operation.h"

namespace strideproof::okk_bdc {

enum class Function : int { bit_and, bit_or, bit_xor, arithmetic_shift, logical_shift };
inline constexpr int function_count = 5;
// src_0 OP src_1, src OP C, C OP src.
enum class Form : uint8_t { of_tensors, with_C, of_C };

// Under the names of the document, without okk_bdc_32bit_: the functions in each form; of_C only
// shifts.
enum class Kind : int {
  bit_and,
  bit_or,
  bit_xor,
  arithmetic_shift,
  logical_shift,
  bit_and_C,
  bit_or_C,
  bit_xor_C,
  arithmetic_shift_C,
  logical_shift_C,
  C_arithmetic_shift = 13,
  C_logical_shift
};
inline Kind kind(const Operation& operation) { return static_cast<Kind>(operation.variant); }
inline Kind kind_of(Function function, Form form) {
  return static_cast<Kind>(static_cast<int>(form) * function_count + static_cast<int>(function));
}
inline Function function(Kind kind) {
  return static_cast<Function>(static_cast<int>(kind) % function_count);
}
inline Form form(Kind kind) { return static_cast<Form>(static_cast<int>(kind) / function_count); }
inline bool is_shift(Kind k) { return function(k) >= Function::arithmetic_shift; }
// True if the operands are two tensors; otherwise they are a tensor and C.
inline bool is_binary(Kind k) { return form(k) == Form::of_tensors; }
// True if C is the count.
inline bool shifts_by_C(Kind k) { return is_shift(k) && form(k) == Form::with_C; }
// True if C is the value that is shifted.
inline bool shifts_C(Kind k) { return form(k) == Form::of_C; }

// C is the count, signed (shifts_by_C), or the value (shifts_C), or any bits.
using okk::Given, okk::View, okk::view_of;

inline constexpr int64_t element_bytes = 4;
inline constexpr int64_t largest_extent = 65535, most_channels = 4095;
inline constexpr int64_t largest_count = 32;  // counts are in [-32, 32]

// The smallest and the largest count of a tensor.
struct CountRange {
  int64_t least, most;
};

}  // namespace strideproof::okk_bdc
