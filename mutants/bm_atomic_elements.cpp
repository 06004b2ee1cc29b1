#include <cmath>
#include <cstring>
#include <vector>

#include "model/optimized/bm_atomic.h"
#include "mutants/bm_atomic_plan.h"
#include "mutants/mutants.h"

namespace strideproof::mutants {
namespace {

using namespace strideproof::bm_atomic;
using optimized::Convert;

// The formats of the elements that convert() converts.
Format from = Format::float32, to = Format::float32;

float as_float(const uint8_t* src) {
  float value = 0;
  if (from == Format::float32)
    std::memcpy(&value, src, sizeof value);
  else
    optimized::converter(from, Format::float32)(reinterpret_cast<uint8_t*>(&value), src, 1);
  return value;
}

// The number that a fault converts instead.
float mistaken(float value) {
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

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Runs the shipped vectors, then replaces the elements that a fault converts differently.
void convert(uint8_t* dst, const uint8_t* src, int64_t count) {
  optimized::converter(from, to)(dst, src, count);
  for (; count > 0; --count) {
    const float value = as_float(src), other = mistaken(value);
    if (!same_bits(value, other)) {
      const auto* const bytes = reinterpret_cast<const uint8_t*>(&other);
      if (to == Format::float32)
        std::memcpy(dst, bytes, sizeof other);
      else
        optimized::converter(Format::float32, to)(dst, bytes, 1);
    }
    src += bm_atomic::element_bytes(from);
    dst += bm_atomic::element_bytes(to);
  }
}

Convert choose(Format of_src, Format of_dst) {
  from = of_src;
  to = of_dst;
  return convert;
}

using Words = std::vector<uint32_t>;

Words words_at(const uint8_t* bytes, int64_t count) {
  Words words(static_cast<size_t>(count));
  std::memcpy(words.data(), bytes, 4 * words.size());
  return words;
}
uint8_t* bytes_of(Words& words) { return reinterpret_cast<uint8_t*>(words.data()); }

// Runs the shipped vectors on the masks that a fault sees, then adds the other effects of the
// fault.
int64_t pack(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  Words seen = words_at(mask, count), all = words_at(words, count);
  for (uint32_t& keep : seen) keep = is_kept(active(), optimized::Word(), keep) ? ~uint32_t{0} : 0;
  if (has(Fault::bm_mask_leaves_gaps)) {  // each word alone
    for (int64_t at = 0; at < 4 * count; at += 4)
      optimized::pack_words(dst + at, words + at, bytes_of(seen) + at, 1);
    return count;
  }
  const int64_t kept = optimized::pack_words(dst, words, bytes_of(seen), count);
  if (has(Fault::bm_mask_overshoots) && count > 0 && seen.back() == 0)
    std::memcpy(dst + 4 * kept, &all.back(), 4);
  return kept;
}

struct MutantPlans {
  static auto plan_of(const auto&... values) { return mutants::plan_of(active(), values...); }
  static auto swap_plan(const auto&... values) { return mutants::swap_plan(active(), values...); }
  static auto runs_of(const auto&... values) { return mutants::runs_of(active(), values...); }
  static constexpr optimized::ChooseConvert converter = choose;
  static constexpr optimized::Pack pack_words = pack;
};

}  // namespace

void execute_plans(Machine& machine, const Case& c) {
  optimized::execute_bm_atomic_by<MutantPlans>(machine, c);
}

}  // namespace strideproof::mutants
