#include "conform/explain/counterexamples.h"

#include <algorithm>
#include <bit>

#include "conform/explain/features.h"
#include "proofs/boundary/condition.h"
#include "proofs/engine/paths.h"

namespace strideproof::explanation {
namespace {

using solver::Goal, solver::Sym, solver::SymBool;

SymBool formula(const Literal& literal, const Sym& v) {
  const Sym value(literal.value), modulus(literal.modulus);
  switch (literal.relation) {
    case Relation::equal: return v == value;
    case Relation::unequal: return v != value;
    case Relation::at_least: return v >= value;
    case Relation::at_most: return v <= value;
    case Relation::multiple: return v % modulus == Sym(0);
    case Relation::not_multiple: return v % modulus != Sym(0);
    case Relation::one_over: return v % modulus == Sym(1);
  }
  return true;
}

// Takes one literal out of all that is said.
class Picked {
 public:
  Picked(const Literal& literal, std::string_view name) : literal_(literal), name_(name) {}

  void add_feature(std::string_view name, Sort, const Sym& value, double) {
    if (name == name_) said_ = formula(literal_, value);
  }
  void add_feature(std::string_view name, std::string_view, const SymBool& value, double) {
    if (name == name_) said_ = literal_.value == 1 ? value : !value;
  }
  const std::optional<SymBool>& said() const { return said_; }

 private:
  const Literal& literal_;
  const std::string name_;
  std::optional<SymBool> said_;
};

const Constraint* violated_by(const Operation& operation, const Term& term) {
  for (const Constraint& constraint : operation.constraints)
    if (term.plain_name() == fmt::format("{} is violated", constraint.label)) return &constraint;
  return nullptr;
}

const Landmark* landmark_of(const Operation& operation, const Term& term) {
  for (const Landmark& landmark : operation.landmarks)
    if (term.plain_name() == landmark.label) return &landmark;
  return nullptr;
}

// Whether the words for parameters say the term at all.
class Heard {
 public:
  explicit Heard(std::string_view name) : name_(name) {}
  template <class Value>
  void add_feature(std::string_view name, Sort, const Value&, double) {
    heard = heard || name == name_;
  }
  template <class Value>
  void add_feature(std::string_view name, std::string_view, const Value&, double) {
    heard = heard || name == name_;
  }
  bool heard = false;

 private:
  const std::string_view name_;
};

bool follows_from_parameters(const Case& c, const Term& term) {
  Heard heard(term.plain_name());
  features::parameters(*c.operation, c.arguments, heard);
  if (!heard.heard) features::operands(*c.operation, *c.profile, c.arguments, heard);
  return heard.heard;
}

Program with_step(const Program& program, size_t step, const Case& c) {
  Program other = program;
  other.steps[step] = c;
  return other;
}

}  // namespace

// As the formula says, and in the end as Terms find it of the case.
std::optional<Goal> Counterexamples::goal(const Program& from, const Demand& demand) const {
  const Term& term = terms_[demand.literal.term];
  const Case& base = from.steps[term.step];
  const Landmark* landmark = landmark_of(*base.operation, term);
  if (landmark == nullptr && !follows_from_parameters(base, term)) return std::nullopt;
  auto condition = std::make_shared<solver::Condition>();
  condition->label = term.plain_name();
  condition->met = [this, from, demand, step = term.step](const Profile&, const Operation&,
                                                          const Arguments<int64_t>& arguments) {
    Case c = from.steps[step];
    c.arguments = arguments;
    return demand.literal.holds(terms_.values(with_step(from, step, c))) == demand.holds;
  };
  condition->lifted = [demand, landmark, name = std::string(term.plain_name())](
                          const Profile& profile, const Operation& operation,
                          const Arguments<Sym>& arguments) -> SymBool {
    if (landmark != nullptr) {
      const auto lifted = solver::lift(profile, operation, arguments, *landmark);
      const bool met = (demand.literal.value == 1) == demand.holds;
      return met ? lifted.may_be_met : !lifted.met;
    }
    Picked picked(demand.literal, name);
    features::parameters(operation, arguments, picked);
    if (!picked.said()) features::operands(operation, profile, arguments, picked);
    if (!picked.said()) return !demand.holds;
    return demand.holds ? *picked.said() : !*picked.said();
  };
  Goal goal;
  goal.condition = std::move(condition);
  return goal;
}

std::optional<Program> Counterexamples::find(const Program& from, const Demand& turned,
                                             const std::vector<Demand>& kept,
                                             int64_t most_elements) {
  const Term term = terms_[turned.literal.term];  // a copy: what is found may bring new terms
  if (term.step >= from.steps.size()) return std::nullopt;
  const Case& base = from.steps[term.step];
  if (base.operation->parameters.empty()) return std::nullopt;
  solver::MinimalChange::Wanted wanted{{}, {}, evaluate(base).violated, most_elements};
  const int most_violated = std::popcount(wanted.violated);
  if (const Constraint* constraint = violated_by(*base.operation, term)) {
    if (constraint->stage == Stage::data) return std::nullopt;
    const uint64_t bit = uint64_t{1} << constraint->bit;
    const bool violate = (turned.literal.value == 1) == turned.holds;
    wanted.violated = violate ? bit : wanted.violated & ~bit;
    if (std::popcount(wanted.violated) > most_violated) return std::nullopt;
  } else if (auto own = goal(from, turned)) {
    wanted.turned.push_back(std::move(*own));
  } else {
    return std::nullopt;
  }
  for (const Demand& demand : kept)
    if (terms_[demand.literal.term].step == term.step)
      if (auto other = goal(from, demand)) wanted.kept.push_back(std::move(*other));
  solver::MinimalChange minimal_change(*base.operation, *base.profile, questions_);
  const std::optional<Case> found = minimal_change.find(base, wanted);
  questions_ = minimal_change.left();
  if (!found) return std::nullopt;
  return with_step(from, term.step, *found);
}

}  // namespace strideproof::explanation
