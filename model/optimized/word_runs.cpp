// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/word_runs.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <algorithm>

#include "model/optimized/word_runs.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

#include "model/optimized/word_runs-inl.h"

Compute best_compute(Function function, bool a_stays, bool b_stays) {
  return best_of(function, a_stays, b_stays);
}

Extremes best_extremes(const uint8_t* bytes, int64_t count) {
  const auto* const words = reinterpret_cast<const int32_t*>(bytes);
  const Signed tag;
  const auto width = static_cast<int64_t>(hn::Lanes(tag));
  int32_t least = words[0], most = words[0];
  int64_t at = 0;
  if (count >= width) {
    auto low = hn::LoadU(tag, words), high = low;
    for (at = width; at + width <= count; at += width) {
      const auto next = hn::LoadU(tag, words + at);
      low = hn::Min(low, next);
      high = hn::Max(high, next);
    }
    least = hn::GetLane(hn::MinOfLanes(tag, low));
    most = hn::GetLane(hn::MaxOfLanes(tag, high));
  }
  for (; at < count; ++at) {
    least = std::min(least, words[at]);
    most = std::max(most, words[at]);
  }
  return {least, most};
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_compute);
HWY_EXPORT(best_extremes);

Compute vector_compute(Function function, const WordLoop<int64_t>& run) {
  const auto adjacent_or_stays = [](int64_t step) { return step == 4 || step == 0; };
  if (run.step[0] != 4 || !adjacent_or_stays(run.step[1]) || !adjacent_or_stays(run.step[2]))
    return nullptr;
  return HWY_DYNAMIC_DISPATCH(best_compute)(function, run.step[1] == 0, run.step[2] == 0);
}

Extremes extremes_of(const uint8_t* words, int64_t count) {
  return HWY_DYNAMIC_DISPATCH(best_extremes)(words, count);
}

}  // namespace strideproof::optimized
#endif
