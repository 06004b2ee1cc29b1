#include "conform/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "conform/explain/explorer.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr size_t enough_to_say = 8, nearly_all = 8, much_better = 4, few_samples = 60;
constexpr size_t least_confirming = 4, most_mistakes = 1;

}  // namespace

Explorer::Counts Explorer::counts() const {
  Counts counts;
  for (const Sample& sample : samples_) {
    const bool holds = rule_.holds(sample.values);
    ++counts.all;
    counts.failing += sample.fails ? 1 : 0;
    counts.where += holds ? 1 : 0;
    counts.both += holds && sample.fails ? 1 : 0;
  }
  return counts;
}

bool Explorer::is_confirmed() const {
  const Counts n = counts();
  return n.where >= least_confirming && n.all >= n.where + least_confirming &&
         n.mistakes() <= most_mistakes;
}

Explanation Explorer::explanation() const {
  const Counts n = counts();
  return {sentence() + (ended_ ? "; cut short" : ""), n.all,
          n.all < enough_to_say ? n.all : n.mistakes(), stated(), condition()};
}

std::string Explorer::sentence() const {
  const Counts n = counts();
  if (n.all < enough_to_say)
    return fmt::format("fails in {} of {} cases tried near it: too few to say when", n.failing,
                       n.all);
  std::string out = one_element_ ? "with one element: " : "";
  const bool few = n.all < few_samples;
  const std::string tried = fmt::format("{} cases tried{}", n.all, few ? " so far" : "");
  if (n.passing() == 0) return fmt::format("{}fails in all {}", out, tried);
  if (rule_.any_of.front().empty() || is_vague())
    return fmt::format("{}fails in {} of {} cases tried near it", out, n.failing, n.all);
  out += fmt::format("fails when {}", rule_.text(features_));
  if (n.both < n.where) out += fmt::format(" ({} of {} such cases)", n.both, n.where);
  if (n.failing > n.both)
    out += fmt::format("; otherwise in {} of {}", n.failing - n.both, n.all - n.where);
  else if (!few)
    out += "; passes otherwise";
  return fmt::format("{}; {}", out, tried);
}

bool Explorer::is_vague() const {
  const Counts n = counts();
  return n.passing() * nearly_all <= n.all && n.mistakes() * much_better > n.passing();
}

std::string Explorer::stated() const {
  const Counts n = counts();
  if (n.all < enough_to_say) return {};
  if (is_vague()) return 10 * n.failing < 9 * n.all ? "" : "in nearly all cases";
  if (10 * n.both < 9 * n.where) return {};
  const std::string rule = n.passing() == 0 ? "always" : rule_.text(features_);
  return one_element_ ? "with one element: " + rule : rule;
}

std::shared_ptr<const Condition> Explorer::condition() const {
  if (one_element_ || failing_.steps.size() > 1 || is_vague() || stated().empty()) return nullptr;
  return std::make_shared<Condition>(counts().passing() == 0 ? Rule{{Conjunction{}}} : rule_,
                                     features_,
                                     std::popcount(evaluate(failing_.steps[0]).violated));
}

int64_t elements_of(const Program& program) {
  int64_t most = 1;
  for (const Case& step : program.steps)
    if (!step.operation->parameters.empty()) most = std::max(most, spec::cost(step));
  return most;
}

std::optional<Explanation> confirm(const Condition& condition, const Program& failing,
                                   const Fails& fails, const Budget& budget) {
  if (!condition.holds(failing)) return std::nullopt;
  const Explorer explorer(failing, false, fails, budget, &condition);
  return explorer.is_confirmed() ? std::optional(explorer.explanation()) : std::nullopt;
}

Explanation explain(const Program& failing, const Fails& fails, const Budget& budget) {
  if (budget.cases <= 0) return {"no case near it was tried: others were explained before it"};
  if (budget.ended && budget.ended()) return {"no case near it was tried: no time was left"};
  if (fails(failing) != true) return {"no case near it was tried: it does not fail again alone"};
  std::optional<Explorer> of_element;
  const auto answer = [&](const Program& program) -> std::optional<bool> {
    if ((budget.ended && budget.ended()) || !evaluate(program.steps[0]).legal())
      return std::nullopt;
    return fails(program);
  };
  if (budget.vary_contents && failing.steps.size() == 1 && evaluate(failing.steps[0]).violated == 0)
    if (const auto one = element_of(failing, answer)) {
      of_element.emplace(*one, true, fails, budget);
      if (of_element->is_good()) return of_element->explanation();
    }
  const Explorer whole(failing, false, fails, budget);
  const bool contents_say_more = of_element && of_element->mistakes() < whole.mistakes();
  return contents_say_more ? of_element->explanation() : whole.explanation();
}

}  // namespace strideproof::explanation
