// Formulas over all parameters, and refutations, of a search.

#include <algorithm>
#include <array>

#include "proofs/boundary/search.h"
#include "proofs/engine/paths.h"
#include "spec/stop.h"

namespace strideproof::solver {
namespace {

// The old arithmetic solver of Z3 decides addresses, which div and mod split, a hundred times
// faster than the new one. The new one refutes nonlinear formulas.
enum class Arithmetic : unsigned { old = 2, current = 6 };

z3::solver solver_of(Context& context, unsigned work, Arithmetic arithmetic) {
  throw_if_stopped();
  z3::solver s(context.z3(), z3::solver::simple());
  z3::params params(context.z3());
  params.set("rlimit", work);
  params.set("random_seed", 0u);
  params.set("arith.solver", static_cast<unsigned>(arithmetic));
  s.set(params);
  return s;
}

// Throws Interrupted instead of calling an interrupted question undecided.
z3::check_result answer_of(z3::solver& s) {
  const z3::check_result answer = s.check();
  if (answer == z3::unknown) throw_if_stopped();
  return answer;
}

LiftedConstraint merged(const std::vector<Path<LiftedConstraint>>& paths) {
  const auto all = [&](auto member) {
    return merge(paths, [&](const LiftedConstraint& c) { return c.*member; });
  };
  using C = LiftedConstraint;
  return {all(&C::slack),     all(&C::step),  all(&C::sufficient),
          all(&C::necessary), all(&C::facts), all(&C::if_legal)};
}

}  // namespace

const LiftedConstraint& Search::lifted(ProblemInstance& instance, const Constraint& constraint) {
  const auto known = instance.constraints.find(&constraint);
  if (known != instance.constraints.end()) return known->second;
  const auto paths =
      explore(context_, [&] { return lift(profile_, operation_, instance.arguments, constraint); });
  return instance.constraints.emplace(&constraint, merged(paths)).first->second;
}

SymBool Search::formula(ProblemInstance& instance, const Goal& goal, bool sufficient,
                        bool anywhere) {
  if (goal.is_of_data()) return true;
  if (goal.constraint == nullptr)
    return merge(explore(
        context_, [&] { return lift(profile_, operation_, instance.arguments, *goal.landmark); }));
  const LiftedConstraint& c = lifted(instance, *goal.constraint);
  if (!goal.is_outside())
    return all_of(sufficient ? Sym(0) <= c.slack : c.necessary, c.slack < c.step);
  const SymBool below = c.slack < Sym(0), violated = sufficient ? below : !c.sufficient;
  if (anywhere) return violated;
  return all_of(violated, below, Sym(0) - c.step <= c.slack);
}

Search::Constraints Search::others(const std::vector<Goal>& goals) const {
  Constraints all;
  for (const Constraint& constraint : operation_.constraints)
    if (std::none_of(goals.begin(), goals.end(), [&](const Goal& goal) {
          return goal.constraint == &constraint ||
                 (goal.is_outside() &&
                  has_bit(operation_.needs[constraint.bit], goal.constraint->bit));
        }))
      all.push_back(&constraint);
  return all;
}

// Overlap is asked last, as most queries are refuted faster without it.
SearchOutcome Search::refute(ProblemInstance& instance, const std::vector<Goal>& goals,
                             const Constraints& asked, bool complete, unsigned work,
                             bool anywhere) {
  const bool legal = complete && std::ranges::none_of(goals, &Goal::is_outside);
  std::array<std::vector<SymBool>, 3> terms;  // formulas of goals, of single operands, of overlap
  for (const z3::expr& range : context_.assumptions()) terms[0].push_back(SymBool::of(range));
  for (const Goal& goal : goals) {
    terms[0].push_back(formula(instance, goal, false, anywhere));
    if (goal.constraint == nullptr || goal.is_of_data()) continue;
    terms[1].push_back(lifted(instance, *goal.constraint).facts);
    if (legal) terms[2].push_back(lifted(instance, *goal.constraint).if_legal);
  }
  for (const Constraint* other : asked) {
    const LiftedConstraint& constraint = lifted(instance, *other);
    std::vector<SymBool>& some = terms[other->stage < Stage::overlap ? 1 : 2];
    some.push_back(all_of(constraint.necessary, constraint.facts));
    if (legal) some.push_back(constraint.if_legal);
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
  if (refuted(1, Arithmetic::old)) return SearchOutcome::unreachable_by_type;
  const bool none =
      refuted(2, Arithmetic::old) || refuted(3, Arithmetic::old) || refuted(3, Arithmetic::current);
  return none ? SearchOutcome::unreachable_proved : SearchOutcome::unknown;
}

SearchOutcome Search::refute(const std::vector<Goal>& goals, const Constraints& asked,
                             bool complete, unsigned work, bool anywhere) {
  SearchOutcome none =
      goals.size() == 1 ? SearchOutcome::unreachable_by_type : SearchOutcome::unreachable_proved;
  for (ProblemInstance& instance : instances_) {
    const SearchOutcome found = refute(instance, goals, asked, complete, work, anywhere);
    if (found == SearchOutcome::unknown) return found;
    if (found == SearchOutcome::unreachable_proved) none = found;
  }
  return none;
}

// All values that are not NULL in the instance are unknown.
std::optional<Case> Search::solve(ProblemInstance& instance, const std::vector<Goal>& goals,
                                  bool moving) {
  const auto& values = instance.arguments.value;
  std::vector<SymBool> terms;
  for (const Goal& goal : goals) terms.push_back(formula(instance, goal, true, false));
  for (const Constraint* other : others(goals))
    terms.push_back(lifted(instance, *other).sufficient);
  for (const size_t slot : extents_)
    if (moving) terms.push_back(values[slot] >= Sym(1));
  for (const SymBool& term : terms)
    if (term.literal() == false) return std::nullopt;

  z3::solver s = solver_of(context_, fair_proof, Arithmetic::old);
  for (const z3::expr& range : context_.assumptions()) s.add(range);
  for (const SymBool& term : terms) s.add(term.term());
  if (answer_of(s) != z3::sat) return std::nullopt;
  const z3::model model = s.get_model();
  Case c;
  c.operation = &operation_;
  c.profile = &profile_;
  c.arguments.null_mask = instance.arguments.null_mask;
  for (size_t p = 0; p < operation_.parameters.size(); ++p) {
    const Parameter& parameter = operation_.parameters[p];
    if (c.arguments.is_null(static_cast<int>(p))) continue;
    for (int slot = parameter.slot; slot < parameter.slot + slots(parameter.type); ++slot) {
      const auto at = static_cast<size_t>(slot);
      c.arguments.value[at] = model.eval(values[at].term(), true).get_numeral_int64();
    }
  }
  return with_contents(c, goals);
}

SearchResult Search::result_without_case(SearchOutcome outcome, const std::vector<Goal>& goals) {
  if (outcome != SearchOutcome::unreachable_proved) return {outcome};
  Constraints asked = others(goals);
  const auto refuted = [&](const Constraints& some, unsigned work) {
    return refute(goals, some, false, work) != SearchOutcome::unknown;
  };
  if (refuted(asked, fair_proof))
    for (const Constraint* other : others(goals)) {
      Constraints fewer = asked;
      std::erase(fewer, other);
      if (refuted(fewer, quick_proof)) asked = std::move(fewer);
    }
  return {outcome, {}, asked};
}

bool Search::is_impossible(const std::vector<Goal>& goals, unsigned work) {
  return refute(goals, others(goals), true, work, false) != SearchOutcome::unknown;
}

}  // namespace strideproof::solver
