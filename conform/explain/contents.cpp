// Terms about what operands hold.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "conform/explain/features.h"
#include "model/fill.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

using features::derived, features::simple, features::usual;

constexpr int64_t most_mask_words = 4096;

int64_t integer(const uint8_t* bytes, int64_t size, bool with_sign) {
  uint64_t word = 0;
  std::memcpy(&word, bytes, static_cast<size_t>(size));
  const int unused = static_cast<int>(64 - 8 * size);
  return with_sign ? static_cast<int64_t>(word << unused) >> unused : static_cast<int64_t>(word);
}

double of_float16(uint64_t code) {
  const double sign = (code >> 15 & 1) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(code >> 10 & 31);
  const auto mantissa = static_cast<double>(code & 1023);
  if (exponent == 31) return mantissa == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(mantissa + 1024, exponent - 25);
}

void describe_float(std::string_view name, double value, Terms& terms) {
  constexpr double least_float16 = 1.0 / 16384, most_float16 = 65504;
  const double size = std::fabs(value);
  const auto add_feature = [&](std::string_view what, bool is, double cost) {
    terms.add_feature(fmt::format("{} is {}", name, what), fmt::format("{} is not {}", name, what),
                      is, cost);
  };
  add_feature("NaN", std::isnan(value), simple);
  add_feature("negative", value < 0, derived);
  add_feature("an integer", size == std::floor(size), simple);
  add_feature("half an odd number", size - std::floor(size) == 0.5, simple);
  add_feature("half above an even number",
              value - std::floor(value) == 0.5 && std::fmod(std::floor(value), 2) == 0, simple);
  add_feature("nearest to the integer above", std::nearbyint(value) > value, simple);
  add_feature("subnormal as float32", size > 0 && size < std::numeric_limits<float>::min(), simple);
  add_feature("subnormal as float16", size > 0 && size < least_float16, simple);
  add_feature("too large for float16", size > most_float16, simple);
  if (!std::isnan(value))
    terms.add_feature(name, Sort::number, static_cast<int64_t>(std::clamp(value, -1e6, 1e6)),
                      simple);
}

int64_t format_of(const Case& c, std::string_view wanted) {
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.name == wanted) return c[wanted];
  return -1;
}

}  // namespace

void describe_mask(const Case& c, Terms& terms) {
  if (!bm_atomic::is_kind(*c.operation, bm_atomic::Kind::mask_memcpy_4D)) return;
  if (spec::cost(c) > most_mask_words) return;
  int64_t words = 0, kept = 0;
  for (const spec::OperandRange& run : spec::footprint(c)) {
    if (run.operand != on_src1) continue;
    std::vector<uint8_t> bytes(static_cast<size_t>(run.size));
    fill(bytes.data(), run.size, c.fill, run.space, run.lane, run.first, c.data[2]);
    for (size_t at = 0; at + 4 <= bytes.size(); at += 4, ++words)
      kept += integer(&bytes[at], 4, false) != 0 ? 1 : 0;
  }
  terms.add_feature("words kept", Sort::number, kept, simple);
  terms.add_feature("words left out", Sort::number, words - kept, simple);
}

// Of a shift: what is shifted, and by how much.
void describe_shift(int64_t value, int64_t count, Terms& terms) {
  terms.add_feature("value", Sort::number, value, simple);
  terms.add_feature("count", Sort::number, count, simple);
  const auto bits = static_cast<uint64_t>(value) & 0xffffffff;
  const auto bit = [&](int64_t at) { return at >= 0 && at < 32 && (bits >> at & 1) != 0; };
  terms.add_feature("the last bit dropped is set", "the last bit dropped is not set",
                    count > 0 ? bit(32 - count) : bit(-count - 1), simple);
  terms.add_feature("the shift changes the sign", "the shift does not change the sign",
                    bit(31) != bit(31 - count) && count > 0, simple);
}

void describe_words(const Case& c, int64_t src, std::optional<int64_t> src1, Terms& terms) {
  using okk_bdc::Kind;
  const Kind kind = okk_bdc::kind(*c.operation);
  const int64_t second = src1 ? *src1 : c["C"];
  const auto constant = static_cast<int64_t>(static_cast<int32_t>(second));
  if (okk_bdc::is_shift(kind))
    okk_bdc::shifts_C(kind) ? describe_shift(constant, src, terms)
                            : describe_shift(src, constant, terms);
  const int64_t bits = src & second & 0xffffffff;
  terms.add_feature("a bit is set in both operands", "no bit is set in both operands", bits != 0,
                    simple);
  terms.add_feature("bit 31 is set in both operands", "bit 31 is not set in both operands",
                    (bits >> 31 & 1) != 0, simple);
}

// Of a number that is converted: whether the nearest integer is one that the format has.
void describe_range(int64_t to, double value, Terms& terms) {
  using bm_atomic::Format;
  std::optional<std::pair<double, double>> range;
  if (to == static_cast<int64_t>(Format::uint8)) range = {0, 255};
  if (to == static_cast<int64_t>(Format::int8)) range = {-128, 127};
  if (range)
    terms.add_feature("what src holds is out of the range of dst_format",
                      "what src holds is in the range of dst_format",
                      std::nearbyint(value) < range->first || std::nearbyint(value) > range->second,
                      simple);
}

void describe_contents(const Case& c, Terms& terms) {
  using bm_atomic::Format;
  double sum = 0;
  std::optional<int64_t> src, src1;
  for (const spec::OperandRange& run : spec::footprint(c)) {
    if (run.size > 4) continue;
    const int operand = run.operand == on_dst ? 0 : run.operand == on_src ? 1 : 2;
    if (operand == 0 && c.operation->parameter("result_add") == nullptr) continue;  // never read
    uint8_t bytes[4];
    fill(bytes, run.size, c.fill, run.space, run.lane, run.first, c.data[operand]);
    const std::string name = fmt::format("what {} holds", operand == 0   ? "dst"
                                                          : operand == 1 ? "src"
                                                                         : "src1");
    int64_t format = format_of(c, operand == 0 ? "dst_format" : "src_format");
    if (format < 0) format = format_of(c, "format");
    if (format == static_cast<int64_t>(Format::float32)) {
      float value;
      std::memcpy(&value, bytes, sizeof value);
      describe_float(name, double{value}, terms);
      if (operand == 1) describe_range(format_of(c, "dst_format"), double{value}, terms);
      sum += double{value};
    } else if (format == static_cast<int64_t>(Format::float16)) {
      const double value = of_float16(static_cast<uint64_t>(integer(bytes, 2, false)));
      describe_float(name, value, terms);
      if (operand == 1) describe_range(format_of(c, "dst_format"), value, terms);
    } else {
      const bool with_sign = format != static_cast<int64_t>(Format::uint8);
      const int64_t value = integer(bytes, run.size, with_sign);
      if (operand > 0) (operand == 1 ? src : src1) = value;
      if (operand > 0 || c.operation->family != Family::okk_bdc)
        terms.add_feature(name, Sort::number, value, usual);
    }
  }
  if (c.operation->parameter("result_add") != nullptr)
    terms.add_feature("the sum is subnormal", "the sum is not subnormal",
                      sum != 0 && std::fabs(sum) < std::numeric_limits<float>::min(), simple);
  if (c.operation->family == Family::okk_bdc && src) describe_words(c, *src, src1, terms);
}

}  // namespace strideproof::explanation
