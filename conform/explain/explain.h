#pragma once
// Explains a failing case: runs cases near it and gives the shortest condition that separates the
// failing from the passing ones. Further cases on both sides of the condition test it, and
// thresholds are bisected. The sentence states observations and proves nothing:
//
//   fails when dst start lane > 0 and shape.n > 1; passed otherwise (in 251 cases); 412 cases tried
//   fails when shape.h > 2; 31 cases tried so far
//
// If contents of memory decide, cases of one element are run, and the features of their contents
// are used. Each step of a program has its own conditions.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// True if a program fails like the one to be explained; no value if that is unknown.
using Fails = std::function<std::optional<bool>(const Program&)>;

// Counted in cases, so that the same seed gives the same explanation on every machine.
struct Budget {
  int cases = 500;
  std::function<bool()> ended;  // asked before each case; true cuts the explanation short
  bool vary_contents = true;    // false: contents seldom decide, or a case takes long
  // Cases that fail, at most, where each costs much: half of them to find a condition, half to test
  // it.
  size_t failing = SIZE_MAX;
  std::vector<Window> offered = {};  // windows of system memory; none: those of the profile
  // Programs of one step of the same operation that passed before: those that a condition wrongly
  // describes correct it.
  std::vector<Program> passed = {};
  // Called before the last cases, which test the condition on its edges and on cases drawn afresh:
  // `ended` may then allow some more. It is called for cases of one element, and again if others are run after them.
  std::function<void()> begin_last_cases = {};
};

struct Explanation {
  std::string sentence;     // one line, never empty
  size_t cases = 0;         // cases that were run
  size_t mistakes = 0;      // cases that the rule gets wrong; all of them if they are too few
  std::string stated = {};  // the condition of the sentence, if nine in ten of its cases fail
  // The same as a predicate; nullptr if it is not of a single case alone.
  std::shared_ptr<const Condition> condition = nullptr;
  std::vector<Tried> tried = {};  // the cases of the sentence
};

// Elements of the largest step.
int64_t elements_of(const Program& program);

using Conditions = std::vector<std::shared_ptr<const Condition>>;

// Precondition: the program fails. The same answers give the same explanation, unless it is cut
// short. known: conditions of other findings, of which one may describe an element of this program.
Explanation explain(const Program& failing, const Fails& fails, const Budget& budget,
                    const Conditions& known = {});

// The explanation of another case that fails, if the condition describes this one too: a few cases
// on both sides of it are run.
std::optional<Explanation> confirm(const Condition& condition, const Program& failing,
                                   const Fails& fails, const Budget& budget);

// By the first of these conditions that describes the program.
std::optional<Explanation> first_confirmed(const Conditions& known, const Program& failing,
                                           const Fails& fails, const Budget& budget);

}  // namespace strideproof::explanation
