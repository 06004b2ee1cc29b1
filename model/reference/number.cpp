#include "model/reference/number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace strideproof::reference::atomic {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double power_of_two(int exponent) { return std::ldexp(1.0, exponent); }

// In the default rounding mode, which this process never changes.
double half_to_even(double number) { return std::nearbyint(number); }

double decode_float16(uint32_t bits, const TakenReadings& readings) {
  const double sign = bits / 32768 % 2 == 1 ? -1 : 1, fraction = bits % 1024 / 1024.0;
  const int exponent = static_cast<int>(bits / 1024 % 32);
  if (!readings.takes("f16-to-f32", 1) && exponent == 0) return sign * power_of_two(-14) * fraction;
  if (!readings.takes("f16-to-f32", 1) && exponent == 31)
    return fraction == 0 ? sign * infinity : std::copysign(nan, sign);
  return sign * power_of_two(exponent - 15) * (1 + fraction);
}

uint32_t encode_float16(double number, const TakenReadings& readings) {
  constexpr uint32_t infinite = 31 * 1024;
  const uint32_t sign = std::signbit(number) ? 32768 : 0;
  const double size = std::abs(number), smallest_normal = power_of_two(-14);
  if (std::isnan(number)) return readings.takes("f32-to-f16", 1) ? sign + infinite : infinite + 512;
  if (std::isinf(number)) return sign + infinite;
  if (readings.takes("f32-to-f16", 1) && size < smallest_normal) return sign;
  // The largest with 2^exponent <= size, or that of subnormal numbers.
  const int exponent = std::max(-14, std::ilogb(size));
  const double step = power_of_two(exponent - 10);  // between neighbours
  const double steps =
      readings.takes("f32-to-f16", 1) ? std::floor(size / step) : half_to_even(size / step);
  if (steps * step >= 65536) return sign + infinite - (readings.takes("f16-overflow", 1) ? 1 : 0);
  // steps is below 1024 for subnormal numbers (exponent field 0), else in [1024, 2048]; a carry
  // into the exponent gives the next exponent.
  return sign + static_cast<uint32_t>((exponent + 14) * 1024 + steps);
}

// to-int-rounding
double round_to_integer(double number, const TakenReadings& readings) {
  switch (readings.reading("to-int-rounding")) {
    case 1: return std::round(number);
    case 2: return std::trunc(number);
    case 3: return std::floor(number + 0.5);
    case 4: return std::floor(number);
    default: return half_to_even(number);
  }
}

// The bits of a format that holds [lowest, highest]; to-int-range, nan-to-int.
uint32_t encode_integer(double number, int lowest, int highest, const TakenReadings& readings) {
  const int codes = highest - lowest + 1;
  const int of_nan[] = {highest, 0, lowest, std::signbit(number) ? lowest : highest};
  const auto bits = [&](double whole) {
    const double lower = std::fmod(whole, codes);
    return static_cast<uint32_t>(lower < 0 ? lower + codes : lower);
  };
  if (std::isnan(number)) return bits(of_nan[readings.reading("nan-to-int")]);
  const double whole = round_to_integer(number, readings);
  if (std::isfinite(number) && readings.takes("to-int-range", 1)) return bits(whole);
  return bits(std::fmin(std::fmax(whole, lowest), highest));
}

float flushed(float number, const TakenReadings& readings) {
  const bool is_subnormal = std::abs(number) < std::numeric_limits<float>::min();
  return readings.takes("add-subnormal", 1) && is_subnormal ? std::copysign(0.0f, number) : number;
}

}  // namespace

double decode(uint32_t bits, Format format, const TakenReadings& readings) {
  switch (format) {
    case Format::float32: return std::bit_cast<float>(bits);
    case Format::float16: return decode_float16(bits, readings);
    case Format::int8: return bits < 128 ? static_cast<double>(bits) : bits - 256.0;
    case Format::int16: return bits < 32768 ? static_cast<double>(bits) : bits - 65536.0;
    case Format::uint8: break;
  }
  return bits;
}

uint32_t encode(double number, Format format, const TakenReadings& readings) {
  switch (format) {
    case Format::float32:
      // Exact: the other formats hold no number that float32 does not.
      return std::isnan(number) ? 0x7fc00000 : std::bit_cast<uint32_t>(static_cast<float>(number));
    case Format::float16: return encode_float16(number, readings);
    case Format::int8: return encode_integer(number, -128, 127, readings);
    case Format::int16: return encode_integer(number, -32768, 32767, readings);
    case Format::uint8: break;
  }
  return encode_integer(number, 0, 255, readings);
}

uint32_t convert(uint32_t bits, Format from, Format to, const TakenReadings& readings) {
  return from == to ? bits : encode(decode(bits, from, readings), to, readings);
}

uint32_t add_float32(uint32_t a, uint32_t b, const TakenReadings& readings) {
  const float sum =
      flushed(std::bit_cast<float>(a), readings) + flushed(std::bit_cast<float>(b), readings);
  return std::isnan(sum) ? 0x7fc00000 : std::bit_cast<uint32_t>(flushed(sum, readings));
}

uint32_t any_nan(Machine& machine, const Tensor& dst, const Index& i, Format format) {
  machine.nans.push_back({dst.space, place_in_memory(machine, dst, i), dst.element_bytes});
  const uint32_t bits = machine.nan_bits;
  if (format == Format::float16) return (bits >> 31) << 15 | 0x7c00 | (bits >> 13 & 0x3ff);
  return bits;
}

bool is_nan(uint32_t bits, Format format) {
  const TakenReadings ieee(default_readings);
  const bool is_float = format == Format::float32 || format == Format::float16;
  return is_float && std::isnan(decode(bits, format, ieee));
}

}  // namespace strideproof::reference::atomic
