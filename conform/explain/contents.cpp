// Features of the contents of operands.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "conform/explain/features.h"
#include "model/fill.h"
#include "model/reference/number.h"
#include "oracle/windows.h"
#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t most_mask_words = 1 << 17;  // more than 16 bits count

std::vector<uint8_t> bytes_of(const spec::OperandRange& range, spec::Contents& before) {
  std::vector<uint8_t> bytes;
  for (int64_t i = 0; i < range.size; ++i)
    bytes.push_back(before(range.space, range.lane, range.first + i));
  return bytes;
}

int64_t integer(const std::vector<uint8_t>& bytes, bool is_signed) {
  uint64_t word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  const int unused = static_cast<int>(64 - 8 * bytes.size());
  return is_signed ? static_cast<int64_t>(word << unused) >> unused : static_cast<int64_t>(word);
}

void describe_float(const std::string& name, double value, Features& features) {
  constexpr double least_float16 = 1.0 / 16384, most_float16 = 65504;
  const double size = std::fabs(value), floor = std::floor(value);
  const auto add = [&](const std::string& what, bool is, double cost = simple) {
    features.add(name, "is " + what, "is not " + what, is, cost);
  };
  add("NaN", std::isnan(value));
  add("negative", value < 0, derived);
  add("-0", value == 0 && std::signbit(value));
  add("an integer", value == floor);
  add("half above an even number", value - floor == 0.5 && std::fmod(floor, 2) == 0);
  add("nearest to the integer above", std::nearbyint(value) > value);
  add("subnormal as float32", size > 0 && size < std::numeric_limits<float>::min());
  add("subnormal as float16", size > 0 && size < least_float16);
  add("too large for float16", size > most_float16);
  if (!std::isnan(value))
    features.add(name, Sort::number, static_cast<int64_t>(std::clamp(value, -1e6, 1e6)), simple);
}

void describe_shift(int64_t value, int64_t count, Features& features) {
  constexpr double clearest = 0.8;  // clearer than the landmarks of C
  features.add("value", Sort::content, value, clearest);
  features.add("count", Sort::number, count, clearest);
  const auto is_set = [&](int64_t bit) { return bit >= 0 && bit < 32 && has_bit(value, bit); };
  features.add("the last bit dropped", "is set", "is not set",
               is_set(count > 0 ? 32 - count : -count - 1), simple);
  features.add("the shift", "changes the sign", "does not change the sign",
               is_set(31) != is_set(31 - count) && count > 0, simple);
}

void describe_words(const Case& c, int64_t first, int64_t second, Features& features) {
  const okk_bdc::Kind kind = okk_bdc::kind(*c.operation);
  const auto constant = int64_t{static_cast<int32_t>(second)};
  if (okk_bdc::shifts_C(kind)) return describe_shift(constant, first, features);
  if (okk_bdc::is_shift(kind)) return describe_shift(first, constant, features);
  const int64_t both = first & second;
  features.add("", "a bit is set in both operands", "no bit is set in both operands",
               (both & 0xffffffff) != 0, simple);
  features.add("bit 31", "is set in both operands", "is not set in both operands",
               (both >> 31 & 1) != 0, simple);
}

// The parameter `name`, or else `format`; -1 if the operation has neither.
int64_t format_of(const Case& c, std::string_view name) {
  for (const std::string_view each : {name, std::string_view("format")})
    if (c.operation->parameter(each) != nullptr) return c[each];
  return -1;
}

}  // namespace

bool reads_mask(const Program& program) {
  return std::ranges::any_of(
      program.steps, [](const Case& step) { return bm_atomic::is_mask_copy(*step.operation); });
}

void describe_mask(const Program& program, size_t step, Features& features) {
  const Case& c = program.steps[step];
  if (!bm_atomic::is_mask_copy(*c.operation)) return;
  const int64_t words = spec::cost(c);
  const bool may_be_changed = std::any_of(
      program.steps.begin(), program.steps.begin() + static_cast<std::ptrdiff_t>(step),
      [&](const Case& earlier) { return spec::common_bytes(earlier, on_dst, c, on_src1) > 0; });
  if (words > most_mask_words || may_be_changed) return;
  int64_t kept = 0;
  for (const spec::OperandRange& range : spec::footprint(c)) {
    if (range.operand != on_src1) continue;
    std::vector<uint8_t> bytes(static_cast<size_t>(range.size));
    fill(bytes.data(), range.size, c.fill, range.space, range.lane, range.first, c.data[2]);
    for (size_t at = 0; at + 4 <= bytes.size(); at += 4)
      kept += std::any_of(&bytes[at], &bytes[at] + 4, [](uint8_t b) { return b != 0; }) ? 1 : 0;
  }
  features.add("words kept", Sort::number, kept, simple);
  features.add("words left out", Sort::number, words - kept, simple);
}

void describe_contents(const Case& c, Features& features) {
  using bm_atomic::Format;
  const bool adds = c.operation->parameter("result_add") != nullptr;
  const bool is_bdc = c.operation->family == Family::okk_bdc;
  const std::vector<MemoryRange> ranges = windows({c.profile, c.fill, {c}});
  spec::Contents before = contents(ranges, c.fill);
  std::optional<int64_t> words[operand_count];
  double sum = 0;
  for (const spec::OperandRange& range : spec::footprint(c)) {
    const int operand = std::countr_zero(range.operand);
    if (range.size > 4) continue;
    constexpr const char* names[] = {"what dst holds", "what src holds", "what src1 holds"};
    const std::vector<uint8_t> bytes = bytes_of(range, before);
    if (operand == 0 && !adds) {  // no document lets these bytes matter
      features.add(names[operand], Sort::content, integer(bytes, true), derived);
      continue;
    }
    const int64_t format = format_of(c, operand == 0 ? "dst_format" : "src_format");
    if (format == static_cast<int64_t>(Format::float32) ||
        format == static_cast<int64_t>(Format::float16)) {
      const double value = reference::atomic::decode(static_cast<uint32_t>(integer(bytes, false)),
                                                     static_cast<Format>(format),
                                                     reference::TakenReadings(default_readings));
      describe_float(names[operand], value, features);
      sum += value;
    } else {
      const int64_t value = integer(bytes, format != static_cast<int64_t>(Format::uint8));
      words[operand] = value;
      features.add(names[operand], Sort::content, value, usual);
    }
  }
  if (adds)
    features.add("the sum", "is subnormal", "is not subnormal",
                 sum != 0 && std::fabs(sum) < std::numeric_limits<float>::min(), simple);
  if (is_bdc && words[1]) describe_words(c, *words[1], words[2] ? *words[2] : c["C"], features);
}

}  // namespace strideproof::explanation
