#pragma once
// Runs cases near a failing program, as samples for a rule, and finds samples near a threshold.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conform/explain/explain.h"
#include "conform/explain/rule.h"

namespace strideproof::explanation {

class Sampler {
 public:
  // one_element: see Neighbours.
  Sampler(const Program& failing, bool one_element, const Fails& fails, const Budget& budget,
          Features features);

  // The outcome of a new sample; no value if the program is known, the budget is used, or the run
  // gives no outcome.
  std::optional<bool> sample(const Program& program);
  void add(Sample sample) { samples_.push_back(std::move(sample)); }
  // Returns false if the program was known before.
  bool mark_known(const Program& program) { return known_.insert(print(program)).second; }
  bool knows(const Program& program) const { return known_.contains(print(program)); }
  Values values(const Program& program) { return features_.values(program); }

  bool is_over();
  size_t cases_left() const { return most_ - std::min(most_, run_); }
  // Allows the part of the budget that is kept to test the rule on its edges and on fresh cases.
  void begin_last_cases();

  const std::vector<Sample>& samples() const { return samples_; }  // the failing program first
  const Features& features() const { return features_; }
  size_t failing_run() const { return failing_run_; }
  bool contents_decide() const { return contents_decide_; }
  bool was_cut_short() const { return cut_short_; }  // by Budget::ended

 private:
  std::optional<bool> run_with_other_contents(const Program& program);

  const bool contents_decide_;
  const Fails& fails_;
  const Budget& budget_;
  Features features_;
  bool cut_short_ = false;
  const size_t most_;
  size_t run_ = 1, kept_;  // cases; of these:
  size_t failing_run_ = 0, failing_kept_;
  std::vector<Sample> samples_;
  std::set<std::string> known_;  // lines of programs that were run
};

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
