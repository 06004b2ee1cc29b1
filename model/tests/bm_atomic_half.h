#pragma once
// The float conversions of bm-atomic by the definition of IEEE 754, in exact float64 arithmetic: an
// oracle that shares no idea with integer code on bits.

#include <bit>
#include <cmath>
#include <cstdint>

namespace strideproof::oracle {

inline double half_value(uint16_t code) {
  const int exponent = code >> 10 & 31, fraction = code & 1023;
  const double sign = (code & 0x8000) != 0 ? -1 : 1;
  const uint64_t payload = uint64_t{0x7ff8000000000000} | static_cast<uint64_t>(fraction) << 42;
  if (exponent == 31)
    return std::copysign(fraction == 0 ? INFINITY : std::bit_cast<double>(payload), sign);
  return sign *
         (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

// The nearest, ties to even. A NaN keeps its sign and the upper bits of its payload.
inline uint16_t half_of(float value) {
  const int sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(double{value});
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | 0x7e00 | (std::bit_cast<uint32_t>(value) >> 13 & 0x3ff));
  if (size >= 65520) return static_cast<uint16_t>(sign | 0x7c00);
  // Numbers near `size` are multiples of 2^(exponent - 10); nearbyint rounds to even.
  int exponent = -14;
  if (size >= 0x1p-14) std::frexp(size, &exponent), --exponent;
  const double multiple = std::nearbyint(std::ldexp(size, 10 - exponent));
  return static_cast<uint16_t>(sign | ((exponent + 14) * 1024 + static_cast<int>(multiple)));
}

// Half to even; NaN becomes the largest.
inline int integer_of(double value, int least, int most) {
  if (std::isnan(value) || value > most) return most;
  return value < least ? least : static_cast<int>(std::nearbyint(value));
}

}  // namespace strideproof::oracle
