// The faults of bm-atomic in what it does with elements: the plans run, or elements are stored one by
// one as a fault has them.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "model/optimized/bm_atomic_execution.h"
#include "mutants/bm_atomic.h"
#include "mutants/common.h"

namespace strideproof::mutants {
namespace {

using namespace strideproof::bm_atomic;

struct MutantPlans {
  static auto plan_of(const auto&... values) { return mutants::plan_of(active(), values...); }
  static auto swap_plan(const auto&... values) { return mutants::swap_plan(active(), values...); }
  static auto runs_of(const auto&... values) { return mutants::runs_of(active(), values...); }
};

// ---- conversions ----

float load(Format format, const uint8_t* at) {
  float value = 0;
  if (format == Format::float32)
    std::memcpy(&value, at, sizeof value);
  else
    optimized::converter(format, Format::float32)(reinterpret_cast<uint8_t*>(&value), at, 1);
  return value;
}

void store(Format format, float value, uint8_t* at) {
  if (format == Format::float32)
    std::memcpy(at, &value, sizeof value);
  else
    optimized::converter(Format::float32, format)(at, reinterpret_cast<uint8_t*>(&value), 1);
}

// The number that a fault converts instead.
float mistaken(Format from, Format to, float value) {
  const bool half = from == Format::float16 || to == Format::float16;
  const bool integer = to == Format::uint8 || to == Format::int8;
  if (has(Fault::bm_half_flushed) && half && std::fabs(value) < 0x1p-14F) return 0;
  if (std::isnan(value))
    return has(Fault::bm_nan_to_zero) && (to == Format::uint8 || to == Format::float16) ? 0 : value;
  if (has(Fault::bm_half_stays_finite) && to == Format::float16 && std::isfinite(value))
    return std::fmin(std::fmax(value, -65504.0F), 65504.0F);
  if (has(Fault::bm_uint8_truncated) && to == Format::uint8) return std::trunc(value);
  if (has(Fault::bm_uint8_at_127) && to == Format::uint8) return std::fmin(value, 127.0F);
  // In float64 the sum is exact.
  if (has(Fault::bm_rounds_half_up) && integer && std::fabs(value) < 1000)
    return static_cast<float>(std::floor(double{value} + 0.5));
  if (has(Fault::bm_saturation_missing) && integer && std::fabs(value) < 0x1p31F) {
    const auto low = static_cast<uint8_t>(std::llrint(value));
    return static_cast<float>(to == Format::uint8 ? int{low} : int{static_cast<int8_t>(low)});
  }
  return value;
}

// Runs the plans, then replaces the elements that a fault converts differently.
void convert(Machine& machine, const Case& c) {
  const auto from = static_cast<Format>(c["src_format"]), to = static_cast<Format>(c["dst_format"]);
  std::vector<float> numbers;
  each_element(machine, c, on_src, element_bytes(from),
               [&](const uint8_t* at) { numbers.push_back(load(from, at)); });
  optimized::execute_bm_atomic<MutantPlans>(machine, c);
  auto number = numbers.begin();
  each_element(machine, c, on_dst, element_bytes(to), [&](uint8_t* at) {
    const float right = *number++, wrong = mistaken(from, to, right);
    if (std::memcmp(&right, &wrong, sizeof wrong) != 0) store(to, wrong, at);
  });
}

// ---- masks ----

std::vector<uint32_t> words_of(Machine& machine, const Case& c, Operands which) {
  std::vector<uint32_t> words;
  each_element(machine, c, which, mask_word_bytes,
               [&](const uint8_t* at) { std::memcpy(&words.emplace_back(), at, mask_word_bytes); });
  return words;
}

// Stores the words that the mask keeps, one by one, as a fault sees the mask and counts the words.
void pack(Machine& machine, const Case& c) {
  const std::vector<uint32_t> words = words_of(machine, c, on_src),
                              mask = words_of(machine, c, on_src1);
  uint8_t* const dst = machine.base(Space::system) + c["dst_global_mem_addr"];
  int64_t at = 0;
  bool kept = true;
  machine.mask_count = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    kept = is_kept(active(), optimized::Word(), mask[i]);
    if (kept) std::memcpy(dst + at * mask_word_bytes, &words[i], mask_word_bytes);
    at = place_after(active(), at, kept);
    machine.mask_count += kept ? 1 : 0;
  }
  if (has(Fault::bm_mask_overshoots) && !kept)
    std::memcpy(dst + at * mask_word_bytes, &words.back(), mask_word_bytes);
}

}  // namespace

void execute_plans(Machine& machine, const Case& c) {
  const Kind k = kind(*c.operation);
  constexpr Fault packing[] = {Fault::bm_mask_low_bit, Fault::bm_mask_low_byte,
                               Fault::bm_mask_leaves_gaps, Fault::bm_mask_overshoots};
  if (k == Kind::memcpy_4D && c["src_format"] != c["dst_format"]) return convert(machine, c);
  if (k == Kind::mask_memcpy_4D && std::any_of(std::begin(packing), std::end(packing), has))
    return pack(machine, c);
  optimized::execute_bm_atomic<MutantPlans>(machine, c);
}

}  // namespace strideproof::mutants
