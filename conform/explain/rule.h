#pragma once
// A rule for failing cases: a disjunction of short conjunctions over features.

#include <memory>
#include <string>
#include <vector>

#include "conform/explain/features.h"

namespace strideproof::explanation {

enum class Relation : uint8_t {
  equal,
  unequal,
  above,
  below,
  bit  // number `value` is set
};

// Does not hold for a case without the feature.
struct Literal {
  size_t feature;
  Relation relation;
  int64_t value;
  int64_t divisor = 0;  // not 0: the remainder is compared
  double cost = 0;

  bool holds(int64_t of_feature) const;
  bool is_threshold() const { return relation == Relation::above || relation == Relation::below; }
  std::string text(const Features& features) const;
  bool operator==(const Literal&) const = default;
};

inline bool Literal::holds(int64_t v) const {
  if (v == absent) return false;
  if (divisor != 0) v %= divisor;
  switch (relation) {
    case Relation::equal: return v == value;
    case Relation::unequal: return v != value;
    case Relation::above: return v > value;
    case Relation::below: return v < value;
    case Relation::bit: return has_bit(v, value);
  }
  return false;
}

using Conjunction = std::vector<Literal>;  // empty: always holds
bool holds(const Conjunction& conjunction, const Values& values);

struct FailureRule {
  std::vector<Conjunction> any_of;

  bool holds(const Values& values) const;
  std::string text(const Features& features) const;  // "A and B, or when C"
};

// The condition of an explanation, "fails when ...", as a predicate of programs.
struct Condition {
  FailureRule rule;
  mutable Features features;  // grows with each new operation that is evaluated
  // Constraints that the explained case violates; nothing is known of cases that violate more.
  int most_violated;

  // True if the program has one step, of any operation, and its case meets the condition.
  bool holds(const Program& program) const;
  // The same, but the case may violate any number of constraints.
  bool holds_though_illegal(const Program& program) const;
  // "shape.n > 1 and dst.wrap"; "always". The text names no operation.
  std::string text() const;
  bool always() const;
  // True if the condition describes cases of one element, whose contents decide.
  bool of_contents() const { return features.of_contents(); }
};

// "shape.n.min is violated", if the case violates only this constraint; else nullptr.
std::shared_ptr<const Condition> violation_of(const Program& failing);

// A program that was run.
struct Tried {
  Program program;
  bool fails;
};

struct Sample {
  Program program;
  Values values;
  bool fails;
};

// Numbers of samples: all, failing, where a rule holds, and failing where the rule holds.
struct SampleCounts {
  size_t all = 0, failing = 0, where = 0, both = 0;
  size_t passing() const { return all - failing; }
  size_t mistakes() const { return failing + where - 2 * both; }
};
SampleCounts counts_of(const std::vector<Sample>& samples, const FailureRule& rule);

// The rule without the literals and conjunctions that correct hardly a sample, as a few exceptions
// fit almost any literal.
FailureRule pruned(FailureRule rule, const std::vector<Sample>& samples);

// The rule with each threshold moved to the nearest failing sample if the nearest passing sample is
// far away, so that the rule claims no more than was seen.
FailureRule narrowed(FailureRule rule, const std::vector<Sample>& samples);

inline constexpr size_t most_samples = 512;

// The best rule for the samples, and its rivals, which are right as often. Precondition: at most
// most_samples samples, one of which fails.
struct Learned {
  FailureRule rule;
  std::vector<FailureRule> rivals = {};
};
Learned learn(const std::vector<Sample>& samples, const Features& features);

}  // namespace strideproof::explanation
