#include "conform/explain/condition.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "spec/spec.h"

namespace strideproof::explanation {

Condition::Condition(Rule rule, Features features, int most_violated)
    : rule_(std::move(rule)), features_(std::move(features)), most_violated_(most_violated) {}

bool Condition::holds(const Program& program) const {
  const Case& step = program.steps.front();
  return program.steps.size() == 1 && !step.operation->parameters.empty() &&
         std::popcount(spec::evaluate(step).violated) <= most_violated_ &&
         rule_.holds(features_.values(program));
}

bool Condition::always() const {
  return std::any_of(rule_.any_of.begin(), rule_.any_of.end(),
                     [](const Conjunction& conjunction) { return conjunction.empty(); });
}

std::string Condition::text() const { return always() ? "always" : rule_.text(features_); }

}  // namespace strideproof::explanation
