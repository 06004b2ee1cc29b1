#pragma once
// Explains a failing case: runs cases near it and says the shortest condition that tells those that
// fail from those that pass. Further cases are those on which conditions that fit so far disagree.
// The sentence states what was observed and proves nothing:
//
//   fails when dst start lane > 0 and shape.n > 1; passes otherwise; 412 cases tried
//
// If the same parameters fail or pass depending on contents of memory, cases of one element are run
// and their contents are described. Each step of a program has conditions of its own.

#include <functional>
#include <optional>
#include <string>

#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

// Whether a program fails as the one to be explained does; no value: unknown.
using Fails = std::function<std::optional<bool>(const Program&)>;

// Counted in cases, so that the same seed is explained alike on every machine.
struct Budget {
  int cases = 400;
  std::function<bool()> ended;  // asked before each case; once true, the sentence says so
};

struct Explanation {
  std::string sentence;  // one line, never empty
  size_t cases = 0;      // that were tried
  size_t mistakes = 0;   // cases that the rule is wrong about; all of them if they are too few
};

// Elements of the largest step.
int64_t elements_of(const Program& program);

// The program fails. The same answers give the same explanation, unless it is ended.
Explanation explain(const Program& failing, const Fails& fails, const Budget& budget);

}  // namespace strideproof::explanation
