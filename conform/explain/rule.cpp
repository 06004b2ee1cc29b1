#include "conform/explain/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

// pruned() drops a literal that sets right at most one in so many of the samples for which the rule
// holds, and at most so many.
constexpr size_t samples_of_exception = 50, most_exceptions = 3;

constexpr size_t most_compared = 4000;  // tried cases, and as many passed ones
// A rule learned from compared cases is corrected in so many rounds.
constexpr int rounds = 6;
constexpr size_t corrections_of_a_round = 24;
constexpr size_t most_learned_first = most_samples - rounds * corrections_of_a_round;

// The rules without one of its conjunctions, or without one literal of a conjunction.
std::vector<FailureRule> one_part_shorter(const FailureRule& rule) {
  std::vector<FailureRule> all;
  for (size_t i = 0; i < rule.any_of.size(); ++i) {
    if (rule.any_of.size() > 1) {
      all.push_back(rule);
      all.back().any_of.erase(all.back().any_of.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (size_t j = 0; rule.any_of[i].size() > 1 && j < rule.any_of[i].size(); ++j) {
      all.push_back(rule);
      Conjunction& literals = all.back().any_of[i];
      literals.erase(literals.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
  return all;
}

}  // namespace

std::string Literal::text(const Features& features) const {
  const Feature& f = features[feature];
  if (f.sort == Sort::truth) return value == 1 ? f.name : f.negation;
  constexpr std::string_view forms[] = {"{} = {}", "{} != {}", "{} > {}", "{} < {}",
                                        "bit {1} of {0} is set"};
  const bool is_address = f.sort == Sort::address && relation <= Relation::below && value >= 16;
  const std::string of = divisor == 0 ? f.name : fmt::format("{} mod {}", f.name, divisor);
  return fmt::format(fmt::runtime(forms[static_cast<size_t>(relation)]), of,
                     fmt::format(fmt::runtime(is_address ? "{:#x}" : "{}"), value));
}

bool holds(const Conjunction& conjunction, const Values& values) {
  return std::ranges::all_of(conjunction, [&](const Literal& literal) {
    return literal.holds(value_of(values, literal.feature));
  });
}

bool FailureRule::holds(const Values& values) const {
  return std::ranges::any_of(any_of, [&](const Conjunction& conjunction) {
    return explanation::holds(conjunction, values);
  });
}

std::string FailureRule::text(const Features& features) const {
  std::string out;
  for (const Conjunction& conjunction : any_of) {
    if (!out.empty()) out += or_when;
    for (size_t i = 0; i < conjunction.size(); ++i)
      out += (i > 0 ? " and " : "") + conjunction[i].text(features);
  }
  return out;
}

bool Condition::holds(const Program& program) const {
  return std::popcount(spec::evaluate(program.steps.front()).violated) <= most_violated &&
         holds_though_illegal(program);
}

bool Condition::holds_though_illegal(const Program& program) const {
  const Case& step = program.steps.front();
  return program.steps.size() == 1 && !step.operation->parameters.empty() &&
         (!of_contents() || spec::cost(step) == 1) && rule.holds(features.values(program));
}

bool Condition::always() const {
  return std::ranges::any_of(rule.any_of,
                             [](const Conjunction& conjunction) { return conjunction.empty(); });
}

SampleCounts counts_of(const std::vector<Sample>& samples, const FailureRule& rule) {
  SampleCounts counts;
  for (const Sample& sample : samples) {
    const bool holds = rule.holds(sample.values);
    ++counts.all;
    counts.failing += sample.fails ? 1 : 0;
    counts.where += holds ? 1 : 0;
    counts.both += holds && sample.fails ? 1 : 0;
  }
  return counts;
}

std::shared_ptr<const Condition> violation_of(const Program& failing) {
  const Case& c = failing.steps.front();
  if (failing.steps.size() > 1 || c.operation->parameters.empty()) return nullptr;
  const std::vector<const Constraint*> violated = violated_constraints(*c.operation, evaluate(c));
  if (violated.size() != 1) return nullptr;
  Features features(false);
  features.values(failing);
  const auto feature = features.find(fmt::format("{} is violated", violated.front()->label));
  const FailureRule rule{{{{feature.value(), Relation::equal, 1}}}};
  return std::make_shared<const Condition>(Condition{rule, std::move(features), 1});
}

std::string Condition::text() const { return always() ? "always" : rule.text(features); }

FailureRule pruned(FailureRule rule, const std::vector<Sample>& samples) {
  const auto is_often_right = [](const SampleCounts& n) {
    return 10 * (n.where - n.both) <= n.where;
  };
  SampleCounts now = counts_of(samples, rule);
  const size_t most = now.mistakes() + std::min(now.where / samples_of_exception, most_exceptions);
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (FailureRule& other : one_part_shorter(rule)) {
      const SampleCounts n = counts_of(samples, other);
      if (n.mistakes() > most || (shorter && n.mistakes() >= now.mistakes()) ||
          (!is_often_right(n) && is_often_right(now)))
        continue;
      rule = std::move(other);
      now = n;
      shorter = true;
    }
  }
  return rule;
}

FailureRule narrowed(FailureRule rule, const std::vector<Sample>& samples) {
  constexpr double near = 16;
  for (Conjunction& conjunction : rule.any_of)
    for (Literal& literal : conjunction) {
      if (!literal.is_threshold()) continue;
      const bool is_above = literal.relation == Relation::above;
      const auto nearer = [&](std::optional<int64_t>& end, int64_t value, bool smaller) {
        end = smaller ? std::min(end.value_or(value), value) : std::max(end.value_or(value), value);
      };
      std::optional<int64_t> failing, passing;
      for (const Sample& sample : samples) {
        const int64_t value = value_of(sample.values, literal.feature);
        if (value == absent) continue;
        if (sample.fails && holds(conjunction, sample.values)) nearer(failing, value, is_above);
        if (!sample.fails && !literal.holds(value)) nearer(passing, value, !is_above);
      }
      if (!failing || !passing) continue;
      const double from = static_cast<double>(*passing), to = static_cast<double>(*failing);
      if (std::abs(to - from) > std::max(near, std::abs(from)))
        literal.value = is_above ? *failing - 1 : *failing + 1;
    }
  return rule;
}

ComparedCases::ComparedCases(const std::vector<Tried>& tried, const std::vector<Program>& passed,
                             std::vector<Window> offered)
    : features_(false, std::move(offered), true) {
  for (size_t i = 0; i < std::min(tried.size(), most_compared); ++i)
    add(tried[i].program, tried[i].fails);
  learned_first_ = std::min(samples_.size(), most_learned_first);
  for (size_t i = 0; i < passed.size(); i += 1 + passed.size() / most_compared)
    add(passed[i], false);
}

void ComparedCases::add(const Program& program, bool fails) {
  samples_.push_back({{}, features_.values(program), fails});
}

ConditionOfCause ComparedCases::counts(const std::string& rule) const {
  const SampleCounts n = counts_of(samples_, rule_of(rule, features_));
  return {rule, false, static_cast<int64_t>(n.where), static_cast<int64_t>(n.both)};
}

std::optional<ConditionOfCause> ComparedCases::learned() const {
  const auto first_other = samples_.begin() + static_cast<std::ptrdiff_t>(learned_first_);
  std::vector<Sample> samples(samples_.begin(), first_other), others(first_other, samples_.end());
  if (std::ranges::none_of(samples, &Sample::fails)) return std::nullopt;
  FailureRule rule = learn(samples, features_).rule;
  for (int round = 0; round < rounds; ++round) {
    size_t left = corrections_of_a_round;
    const size_t corrected = std::erase_if(others, [&](const Sample& sample) {
      if (left == 0 || rule.holds(sample.values) == sample.fails) return false;
      --left;
      samples.push_back(sample);
      return true;
    });
    if (corrected == 0) break;
    rule = learn(samples, features_).rule;
  }
  rule = narrowed(std::move(rule), samples);
  const ConditionOfCause found = counts(rule.text(features_));
  const bool is_always = rule.any_of.empty() || rule.any_of.front().empty();
  return found.is_confirmed() && !is_always ? std::optional(found) : std::nullopt;
}

}  // namespace strideproof::explanation
