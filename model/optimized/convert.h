#pragma once
// Conversions from float16 to float32, and from float32 to float16 and integers, over types of
// 32-bit words W and of float32 F: one element, a vector (bm_atomic_convert.cpp), or a term of a
// solver. `lanes` is an object with the operations on them; a truth value may have any type:
//
//   word(x), number(x)               constants
//   both, either, differing(a, b)    AND, OR, XOR
//   plus, minus(a, b)                modulo 2^32
//   left<n>, right<n>(a)             logical
//   less(a, b)                       as int32
//   bits(f), as_number(a)            of the same 32 bits
//   below(f, g)                      of numbers; false of a NaN
//   times, sum(f, g)                 IEEE 754, to nearest, ties to even
//   from_integer(a), nearest(f)      of an int32, and an int32, rounded in the same way
//   select(truth, yes, no)           of words or of numbers
//
//   from_half(lanes, code)                  0 <= code < 2^16
//   to_half(lanes, value)                   its code
//   to_integer(lanes, value, least, most)   NaN becomes `most`

#include <cstdint>

namespace strideproof::optimized {

// A float16 is sign(1) exponent(5) fraction(10): the fields of a float32, 13 bits lower and with an
// exponent that is 112 less.
inline constexpr int dropped_bits = 13;
inline constexpr uint32_t exponent_112 = 112U << 23;

// Instructions that every processor has.
namespace baseline {
#include "model/optimized/convert-inl.h"
}

}  // namespace strideproof::optimized
