#include "conform/explain/nearest_pair.h"

#include <algorithm>
#include <tuple>

#include "conform/explain/neighbours.h"

namespace strideproof::explanation {

uint64_t gap(int64_t a, int64_t b) {
  return static_cast<uint64_t>(std::max(a, b)) - static_cast<uint64_t>(std::min(a, b));
}

std::optional<SamplePair> nearest_pair(const std::vector<Sample>& samples,
                                       const Conjunction& conjunction, const Literal& threshold) {
  std::optional<SamplePair> nearest;
  for (const Sample& f : samples) {
    if (!f.fails || !holds(conjunction, f.values)) continue;
    for (const Sample& p : samples) {
      const int64_t passes_at = value_of(p.values, threshold.feature);
      if (p.fails || passes_at == absent || threshold.holds(passes_at)) continue;
      const std::optional<size_t> differing = distance(f.program, p.program);
      if (!differing) continue;
      const SamplePair pair{&f, &p, *differing,
                            gap(value_of(f.values, threshold.feature), passes_at)};
      if (!nearest ||
          std::tie(pair.differing, pair.gap) < std::tie(nearest->differing, nearest->gap))
        nearest = pair;
    }
  }
  return nearest;
}

std::vector<const Sample*> nearest_in(const std::vector<Sample>& samples, size_t feature,
                                      int64_t value,
                                      const std::function<bool(const Sample&)>& is_wanted) {
  std::vector<const Sample*> nearest;
  uint64_t least = UINT64_MAX;
  for (const Sample& sample : samples) {
    const int64_t other = value_of(sample.values, feature);
    const uint64_t away = other == absent ? 0 : gap(other, value);
    if (away == 0 || away > least || !is_wanted(sample)) continue;
    if (away < least) nearest.clear();
    nearest.push_back(&sample);
    least = away;
  }
  return nearest;
}

const Sample* last_left_out(const std::vector<Sample>& samples, const FailureRule& rule,
                            size_t most) {
  const Sample* last = nullptr;
  size_t count = 0;
  for (const Sample& sample : samples)
    if (sample.fails && !rule.holds(sample.values)) {
      last = &sample;
      ++count;
    }
  return count > most ? nullptr : last;
}

const Sample* nearest_to_limit(const std::vector<Sample>& samples, const Conjunction& conjunction,
                               const Literal& threshold) {
  const Sample* nearest = nullptr;
  const auto away = [&](const Sample& sample) {
    return gap(value_of(sample.values, threshold.feature), threshold.value);
  };
  for (const Sample& sample : samples)
    if (sample.fails && holds(conjunction, sample.values) &&
        (nearest == nullptr || away(sample) < away(*nearest)))
      nearest = &sample;
  return nearest;
}

}  // namespace strideproof::explanation
