#include "conform/explain/explain.h"

#include <bit>

#include "conform/explain/explorer.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t small_centre = 1024;
constexpr size_t fills_tried = 16, fills_of_an_element = 300;
constexpr int passing_by_contents = 4;
constexpr int64_t elements_looked_at = 32;
constexpr size_t one_mistake_in = 50;

// Where the same parameters often pass on other bytes: a failing case with a single element, of which
// it is told what the bytes are. (Seldom: some byte was right by chance. Large cases are about sizes.)
std::optional<Program> element_of(const Program& failing_case, const Fails& fails,
                                  const Budget& budget) {
  const auto ended = [&] { return budget.ended && budget.ended(); };
  if (elements_of(failing_case) > small_centre) return std::nullopt;
  int passing = 0;
  for (const Program& other : refilled(failing_case, fills_tried))
    if (!ended() && evaluate(other.steps[0]).legal() && fails(other) == false) ++passing;
  if (passing < passing_by_contents) return std::nullopt;
  Program one = failing_case;
  for (const Parameter& parameter : one.steps[0].operation->parameters)
    for (int i = 0; i < slots(parameter.type) && parameter.role == Role::extent; ++i)
      one.steps[0].arguments.value[static_cast<size_t>(parameter.slot + i)] = 1;
  if (one == failing_case) return one;
  // One of its elements failed: that, if it lies behind the first; or one with other contents.
  std::vector<Program> all;
  for (int64_t behind = 0; behind < elements_looked_at; ++behind) {
    all.push_back(one);
    for (const Parameter& parameter : one.steps[0].operation->parameters)
      if (parameter.role == Role::address)
        all.back().steps[0].arguments.value[static_cast<size_t>(parameter.slot)] += 4 * behind;
  }
  for (Program& other : refilled(one, fills_of_an_element)) all.push_back(std::move(other));
  for (const Program& other : all)
    if (!ended() && evaluate(other.steps[0]).legal() && fails(other) == true) return other;
  return std::nullopt;
}

}  // namespace

Explanation explain(const Program& failing, const Fails& fails, const Budget& budget) {
  if (budget.cases <= 0) return {"no case near it was tried: others were explained before it"};
  if (budget.ended && budget.ended()) return {"no case near it was tried: no time was left"};
  if (fails(failing) != true) return {"no case near it was tried: it does not fail again alone"};
  const int violated = std::popcount(evaluate(failing.steps[0]).violated);
  std::optional<Explorer> of_element;
  if (failing.steps.size() == 1 && violated == 0)
    if (const auto one = element_of(failing, fails, budget)) {
      of_element.emplace(*one, Neighbourhood{0, true}, fails, budget);
      of_element->explore();
      if (of_element->mistakes() * one_mistake_in <= of_element->samples())
        return of_element->explanation();
    }
  Explorer of_all(failing, Neighbourhood{violated, false}, fails, budget);
  of_all.explore();
  const bool contents_say_more = of_element && of_element->mistakes() < of_all.mistakes();
  return contents_say_more ? of_element->explanation() : of_all.explanation();
}

}  // namespace strideproof::explanation
