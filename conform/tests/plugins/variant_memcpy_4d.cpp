// memcpy_4D in plain loops: an element is read, converted by value, and written.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "conform/tests/plugins/variant.h"

namespace strideproof::variants {
namespace {

struct Memcpy4dRules {
  bool any_src_w_stride = false, any_dst_w_stride = false;
  bool any_shape_when_transposed = false, convert_when_transposed = false, any_pair = false;
  enum class Round : uint8_t { even, away, truncate, up, floor } round = Round::even;
  bool wrap = false;                                                        // to an integer
  enum class Nan : uint8_t { largest, zero, smallest } nan = Nan::largest;  // to an integer
  bool clamp_f16 = false, truncate_f16 = false, rebias_f16 = false;
};
using Round = Memcpy4dRules::Round;
using Nan = Memcpy4dRules::Nan;

enum Format : int64_t { float32, int16, uint8, int8, float16 };

bool is_float(int64_t format) { return format == float32 || format == float16; }

double value_of_f16(uint32_t code, bool every_code_is_normal) {
  const double sign = (code >> 15) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(code >> 10 & 31);
  const double fraction = code & 1023;
  if (every_code_is_normal) return sign * std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

double value_of(uint32_t code, int64_t format, bool rebias_f16) {
  float number;
  switch (format) {
    case float32: std::memcpy(&number, &code, 4); return number;
    case int16: return static_cast<int16_t>(code);
    case uint8: return static_cast<uint8_t>(code);
    case int8: return static_cast<int8_t>(code);
    default: return value_of_f16(code, rebias_f16);
  }
}

double to_whole(double number, Round round) {
  using enum Memcpy4dRules::Round;
  switch (round) {
    case even: return std::nearbyint(number);
    case away: return std::round(number);
    case truncate: return std::trunc(number);
    case up: return std::floor(number) + (number - std::floor(number) >= 0.5 ? 1 : 0);
    case floor: return std::floor(number);
  }
  return number;
}

uint32_t integer_of(double number, int64_t format, const Memcpy4dRules& rules) {
  const double smallest = format == int16 ? -32768 : format == int8 ? -128 : 0;
  const double largest = format == int16 ? 32767 : format == int8 ? 127 : 255;
  if (std::isnan(number))
    number = rules.nan == Nan::largest ? largest : rules.nan == Nan::smallest ? smallest : 0;
  number = std::isinf(number) ? number : to_whole(number, rules.round);
  if (rules.wrap && !std::isinf(number))
    return static_cast<uint32_t>(static_cast<int64_t>(std::fmod(number, 65536)));
  return static_cast<uint32_t>(static_cast<int64_t>(std::clamp(number, smallest, largest)));
}

uint32_t f16_of(double number, const Memcpy4dRules& rules) {
  const uint32_t sign = std::signbit(number) ? 0x8000 : 0, infinity = 0x7c00;
  if (std::isnan(number)) return rules.truncate_f16 ? sign | infinity : 0x7e00;
  const double size = std::abs(number);
  if (size == 0) return sign;
  if (std::isinf(size)) return sign | infinity;
  const int exponent = std::max(std::ilogb(size), -14);
  if (rules.truncate_f16 && size < std::ldexp(1, -14)) return sign;
  const double units = std::ldexp(size, 10 - exponent);  // 1024 and more, but for subnormals
  const auto whole =
      static_cast<int64_t>(rules.truncate_f16 ? std::trunc(units) : std::nearbyint(units));
  const int64_t code = (int64_t{exponent} + 14) * 1024 + whole;  // a carry reaches the exponent
  if (code >= infinity) return sign | (rules.clamp_f16 ? infinity - 1 : infinity);
  return sign | static_cast<uint32_t>(code);
}

uint32_t convert(uint32_t code, int64_t from, int64_t to, const Memcpy4dRules& rules) {
  if (from == to) return code;
  const double number = value_of(code, from, rules.rebias_f16);
  if (to == float16) return f16_of(number, rules);
  if (to != float32) return integer_of(number, to, rules);
  const auto single = static_cast<float>(number);
  std::memcpy(&code, &single, 4);
  return code;
}

// float32 from and to the others, and float16 from and to 8 bits; not int16.
bool are_convertible(int64_t from, int64_t to, const Memcpy4dRules& rules) {
  if (from == to || rules.any_pair) return true;
  return from != int16 && to != int16 && (is_float(from) || is_float(to));
}

bool is_legal_side(const Case& c, std::string_view side, bool any_w_stride) {
  const std::string name(side);
  const int64_t format = c[name + "_format"];
  const Four shape = four(c, name + "_shape");
  const bool extents =
      std::all_of(shape.begin(), shape.end(), [](int64_t e) { return 1 <= e && e <= 65535; });
  return extents && format <= 4 && c["direction"] <= 3 &&
         c[name + "_addr"] % bytes_of_format(format) == 0 &&
         (any_w_stride || four(c, name + "_stride")[3] == 1);
}

std::optional<Elements> side_of(Machine& machine, const Case& c, std::string_view side,
                                bool local) {
  const std::string name(side);
  const int64_t address = c[name + "_addr"], lane = c[name + "_local_idx"];
  if (local && (lane >= c.profile->lanes || address >= c.profile->lane_bytes)) return std::nullopt;
  return elements(machine, {local ? Space::local : Space::system, local ? lane : 0, address,
                            four(c, name + "_shape"), four(c, name + "_stride"),
                            bytes_of_format(c[name + "_format"])});
}

// The elements of dst in the order in which src is read: dst(c, n, h, w) = src(n, c, h, w).
Elements transposed(const Elements& dst, const Four& src_shape) {
  const auto [n, c, h, w] = src_shape;
  Elements reordered;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < c; ++j)
      for (int64_t k = 0; k < h * w; ++k)
        reordered.push_back(dst[static_cast<size_t>((j * n + i) * h * w + k)]);
  return reordered;
}

bool are_legal_together(const Case& c, const Memcpy4dRules& rules) {
  const Four src = four(c, "src_shape"), dst = four(c, "dst_shape");
  const bool transpose = c["transpose"] != 0;
  const int64_t from = c["src_format"], to = c["dst_format"];
  if (count_of(src) >= most_elements || !are_convertible(from, to, rules)) return false;
  if (transpose && from != to && !rules.convert_when_transposed) return false;
  if (transpose && !rules.any_shape_when_transposed)
    return dst == Four{src[1], src[0], src[2], src[3]};
  return count_of(src) == count_of(dst);
}

Answer memcpy_4d(Machine& machine, const Case& c, const Memcpy4dRules& rules) {
  if (!is_legal_side(c, "src", rules.any_src_w_stride) ||
      !is_legal_side(c, "dst", rules.any_dst_w_stride) || !are_legal_together(c, rules))
    return Answer::reject;
  const int64_t from = c["src_format"], to = c["dst_format"];
  const Four src_shape = four(c, "src_shape"), dst_shape = four(c, "dst_shape");
  const auto src = side_of(machine, c, "src", src_is_local(c["direction"]));
  auto dst = side_of(machine, c, "dst", dst_is_local(c["direction"]));
  if (!src || !dst || overlap(*dst, bytes_of_format(to))) return Answer::reject;
  const bool moves_channels = c["transpose"] != 0 && (src_shape[0] > 1 || src_shape[1] > 1);
  const bool in_place = from == to && src_shape == dst_shape && !moves_channels && *src == *dst;
  if (!in_place && overlap(*dst, bytes_of_format(to), *src, bytes_of_format(from)))
    return Answer::reject;
  // With any shape, dst is filled in its own order: that of (C, N, H, W) of the source.
  if (c["transpose"] != 0 && rules.any_shape_when_transposed) {
    const Four swapped = {src_shape[1], src_shape[0], src_shape[2], src_shape[3]};
    const Elements read = transposed(*src, swapped);
    for (size_t i = 0; i < read.size(); ++i)
      store((*dst)[i], load(read[i], bytes_of_format(from)), bytes_of_format(to));
    return Answer::done;
  }
  if (c["transpose"] != 0) dst = transposed(*dst, src_shape);
  for (size_t i = 0; i < src->size(); ++i)
    store((*dst)[i], convert(load((*src)[i], bytes_of_format(from)), from, to, rules),
          bytes_of_format(to));
  return Answer::done;
}

template <Memcpy4dRules rules>
constexpr auto with = under<memcpy_4d, rules>;

constexpr Variant table[] = {
    {"transpose-shape=1", with<Memcpy4dRules{.any_shape_when_transposed = true}>},
    {"memcpy4d-src-w-stride=2", with<Memcpy4dRules{.any_src_w_stride = true}>},
    {"memcpy4d-dst-w-stride=2", with<Memcpy4dRules{.any_dst_w_stride = true}>},
    {"conversion-pairs=1", with<Memcpy4dRules{.any_pair = true}>},
    {"transpose-conversion=1", with<Memcpy4dRules{.convert_when_transposed = true}>},
    {"f32-to-f16=1", with<Memcpy4dRules{.truncate_f16 = true}>},
    {"f16-overflow=1", with<Memcpy4dRules{.clamp_f16 = true}>},
    {"f16-to-f32=1", with<Memcpy4dRules{.rebias_f16 = true}>},
    {"to-int-rounding=1", with<Memcpy4dRules{.round = Round::away}>},
    {"to-int-rounding=2", with<Memcpy4dRules{.round = Round::truncate}>},
    {"to-int-rounding=3", with<Memcpy4dRules{.round = Round::up}>},
    {"to-int-rounding=4", with<Memcpy4dRules{.round = Round::floor}>},
    {"to-int-range=1", with<Memcpy4dRules{.wrap = true}>},
    {"nan-to-int=1", with<Memcpy4dRules{.nan = Nan::zero}>},
    {"nan-to-int=2", with<Memcpy4dRules{.nan = Nan::smallest}>},
};

}  // namespace

std::span<const Variant> variants_of_memcpy_4d() { return table; }

}  // namespace strideproof::variants
