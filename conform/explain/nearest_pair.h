#pragma once
// Samples near a threshold.

#include <functional>
#include <optional>
#include <vector>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// The distance of two values, which may be those of an address.
uint64_t gap(int64_t a, int64_t b);

struct SamplePair {
  const Sample *failing, *passing;
  size_t differing;  // values of parameters in which they differ
  uint64_t gap;      // of their values of the feature
};

// A failing sample for which the conjunction holds, and a passing one for which the threshold does not:
// the pair that differs in the fewest values, and of such pairs one with the least gap. No value: each
// pair differs in more than values of parameters. Valid as long as the samples are.
std::optional<SamplePair> nearest_pair(const std::vector<Sample>& samples,
                                       const Conjunction& conjunction, const Literal& threshold);

// The samples that are wanted, and nearest to this value of a feature, but do not have it.
std::vector<const Sample*> nearest_in(const std::vector<Sample>& samples, size_t feature,
                                      int64_t value,
                                      const std::function<bool(const Sample&)>& is_wanted);

// The last failing sample for which the rule does not hold; nullptr: there is none, or more than `most`.
const Sample* last_left_out(const std::vector<Sample>& samples, const FailureRule& rule,
                            size_t most);

// A failing sample for which the conjunction holds: the nearest to this threshold of the conjunction.
const Sample* nearest_to_limit(const std::vector<Sample>& samples, const Conjunction& conjunction,
                               const Literal& threshold);

}  // namespace strideproof::explanation
