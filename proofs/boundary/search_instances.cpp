// Formulas over all parameters, and refutations, of a search.

#include <algorithm>
#include <array>

#include "proofs/boundary/search.h"
#include "proofs/boundary/search_terms.h"
#include "proofs/engine/paths.h"

namespace strideproof::solver {
namespace {

LiftedConstraint merged(const std::vector<Path<LiftedConstraint>>& paths) {
  return {merge(paths, [](const LiftedConstraint& c) { return c.slack; }),
          merge(paths, [](const LiftedConstraint& c) { return c.step; }),
          merge(paths, [](const LiftedConstraint& c) { return c.holds; }),
          merge(paths, [](const LiftedConstraint& c) { return c.may_hold; }),
          merge(paths, [](const LiftedConstraint& c) { return c.facts; }),
          merge(paths, [](const LiftedConstraint& c) { return c.implied; })};
}
LiftedLandmark merged(const std::vector<Path<LiftedLandmark>>& paths) {
  return {merge(paths, [](const LiftedLandmark& l) { return l.met; }),
          merge(paths, [](const LiftedLandmark& l) { return l.may_be_met; })};
}

// A selector without a single value forks the path.
template <class Label>
auto lift_all(Context& context, const Profile& profile, const Operation& operation,
              const std::vector<Sym>& unknown, const Selection& selection, const Label& label) {
  return merged(explore(context, [&] {
    Arguments<Sym> arguments;
    arguments.null_mask = selection.nulls;
    std::copy(unknown.begin(), unknown.end(), arguments.value.begin());
    for (const Selection::Choice& choice : selection.selectors) {
      Sym& value = arguments.value[static_cast<size_t>(choice.slot)];
      if (choice.values.low == choice.values.high)
        value = choice.values.low;
      else
        context.assume(within(value, choice.values));
    }
    return lift(profile, operation, arguments, label);
  }));
}

}  // namespace

const LiftedConstraint& Search::lifted(ProblemInstance& instance, const Constraint& constraint) {
  const auto known = instance.constraints.find(&constraint);
  if (known != instance.constraints.end()) return known->second;
  return instance.constraints
      .emplace(&constraint,
               lift_all(context_, profile_, operation_, unknown_, instance.selection, constraint))
      .first->second;
}

const LiftedLandmark& Search::lifted(ProblemInstance& instance, const Landmark& landmark) {
  const auto known = instance.landmarks.find(&landmark);
  if (known != instance.landmarks.end()) return known->second;
  return instance.landmarks
      .emplace(&landmark,
               lift_all(context_, profile_, operation_, unknown_, instance.selection, landmark))
      .first->second;
}

bool Search::is_alike(const Operation& other) {
  const auto same = [](const auto& a, const auto& b, const auto& alike) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), alike);
  };
  if (operation_.family != other.family || operation_.needs != other.needs ||
      !same(operation_.parameters, other.parameters,
            [](const Parameter& a, const Parameter& b) {
              return a.name == b.name && a.type == b.type && a.role == b.role &&
                     a.operands == b.operands && a.nullable == b.nullable && a.slot == b.slot;
            }) ||
      !same(operation_.constraints, other.constraints,
            [](const Constraint& a, const Constraint& b) {
              return a.label == b.label && a.bit == b.bit && a.stage == b.stage &&
                     a.operands == b.operands;
            }) ||
      !same(operation_.landmarks, other.landmarks, [](const Landmark& a, const Landmark& b) {
        return a.label == b.label && a.bit == b.bit;
      }))
    return false;
  const auto equal = [](const auto& a, const auto& b) { return z3::eq(a.term(), b.term()); };
  const auto lift_other = [&](const ProblemInstance& instance, const auto& label) {
    return lift_all(context_, profile_, other, unknown_, instance.selection, label);
  };
  for (ProblemInstance& instance : null_instances_) {
    for (size_t i = 0; i < operation_.constraints.size(); ++i) {
      const LiftedConstraint &a = lifted(instance, operation_.constraints[i]),
                             b = lift_other(instance, other.constraints[i]);
      if (!equal(a.slack, b.slack) || !equal(a.step, b.step) || !equal(a.holds, b.holds) ||
          !equal(a.may_hold, b.may_hold) || !equal(a.facts, b.facts) ||
          !equal(a.implied, b.implied))
        return false;
    }
    for (size_t i = 0; i < operation_.landmarks.size(); ++i) {
      const LiftedLandmark &a = lifted(instance, operation_.landmarks[i]),
                           b = lift_other(instance, other.landmarks[i]);
      if (!equal(a.met, b.met) || !equal(a.may_be_met, b.may_be_met)) return false;
    }
  }
  return true;
}

LiftedLandmark Search::lifted(ProblemInstance& instance, const Condition& condition) {
  return lift_all(context_, profile_, operation_, unknown_, instance.selection, condition);
}

SymBool Search::possibly(ProblemInstance& instance, const Goal& goal) {
  if (goal.is_of_data()) return true;
  if (goal.landmark != nullptr) return lifted(instance, *goal.landmark).may_be_met;
  if (goal.condition != nullptr) return lifted(instance, *goal.condition).may_be_met;
  return possibly_at_goal(lifted(instance, *goal.constraint), goal.side);
}

SymBool Search::just(ProblemInstance& instance, const Goal& goal) {
  if (goal.constraint == nullptr || goal.is_of_data() || goal.side != Side::outside)
    return possibly(instance, goal);
  const LiftedConstraint& c = lifted(instance, *goal.constraint);
  return all_of(!c.holds, at_goal(c, Side::outside));
}

// ---- refute ----

// Overlap is asked last, as most queries are refuted faster without it.
Found Search::refute(ProblemInstance& instance, const std::vector<Goal>& goals, Asked asked,
                     unsigned work) {
  std::array<std::vector<SymBool>, 3> terms;  // formulas of goals, of single operands, of overlap
  const bool legal = asked.implied && !any_outside(goals) && asked.among == ~uint64_t{0};
  for (const z3::expr& range : context_.assumptions()) terms[0].push_back(SymBool::of(range));
  for (const Selection::Choice& choice : instance.selection.selectors)
    terms[0].push_back(within(unknown_[static_cast<size_t>(choice.slot)], choice.values));
  for (const Goal& goal : goals) {
    terms[0].push_back(asked.just ? just(instance, goal) : possibly(instance, goal));
    if (goal.constraint == nullptr || goal.is_of_data()) continue;
    terms[1].push_back(lifted(instance, *goal.constraint).facts);
    if (legal) terms[2].push_back(lifted(instance, *goal.constraint).implied);
  }
  if (asked.moving)
    for (const int slot : extents_)
      if (!has_bit(named(goals), slot))
        terms[1].push_back(unknown_[static_cast<size_t>(slot)] >= Sym(1));
  for (const Constraint* other : others(goals, asked)) {
    const LiftedConstraint& constraint = lifted(instance, *other);
    std::vector<SymBool>& some = terms[other->stage < Stage::overlap ? 1 : 2];
    some.push_back(all_of(constraint.may_hold, constraint.facts));
    if (legal) some.push_back(constraint.implied);
  }
  const auto refuted = [&](size_t groups, Arithmetic arithmetic) {
    z3::solver s = solver_of(context_, work, arithmetic);
    for (size_t i = 0; i < groups; ++i)
      for (const SymBool& term : terms[i]) {
        if (term.literal() == false) return true;
        s.add(term.term());
      }
    return answer_of(s) == z3::unsat;
  };
  if (refuted(1, Arithmetic::old)) return Found::unreachable_by_type;
  const bool none =
      refuted(2, Arithmetic::old) || refuted(3, Arithmetic::old) || refuted(3, Arithmetic::current);
  return none ? Found::unreachable_proved : Found::unknown;
}

Found Search::refute(std::vector<ProblemInstance>& instances, const std::vector<Goal>& goals,
                     Asked asked, unsigned work) {
  Found none = goals.size() == 1 ? Found::unreachable_by_type : Found::unreachable_proved;
  for (ProblemInstance& instance : instances) {
    const Found found = refute(instance, goals, asked, work);
    if (found == Found::unknown) return found;
    if (found == Found::unreachable_proved) none = found;
  }
  return none;
}

bool Search::excludes(const std::vector<Goal>& goals, uint64_t among,
                      const std::vector<std::vector<Selection::Choice>>& each) {
  const Asked asked{.moving = false, .among = among};
  if (each.empty()) return refute(null_instances_, goals, asked, kept_proof) != Found::unknown;
  for (const ProblemInstance& of_nulls : null_instances_)
    for (const std::vector<Selection::Choice>& choices : each) {
      ProblemInstance instance(Selection{of_nulls.selection.nulls, choices});
      if (refute(instance, goals, asked, kept_proof) == Found::unknown) return false;
    }
  return true;
}

bool Search::is_impossible(const std::vector<Goal>& goals, unsigned work) {
  const Asked asked{.all = !any_outside(goals), .moving = false, .just = true};
  return refute(null_instances_, goals, asked, work) != Found::unknown;
}

}  // namespace strideproof::solver
