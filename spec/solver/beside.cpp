#include "spec/solver/beside.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "spec/solver/plain.h"
#include "spec/solver/wishes.h"

namespace strideproof::solver {
namespace {

constexpr Effort small_effort{60'000, 2'000};
constexpr int answers_judged = 3;  // of sharing formulas say what is possible

uint64_t bit(const Constraint& constraint) { return uint64_t{1} << constraint.bit; }

// What any case that meets the goal satisfies.
SymBool necessary(const Profile& profile, const Operation& operation,
                  const Arguments<Sym>& arguments, const Goal& goal) {
  if (goal.landmark != nullptr)
    return lift(profile, operation, arguments, *goal.landmark).may_be_met;
  if (goal.condition != nullptr)
    return lift(profile, operation, arguments, *goal.condition).may_be_met;
  return possibly_at_goal(lift(profile, operation, arguments, *goal.constraint), goal.side);
}

// The ids of all that a term is made of.
void gather(const z3::expr& term, std::set<unsigned>& ids) {
  if (!ids.insert(term.id()).second || !term.is_app()) return;
  for (unsigned i = 0; i < term.num_args(); ++i) gather(term.arg(i), ids);
}

}  // namespace

Beside::Beside(const Operation& operation, const Profile& profile, int questions)
    : operation_(operation), profile_(profile), questions_(questions) {
  const Arguments<Sym> all = unknown_arguments(operation, 0, {});
  unknown_.assign(all.value.begin(), all.value.begin() + operation.slots);
}

Arguments<Sym> Beside::arguments(const Case& base, Slots free) const {
  Arguments<Sym> all;
  all.null_mask = base.arguments.null_mask;
  for (size_t slot = 0; slot < unknown_.size(); ++slot)
    all.value[slot] = (free >> slot & 1) != 0 ? unknown_[slot] : Sym(base.arguments.value[slot]);
  return all;
}

// Which values of the case decide about the goals and the constraints of the mask.
Beside::Slots Beside::hangs_on(const Case& base, const std::vector<Goal>& goals,
                               uint64_t changed) const {
  Slots free = 0;
  for (size_t p = 0; p < operation_.parameters.size(); ++p) {
    const Parameter& parameter = operation_.parameters[p];
    if (!base.arguments.is_null(static_cast<int>(p)) && selector_values(operation_, parameter) == 0)
      free |= ((Slots{1} << slots(parameter.type)) - 1) << parameter.slot;
  }
  const Arguments<Sym> open = arguments(base, free);
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
std::vector<Beside::Slots> Beside::ways(const Case& base, Slots decisive) const {
  Slots addresses = 0, strides = 0, extents = 0;
  for (size_t p = 0; p < operation_.parameters.size(); ++p) {
    const Parameter& parameter = operation_.parameters[p];
    if (base.arguments.is_null(static_cast<int>(p))) continue;
    const Slots own = ((Slots{1} << slots(parameter.type)) - 1) << parameter.slot;
    const bool lane =
        parameter.role == Role::selector && selector_values(operation_, parameter) == 0;
    if (parameter.role == Role::address || lane) addresses |= own;
    if (parameter.role == Role::stride) strides |= own;
    if (parameter.role == Role::extent || parameter.role == Role::count) extents |= own;
  }
  std::vector<Slots> all;
  const auto add = [&](Slots way) {
    if (way != 0 && std::find(all.begin(), all.end(), way) == all.end()) all.push_back(way);
  };
  for (const Slots beside : {Slots{0}, addresses, strides})
    for (size_t slot = 0; slot < unknown_.size(); ++slot)
      if ((decisive >> slot & 1) != 0) add((Slots{1} << slot) | beside);
  for (const Slots beside :
       {Slots{0}, addresses, addresses | strides, addresses | strides | extents})
    add(decisive | beside);
  return all;
}

std::optional<Case> Beside::query(const Case& base, Slots free, const std::vector<Goal>& goals,
                                  uint64_t violated, int64_t most_elements) {
  const Arguments<Sym> unknown = arguments(base, free);
  std::vector<SymBool> terms;
  for (const Goal& goal : goals) {
    if (goal.is_of_data()) continue;
    terms.push_back(necessary(profile_, operation_, unknown, goal));
    if (terms.back().literal() == false) return std::nullopt;
  }
  for (const Constraint& constraint : operation_.constraints) {
    if ((violated & bit(constraint)) != 0 || (operation_.needs[constraint.bit] & violated) != 0)
      continue;
    terms.push_back(lift(profile_, operation_, unknown, constraint).may_hold);
    if (terms.back().literal() == false) return std::nullopt;
  }
  --questions_;
  z3::solver s = solver_of(context_, small_effort, Arithmetic::old);
  std::vector<size_t> freed;
  for (size_t slot = 0; slot < unknown_.size(); ++slot)
    if ((free >> slot & 1) != 0) {
      freed.push_back(slot);
      s.add(within(unknown_[slot], *unknown_[slot].bounds()).term());
    }
  for (const int slot : extent_slots(operation_))  // what was not empty shall not become so
    if (base.arguments.value[static_cast<size_t>(slot)] >= 1)
      terms.push_back(unknown.value[static_cast<size_t>(slot)] >= Sym(1));
  for (const SymBool& term : terms) s.add(term.term());
  for (int tries = answers_judged; tries > 0 && s.check() == z3::sat; --tries) {
    Case c = base;
    SymBool same = true;
    {
      Wishes granted(s);
      for (const size_t slot : freed)
        granted.stay_near(unknown_[slot], base.arguments.value[slot], false);
      for (const size_t slot : freed) {
        c.arguments.value[slot] = granted.value(unknown_[slot]);
        same = all_of(same, unknown_[slot] == Sym(c.arguments.value[slot]));
      }
    }
    if (spec::cost(c) <= most_elements && meets_alone(c, goals)) return c;
    s.add((!same).term());
  }
  return std::nullopt;
}

std::optional<Case> Beside::find(const Case& base, const Wanted& wanted) {
  std::vector<Goal> all = wanted.turned;
  all.insert(all.end(), wanted.kept.begin(), wanted.kept.end());
  for (const Constraint& constraint : operation_.constraints)
    if ((wanted.violated & bit(constraint)) != 0) all.push_back({&constraint, Side::beyond});
  const uint64_t changed = spec::judge(base).violated ^ wanted.violated;
  for (const Slots way : ways(base, hangs_on(base, wanted.turned, changed))) {
    if (questions_ <= 0) break;
    if (auto c = query(base, way, all, wanted.violated, wanted.most_elements)) return c;
  }
  return std::nullopt;
}

}  // namespace strideproof::solver
