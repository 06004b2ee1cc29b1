#pragma once
// Why does a case fail? Cases like it are run, and a sentence is sought that says which of them
// fail; then others on which sentences that fit so far disagree, and so on. The solver is asked for
// cases on the other side of what all so far have in common, and for cases of which one condition of
// the sentence is not true though the others are, so that it stays only if they pass. What is said
// has been seen, not proved:
//
//   fails when dst start lane > 0 and shape.n > 1; passes otherwise; 412 cases tried
//
// A case that passes is tried with other contents of memory too: by chance it may hold the bytes that
// are wanted. Where the same parameters fail or pass by what memory holds, cases of a single element
// are run instead, and what they hold is spoken of. Of several steps each has its own conditions.

#include <functional>
#include <optional>
#include <string>

#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

// Whether a program fails as the one to be explained does; no value: it cannot be told.
using Fails = std::function<std::optional<bool>(const Program&)>;

// Counted, so that the same seed is explained alike whatever else the machine does.
struct Budget {
  int cases = 400;
  std::function<bool()> ended;  // looked at before each case; where true, the sentence says so
};

struct Explanation {
  std::string sentence;  // a line, never empty
  size_t cases = 0;      // that were tried
  size_t mistakes = 0;   // of these: what the rule behind it is wrong about; all, if too few
};

// Concerns the largest step that has parameters.
int64_t elements_of(const Program& program);

// About a program that fails. The same for the same answers, unless it is ended.
Explanation explain(const Program& failing, const Fails& fails, const Budget& budget);

}  // namespace strideproof::explanation
