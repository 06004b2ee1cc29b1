#pragma once
// A rule for failing cases: a disjunction of short conjunctions over features. Rules are learned
// from samples, and evaluated as sentences and reports state them.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/explain/features.h"
#include "conform/report/condition.h"

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

// The literals on one feature that samples suggest. A threshold lies between two neighbouring
// values, of a failing and of a passing sample, or is a usual value. A remainder is the remainder
// of most failing samples.
std::vector<Literal> literals_of(const Features& features, size_t feature,
                                 const std::vector<Sample>& samples);

// The best rule for the samples, and its rivals, which are right as often. Precondition: at most
// most_samples samples, one of which fails.
struct Learned {
  FailureRule rule;
  std::vector<FailureRule> rivals = {};
};
Learned learn(const std::vector<Sample>& samples, const Features& features);

// The rule of a text, "shape.n > 1 and dst.wrap, or when src start lane = 0", without alternatives
// that have a literal of other features. A text that may not describe other cases gives none.
FailureRule rule_of(std::string_view text, const Features& features);

// Cases that were run, and cases that passed before, compared with rules: at most 4,000 of each.
class ComparedCases {
 public:
  // Programs of one step. offered: the windows of system memory; none: the windows of the profile.
  ComparedCases(const std::vector<Tried>& tried, const std::vector<Program>& passed,
                std::vector<Window> offered);

  // The rule with the numbers of cases that meet it, and of those that fail.
  ConditionOfCause counts(const std::string& rule) const;
  // A rule of all operands, "smallest stride < 0, or when some operand's whole strides leave
  // memory", for a cause of several operations. The rule is learned from the first cases that were
  // run; others are added if the rule is wrong about them. No value: the rule is not confirmed.
  std::optional<ConditionOfCause> learned() const;

 private:
  void add(const Program& program, bool fails);

  Features features_;
  std::vector<Sample> samples_;  // without their programs; those that were run first
  size_t learned_first_ = 0;     // samples from which a rule is learned first
};

// Programs of any operations, on which rules are evaluated.
class DescribedPrograms {
 public:
  // offered: the windows of system memory; none: the windows of the profile.
  explicit DescribedPrograms(const std::vector<Program>& programs,
                             std::vector<Window> offered = {});

  // For each program, in order: true if a step of the program meets a rule, "shape.n > 1 and
  // dst.wrap, or when src start lane = 0". Literals that do not apply to the operation do not hold.
  std::vector<bool> meeting(std::string_view rule) const;

 private:
  Features features_;
  std::vector<std::vector<Values>> values_;  // of each step of each program
};

}  // namespace strideproof::explanation
