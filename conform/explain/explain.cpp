#include "conform/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "conform/explain/explorer.h"
#include "conform/explain/neighbours.h"
#include "conform/report/condition.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr size_t enough_to_say = 8, nearly_all = 8, much_better = 4;
constexpr size_t least_confirming = 4, most_mistakes = 1;
constexpr size_t few_that_meet = 16;   // the rule of a sentence
constexpr size_t one_mistake_in = 50;  // of a good rule
// Refills of a case that pass, if contents seem to decide. If fewer pass, bytes were right by
// chance.
constexpr size_t often = 4;

// A rule must hold for the explained case. If nearly all fail, it is useful only if it finds most
// of those that pass.
bool is_vague(const Explored& explored, const SampleCounts& n) {
  return !explored.rule.holds(explored.samples.front().values) ||
         (n.passing() * nearly_all <= n.all && n.mistakes() * much_better > n.passing());
}

bool is_good(const Explored& explored) {
  const SampleCounts n = explored.counts();
  return n.all >= enough_to_say && n.passing() > 0 && n.mistakes() * one_mistake_in <= n.all;
}

std::string sentence_of(const Explored& explored) {
  const SampleCounts n = explored.counts();
  if (n.all < enough_to_say)
    return fmt::format("fails in {} of {} cases tried near it: too few to say when", n.failing,
                       n.all);
  const bool few = explored.is_few() || n.where < few_that_meet;
  const std::string tried = fmt::format("{} cases tried{}", n.all, few ? " so far" : "");
  if (n.passing() == 0) return fmt::format("fails in all {}", tried);
  if (explored.rule.any_of.front().empty() || is_vague(explored, n))
    return fmt::format("fails in {} of {} cases tried near it", n.failing, n.all);
  std::string out = fmt::format("fails when {}", explored.rule.text(explored.features));
  if (n.both < n.where) out += fmt::format(" ({} of {} such cases)", n.both, n.where);
  if (n.failing > n.both)
    out += fmt::format("; failed otherwise in {} of {}", n.failing - n.both, n.all - n.where);
  else if (!few)
    out += fmt::format("; passed otherwise (in {} cases)", n.all - n.where);
  return fmt::format("{}; {}", out, tried);
}

Explanation explanation_of(const Explored& explored, bool one_element) {
  const SampleCounts n = explored.counts();
  const bool is_enough = n.all >= enough_to_say, always = n.passing() == 0;
  const std::string element(one_element ? of_one_element : "");
  Explanation found{(is_enough ? element : "") + sentence_of(explored) +
                        (explored.cut_short ? "; cut short" : ""),
                    n.all, is_enough ? n.mistakes() : n.all};
  for (const Sample& sample : explored.samples)
    found.tried.push_back({sample.program, sample.fails});
  if (is_enough && is_vague(explored, n) && 10 * n.failing >= 9 * n.all)
    found.stated = "in nearly all cases";
  if (!is_enough || is_vague(explored, n) || 10 * n.both < 9 * n.where) return found;
  found.stated = element + (always ? "always" : explored.rule.text(explored.features));
  const Program& failing = explored.samples.front().program;
  if (failing.steps.size() == 1)
    found.condition = std::make_shared<Condition>(
        Condition{always ? FailureRule{{Conjunction{}}} : explored.rule, explored.features,
                  std::popcount(evaluate(failing.steps.front()).violated)});
  return found;
}

}  // namespace

int64_t elements_of(const Program& program) {
  int64_t most = 1;
  for (const Case& step : program.steps)
    if (!step.operation->parameters.empty()) most = std::max(most, spec::cost(step));
  return most;
}

std::optional<Explanation> first_confirmed(const Conditions& known, const Program& failing,
                                           const Fails& fails, const Budget& budget) {
  for (const auto& condition : known) {
    if (!condition->holds(failing)) continue;
    const Explored explored = compare_with(*condition, failing, fails, budget);
    const SampleCounts n = explored.counts();
    if (n.where < least_confirming || n.all < n.where + least_confirming ||
        n.mistakes() > most_mistakes)
      continue;
    Explanation found = explanation_of(explored, condition->of_contents());
    if (!found.stated.empty()) return found;
  }
  return std::nullopt;
}

Explanation explain(const Program& failing, const Fails& fails, const Budget& budget,
                    const Conditions& known) {
  if (const auto same = first_confirmed(known, failing, fails, budget)) return *same;
  if (budget.cases <= 0) return {"no case near it was tried: others were explained before it"};
  const auto has_ended = [&] { return budget.ended && budget.ended(); };
  const bool fails_again = !has_ended() && fails(failing) == true;
  if (has_ended()) return {"no case near it was tried: no time was left"};
  if (!fails_again) return {"no case near it was tried: it does not fail again alone"};
  const auto answer = [&](const Program& program) -> std::optional<bool> {
    if (has_ended() || !evaluate(program.steps[0]).legal()) return std::nullopt;
    return fails(program);
  };
  const bool contents_vary =
      budget.vary_contents && failing.steps.size() == 1 && evaluate(failing.steps[0]).violated == 0;
  const size_t passing = contents_vary ? passing_refills(failing, answer) : 0;
  std::optional<Explored> of_element;
  const auto explain_contents = [&]() -> std::optional<Explanation> {
    const auto one = element_of(failing, answer);
    if (!one) return std::nullopt;
    if (const auto same = first_confirmed(known, *one, fails, budget)) return same;
    of_element.emplace(explore(*one, true, fails, budget));
    if (!is_good(*of_element)) return std::nullopt;
    return explanation_of(*of_element, true);
  };
  if (passing >= often)
    if (const auto found = explain_contents()) return *found;
  const Explored whole = explore(failing, false, fails, budget);
  // No parameter decides: perhaps rare contents pass.
  if (passing > 0 && passing < often && whole.counts().passing() == 0)
    if (const auto found = explain_contents()) return *found;
  // Contents matter, so a condition of parameters alone should be much better.
  if (of_element && of_element->counts().mistakes() < 2 * whole.counts().mistakes())
    return explanation_of(*of_element, true);
  return explanation_of(whole, false);
}

}  // namespace strideproof::explanation
