#pragma once
// Conversions of bm-atomic between its formats, by arithmetic: a code is decoded to the number that
// it stands for, and a number is encoded. Every number of every format is exact in a double.
//
//   float16   1 sign, 5 exponent and 10 fraction bits: (-1)^s * 2^(e - 15) * (1 + m / 1024);
//             e = 0: (-1)^s * 2^-14 * m / 1024; e = 31: infinity (m = 0) or NaN

#include <cstdint>

#include "model/reference/bm_atomic.h"

namespace strideproof::reference::atomic {

// A reading of f16-to-f32 decodes every code by the first formula above.
double decode(uint32_t bits, Format format, const TakenReadings& readings);

// The code of the number in the format, rounded and saturated as chosen (f32-to-f16,
// to-int-rounding, nan-to-int).
uint32_t encode(double number, Format format, const TakenReadings& readings);

// Equal formats keep the bits.
uint32_t convert(uint32_t bits, Format from, Format to, const TakenReadings& readings);

// a + b of float32, "累加" in memcpy_2D; subnormal numbers are kept, or read as 0 (add-subnormal).
uint32_t add_float32(uint32_t a, uint32_t b, const TakenReadings& readings);

// True for a NaN of float32 or float16; no other format has one.
bool is_nan(uint32_t bits, Format format);

// The NaN that is written to an element for a sum or a conversion; any NaN is correct, see
// Machine::nans.
uint32_t any_nan(Machine& machine, const Tensor& dst, const Index& i, Format format);

}  // namespace strideproof::reference::atomic
