// One question of the search to Z3.

#include "proofs/boundary/search.h"
#include "proofs/boundary/soft_constraints.h"

namespace strideproof::solver {
namespace {

constexpr int likely_tries = 6;

}  // namespace

Arguments<Sym> Search::arguments(const Case& base, Slots free) const {
  Arguments<Sym> all;
  all.null_mask = base.arguments.null_mask;
  for (size_t slot = 0; slot < unknown_.size(); ++slot)
    all.value[slot] = (free >> slot & 1) != 0 ? unknown_[slot] : Sym(base.arguments.value[slot]);
  return all;
}

std::optional<Case> Search::query(const Case& base, Slots free, const std::vector<Goal>& goals,
                                  Asked asked) {
  const Arguments<Sym> unknown = arguments(base, free);
  std::vector<SymBool> terms, wishes;
  for (const Goal& goal : goals) {
    if (goal.is_of_data()) continue;
    if (goal.constraint == nullptr) {
      const LiftedLandmark lifted = goal.landmark != nullptr
                                        ? lift(profile_, operation_, unknown, *goal.landmark)
                                        : lift(profile_, operation_, unknown, *goal.condition);
      terms.push_back(asked.likely ? lifted.may_be_met : lifted.met);
    } else {
      const LiftedConstraint lifted = lift(profile_, operation_, unknown, *goal.constraint);
      terms.push_back(asked.likely && !goal.is_outside() ? possibly_at_goal(lifted, goal.side)
                                                         : at_goal(lifted, goal.side));
      if (goal.is_outside()) wishes.push_back(lifted.slack == Sym(-1));
    }
    if (terms.back().literal() == false) return std::nullopt;
  }
  for (const Constraint* other : others(goals, asked)) {
    const LiftedConstraint lifted = lift(profile_, operation_, unknown, *other);
    terms.push_back(asked.likely ? lifted.may_hold : lifted.holds);
    if (terms.back().literal() == false) return std::nullopt;
  }
  if (asked.moving)
    for (const int slot : extents_)
      if ((named(goals) >> slot & 1) == 0)
        terms.push_back(unknown.value[static_cast<size_t>(slot)] >= Sym(1));

  z3::solver s = solver_of(context_, witness_work, Arithmetic::old);
  std::vector<size_t> freed;
  for (size_t slot = 0; slot < unknown_.size(); ++slot)
    if ((free >> slot & 1) != 0) {
      freed.push_back(slot);
      s.add(within(unknown_[slot], *unknown_[slot].bounds()).term());
    }
  for (const SymBool& term : terms) s.add(term.term());
  for (int tries = asked.likely ? likely_tries : 1; tries > 0 && answer_of(s) == z3::sat; --tries) {
    Case c = base;
    SymBool same = true;
    {
      SoftConstraints granted(s);
      for (const SymBool& wish : wishes) granted.prefer(wish);
      for (const size_t slot : freed)
        granted.prefer_near(unknown_[slot], base.arguments.value[slot],
                            (addresses_ >> slot & 1) != 0);
      for (const size_t slot : freed) {
        c.arguments.value[slot] = granted.value(unknown_[slot]);
        same = all_of(same, unknown_[slot] == Sym(c.arguments.value[slot]));
      }
    }
    if (meets_alone(c, goals)) return c;
    s.add((!same).term());
  }
  return std::nullopt;
}

}  // namespace strideproof::solver
