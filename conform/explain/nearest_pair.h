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
  size_t differing;  // values of parameters in which the two differ
  uint64_t gap;      // between their values of the feature
};

// A failing sample for which the conjunction holds, and a passing sample for which the threshold
// does not hold, which differ in the fewest values of parameters, and then have the least gap. No
// value: every pair differs in more than values of parameters. Valid as long as the samples.
std::optional<SamplePair> nearest_pair(const std::vector<Sample>& samples,
                                       const Conjunction& conjunction, const Literal& threshold);

// The wanted samples whose value of a feature is nearest to this value, but not equal.
std::vector<const Sample*> nearest_in(const std::vector<Sample>& samples, size_t feature,
                                      int64_t value,
                                      const std::function<bool(const Sample&)>& is_wanted);

// The last failing sample for which the rule does not hold; nullptr if none, or more than `most`.
const Sample* last_left_out(const std::vector<Sample>& samples, const FailureRule& rule,
                            size_t most);

// The failing sample for which the conjunction holds that is nearest to this threshold in it.
const Sample* nearest_to_limit(const std::vector<Sample>& samples, const Conjunction& conjunction,
                               const Literal& threshold);

}  // namespace strideproof::explanation
