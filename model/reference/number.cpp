#include "model/reference/number.h"

#include <bit>
#include <cmath>
#include <limits>

namespace strideproof::reference::atomic {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double power_of_two(int exponent) { return std::ldexp(1.0, exponent); }

// number >= 0
double half_to_even(double number) {
  const double below = std::floor(number), rest = number - below;
  const bool is_odd = std::fmod(below, 2) == 1;
  return rest > 0.5 || (rest == 0.5 && is_odd) ? below + 1 : below;
}

double decode_float16(uint32_t bits, const Choices& choices) {
  const double sign = bits / 32768 % 2 == 1 ? -1 : 1, fraction = bits % 1024 / 1024.0;
  const int exponent = static_cast<int>(bits / 1024 % 32);
  if (!choices.rebiased_f16 && exponent == 0) return sign * power_of_two(-14) * fraction;
  if (!choices.rebiased_f16 && exponent == 31) return fraction == 0 ? sign * infinity : nan;
  return sign * power_of_two(exponent - 15) * (1 + fraction);
}

uint32_t encode_float16(double number, const Choices& choices) {
  constexpr uint32_t infinite = 31 * 1024;
  const uint32_t sign = std::signbit(number) ? 32768 : 0;
  const double size = std::abs(number), smallest_normal = power_of_two(-14);
  if (std::isnan(number)) return choices.truncated_to_f16 ? sign + infinite : infinite + 512;
  if (std::isinf(number)) return sign + infinite;
  if (choices.truncated_to_f16 && size < smallest_normal) return sign;
  int exponent = -14;  // the largest with 2^exponent <= size, or that of subnormal numbers
  while (power_of_two(exponent + 1) <= size) ++exponent;
  const double step = power_of_two(exponent - 10);  // between neighbours
  const double steps =
      choices.truncated_to_f16 ? std::floor(size / step) : half_to_even(size / step);
  if (steps * step >= 65536) return sign + infinite;
  // steps is below 1024 for subnormal numbers (exponent field 0), else in [1024, 2048]; a carry
  // into the exponent gives the next exponent.
  return sign + static_cast<uint32_t>((exponent + 14) * 1024 + steps);
}

double round_to_integer(double number, const Choices& choices) {
  const double size = std::abs(number);
  const double rounded = choices.to_int_rounding == 0   ? half_to_even(size)
                         : choices.to_int_rounding == 1 ? std::floor(size + 0.5)
                                                        : std::floor(size);
  return number < 0 ? -rounded : rounded;
}

uint32_t encode_integer(double number, int lowest, int highest, const Choices& choices) {
  const int of_nan[] = {highest, 0, lowest};
  if (std::isnan(number)) return static_cast<uint32_t>(of_nan[choices.nan_to_int]) % 256;
  const double whole = round_to_integer(number, choices);
  const double held = std::fmin(std::fmax(whole, lowest), highest);
  return static_cast<uint32_t>(static_cast<int>(held)) % 256;
}

float flushed(float number, const Choices& choices) {
  const bool is_subnormal = std::abs(number) < std::numeric_limits<float>::min();
  return choices.flush_subnormals && is_subnormal ? std::copysign(0.0f, number) : number;
}

}  // namespace

double decode(uint32_t bits, Format format, const Choices& choices) {
  switch (format) {
    case Format::float32: return std::bit_cast<float>(bits);
    case Format::float16: return decode_float16(bits, choices);
    case Format::int8: return bits < 128 ? static_cast<double>(bits) : bits - 256.0;
    case Format::uint8:
    case Format::int16: break;  // int16 converts to nothing else
  }
  return bits;
}

uint32_t encode(double number, Format format, const Choices& choices) {
  switch (format) {
    case Format::float32:
      // Exact: the other formats hold no number that float32 does not.
      return std::isnan(number) ? 0x7fc00000 : std::bit_cast<uint32_t>(static_cast<float>(number));
    case Format::float16: return encode_float16(number, choices);
    case Format::int8: return encode_integer(number, -128, 127, choices);
    case Format::uint8:
    case Format::int16: break;  // nothing else converts to int16
  }
  return encode_integer(number, 0, 255, choices);
}

uint32_t convert(uint32_t bits, Format from, Format to, const Choices& choices) {
  return from == to ? bits : encode(decode(bits, from, choices), to, choices);
}

uint32_t add_float32(uint32_t a, uint32_t b, const Choices& choices) {
  const float sum =
      flushed(std::bit_cast<float>(a), choices) + flushed(std::bit_cast<float>(b), choices);
  return std::isnan(sum) ? 0x7fc00000 : std::bit_cast<uint32_t>(flushed(sum, choices));
}

uint32_t any_nan(Machine& machine, const uint8_t* to, Space space, Format format) {
  machine.nans.push_back({space, to - machine.base(space), element_bytes(format)});
  const uint32_t bits = machine.nan_bits;
  if (format == Format::float16) return (bits >> 31) << 15 | 0x7c00 | (bits >> 13 & 0x3ff);
  return bits;
}

bool is_nan(uint32_t bits, Format format) {
  const Choices ieee{};
  const bool is_float = format == Format::float32 || format == Format::float16;
  return is_float && std::isnan(decode(bits, format, ieee));
}

}  // namespace strideproof::reference::atomic
