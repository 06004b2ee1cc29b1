#pragma once
// Runs cases near a failing program and learns a rule that separates failing from passing ones.

#include <vector>

#include "conform/explain/explain.h"
#include "conform/explain/rule.h"

namespace strideproof::explanation {

inline constexpr size_t few_samples = 120;

struct Explored {
  std::vector<Sample> samples;  // the first is the failing program
  Features features;
  FailureRule rule = {};
  bool cut_short = false;  // by Budget::ended

  SampleCounts counts() const { return counts_of(samples, rule); }
  bool is_few() const { return cut_short || samples.size() <= few_samples; }
};

// one_element: the program has one element, whose contents are varied and are features.
Explored explore(const Program& failing, bool one_element, const Fails& fails,
                 const Budget& budget);
// Runs cases on both sides of the rule of another finding.
Explored compare_with(const Condition& condition, const Program& failing, const Fails& fails,
                      const Budget& budget);

}  // namespace strideproof::explanation
