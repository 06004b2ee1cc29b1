#include "proofs/boundary/minimal_change.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "proofs/boundary/seed_case.h"
#include "proofs/boundary/soft_constraints.h"

namespace strideproof::solver {
namespace {

constexpr unsigned small_work = 40'000;
constexpr Interval distances{-(int64_t{1} << 41), int64_t{1} << 41};  // any memory is smaller
constexpr int answers_judged = 3;  // formulas of overlap allow both answers

uint64_t bit(const Constraint& constraint) { return uint64_t{1} << constraint.bit; }

// Necessary conditions of a case that meets the goal.
SymBool necessary(const Profile& profile, const Operation& operation,
                  const Arguments<Sym>& arguments, const Goal& goal) {
  if (goal.landmark != nullptr)
    return lift(profile, operation, arguments, *goal.landmark).may_be_met;
  if (goal.condition != nullptr)
    return lift(profile, operation, arguments, *goal.condition).may_be_met;
  return possibly_at_goal(lift(profile, operation, arguments, *goal.constraint), goal.side);
}

// The ids of all subterms of a term.
void gather(const z3::expr& term, std::set<unsigned>& ids) {
  if (!ids.insert(term.id()).second || !term.is_app()) return;
  for (unsigned i = 0; i < term.num_args(); ++i) gather(term.arg(i), ids);
}

}  // namespace

MinimalChange::MinimalChange(const Operation& operation, const Profile& profile, int questions)
    : operation_(operation), profile_(profile), questions_(questions) {
  const Arguments<Sym> all = unknown_arguments(operation, 0, {});
  unknown_.assign(all.value.begin(), all.value.begin() + operation.slots);
  shift_ = context_.variable("shift", distances.low, distances.high);
  for (const Parameter& parameter : operation.parameters)
    if (parameter.role == Role::address) addresses_ |= Slots{1} << parameter.slot;
}

Arguments<Sym> MinimalChange::arguments(const Case& base, Way way) const {
  Arguments<Sym> all;
  all.null_mask = base.arguments.null_mask;
  for (size_t slot = 0; slot < unknown_.size(); ++slot) {
    all.value[slot] = base.arguments.value[slot];
    if ((way.free >> slot & 1) != 0)
      all.value[slot] = unknown_[slot];
    else if (way.together && (addresses_ >> slot & 1) != 0)
      all.value[slot] += shift_;
  }
  return all;
}

// The values of the case that decide the goals and the constraints of the mask.
MinimalChange::Slots MinimalChange::hangs_on(const Case& base, const std::vector<Goal>& goals,
                                             uint64_t changed) const {
  Slots free = 0;
  for (size_t p = 0; p < operation_.parameters.size(); ++p) {
    const Parameter& parameter = operation_.parameters[p];
    if (!base.arguments.is_null(static_cast<int>(p)) && selector_values(operation_, parameter) == 0)
      free |= ((Slots{1} << slots(parameter.type)) - 1) << parameter.slot;
  }
  const Arguments<Sym> open = arguments(base, {free});
  std::set<unsigned> ids;
  for (const Goal& goal : goals)
    if (!goal.is_of_data()) gather(necessary(profile_, operation_, open, goal).term(), ids);
  for (const Constraint& constraint : operation_.constraints)
    if ((changed & bit(constraint)) != 0 && constraint.stage != Stage::data)
      gather(lift(profile_, operation_, open, constraint).may_hold.term(), ids);
  Slots all = 0;
  for (size_t slot = 0; slot < unknown_.size(); ++slot)
    if ((free >> slot & 1) != 0 && ids.count(unknown_[slot].term().id()) != 0)
      all |= Slots{1} << slot;
  return all;
}

// Few values first.
std::vector<MinimalChange::Way> MinimalChange::ways(const Case& base, Slots decisive,
                                                    Slots kept) const {
  Slots addresses = addresses_, strides = 0, extents = 0;
  for (size_t p = 0; p < operation_.parameters.size(); ++p) {
    const Parameter& parameter = operation_.parameters[p];
    if (base.arguments.is_null(static_cast<int>(p))) continue;
    const Slots own = ((Slots{1} << slots(parameter.type)) - 1) << parameter.slot;
    if (parameter.role == Role::selector && selector_values(operation_, parameter) == 0)
      addresses |= own;  // a lane
    if (parameter.role == Role::stride) strides |= own;
    if (parameter.role == Role::extent || parameter.role == Role::count) extents |= own;
  }
  std::vector<Way> all;
  const auto add = [&](Way way) {
    if (std::find(all.begin(), all.end(), way) == all.end()) all.push_back(way);
  };
  const auto each = [&](Slots minimal_change, bool together) {
    for (size_t slot = 0; slot < unknown_.size(); ++slot)
      if ((decisive >> slot & 1) != 0) add({(Slots{1} << slot) | minimal_change, together});
  };
  each(0, false);
  if ((decisive & addresses_) != 0) add({0, true});
  add({decisive});
  if (kept != 0) add({decisive | kept});
  each(0, true);
  each(addresses, false);
  each(strides, false);
  for (const Slots minimal_change : {addresses, addresses | strides, addresses | strides | extents})
    add({decisive | minimal_change});
  return all;
}

std::optional<Case> MinimalChange::query(const Case& base, Way way, const std::vector<Goal>& goals,
                                         const Wanted& wanted) {
  const Arguments<Sym> unknown = arguments(base, way);
  std::vector<SymBool> terms, of_sharing;
  for (const Goal& goal : goals) {
    if (goal.is_of_data()) continue;
    terms.push_back(necessary(profile_, operation_, unknown, goal));
    if (terms.back().literal() == false) return std::nullopt;
  }
  for (const Constraint& constraint : operation_.constraints) {
    if (((bit(constraint) | operation_.needs[constraint.bit]) & wanted.violated) != 0) continue;
    auto& all = constraint.stage == Stage::overlap ? of_sharing : terms;
    all.push_back(lift(profile_, operation_, unknown, constraint).may_hold);
    if (all.back().literal() == false) return std::nullopt;
  }
  for (const int slot : extent_slots(operation_))  // a nonempty case stays nonempty
    if (base.arguments.value[static_cast<size_t>(slot)] >= 1)
      terms.push_back(unknown.value[static_cast<size_t>(slot)] >= Sym(1));
  std::vector<size_t> freed;
  for (size_t slot = 0; slot < unknown_.size(); ++slot)
    if (!unknown.value[slot].literal()) {
      freed.push_back(slot);
      terms.push_back(within(unknown.value[slot], *unknown_[slot].bounds()));
    }
  --questions_;
  z3::solver s = solver_of(context_, small_work, Arithmetic::old);
  s.add(within(shift_, distances).term());
  for (const SymBool& term : terms) s.add(term.term());
  // Evaluating the case decides overlap that the solver leaves open.
  s.push();
  for (const SymBool& term : of_sharing) s.add(term.term());
  if (answer_of(s) == z3::unknown) s.pop();
  const auto is_address = [&](size_t slot) { return (addresses_ >> slot & 1) != 0; };
  for (int tries = answers_judged; tries > 0 && answer_of(s) == z3::sat; --tries) {
    Case c = base;
    SymBool same = true;
    {
      SoftConstraints granted(s);
      for (const size_t slot : freed) {
        const Sym& value = unknown.value[slot];
        const int64_t here = base.arguments.value[slot];
        // Soft constraints: an address keeps its offset in a lane, and moves no further than
        // necessary.
        if (is_address(slot) && profile_.lane_bytes > 0 && !granted.prefer(value == Sym(here)))
          granted.prefer(value % Sym(profile_.lane_bytes) == Sym(here % profile_.lane_bytes));
        granted.prefer_near(value, here, false);
      }
      for (const size_t slot : freed) {
        c.arguments.value[slot] = granted.value(unknown.value[slot]);
        same = all_of(same, unknown.value[slot] == Sym(c.arguments.value[slot]));
      }
    }
    if (spec::cost(c) <= wanted.most_elements && meets_alone(c, goals)) return c;
    s.add((!same).term());
  }
  return std::nullopt;
}

std::optional<Case> MinimalChange::find(const Case& base, const Wanted& wanted) {
  std::vector<Goal> all = wanted.turned;
  all.insert(all.end(), wanted.kept.begin(), wanted.kept.end());
  for (const Constraint& constraint : operation_.constraints)
    if ((wanted.violated & bit(constraint)) != 0) all.push_back({&constraint, Side::beyond});
  const uint64_t changed = spec::evaluate(base).violated ^ wanted.violated;
  const Slots decisive = hangs_on(base, wanted.turned, changed);
  const Slots kept = hangs_on(base, wanted.kept, 0);
  for (const Way way : ways(base, decisive, kept)) {
    if (questions_ <= 0) break;
    if (auto c = query(base, way, all, wanted)) return c;
  }
  return std::nullopt;
}

}  // namespace strideproof::solver
