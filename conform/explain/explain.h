#pragma once
// Explains a failing case: runs cases near it and gives the shortest condition that separates the
// failing from the passing ones. Further cases on both sides of the condition test it, and
// thresholds are bisected. The sentence states observations and proves nothing:
//
//   fails when dst start lane > 0 and shape.n > 1; passed otherwise (in 251 cases); 412 cases tried
//   fails when shape.h > 2; 31 cases tried so far
//
// If contents of memory decide, cases of one element are run, and their contents are features. Each
// step of a program has its own conditions.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// True if a program fails like the program to be explained; no value if this is unknown.
using Fails = std::function<std::optional<bool>(const Program&)>;

// Counted in cases, so that the same seed gives the same explanation on every machine.
struct Budget {
  int cases = 500;
  std::function<bool()> ended;  // asked before each case; true cuts the explanation short
  bool vary_contents = true;    // false: contents seldom decide, or a case takes long
  // Limit of failing cases, if each costs much. Up to half of them may find a condition, the others
  // test it.
  size_t failing = SIZE_MAX;
  std::vector<Window> offered = {};  // windows of system memory; none: the windows of the profile
  // Programs of one step of the same operation that passed before. They correct a condition that
  // wrongly describes them.
  std::vector<Program> passed = {};
  // Called before the last cases, which test the condition on its edges and on fresh cases, so that
  // `ended` may allow more; again if cases of several elements follow cases of one element.
  std::function<void()> begin_last_cases = {};
};

struct Explanation {
  std::string sentence;     // one line, never empty
  size_t cases = 0;         // cases that were run
  size_t mistakes = 0;      // cases that the rule gets wrong; all cases if these are too few
  std::string stated = {};  // the condition of the sentence, if nine in ten of its cases fail
  // The condition as a predicate; nullptr if it does not describe a single case alone.
  std::shared_ptr<const Condition> condition = nullptr;
  std::vector<Tried> tried = {};  // the cases of the sentence
};

// Elements of the largest step.
int64_t elements_of(const Program& program);

using Conditions = std::vector<std::shared_ptr<const Condition>>;

// Precondition: the program fails. The same answers give the same explanation, unless it is cut
// short. known: conditions of other findings, of which one may describe this program or an element
// of it.
Explanation explain(const Program& failing, const Fails& fails, const Budget& budget,
                    const Conditions& known = {});

// The explanation by the first of these conditions that describes the program, if a few cases on
// both sides confirm it.
std::optional<Explanation> first_confirmed(const Conditions& known, const Program& failing,
                                           const Fails& fails, const Budget& budget);

}  // namespace strideproof::explanation
