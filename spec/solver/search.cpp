#include "spec/solver/search.h"

#include <algorithm>
#include <bit>
#include <set>

#include "spec/solver/nearby.h"
#include "spec/solver/paths.h"

namespace strideproof::solver {
namespace {

// Work limits a question, so that answers do not depend on the machine; where Z3 does not look at
// its work for a long time, seconds do.
constexpr Effort witness_effort{300'000, 2'000}, quick_proof{300'000, 600},
    fair_proof{2'000'000, 3'000}, long_proof{5'000'000, 20'000};
constexpr int likely_tries = 6;
constexpr size_t nearby_worlds = 8;

// The old arithmetic of Z3 decides addresses, which are taken apart by div and mod, a hundred times
// sooner than the new one; what is not linear the new one refutes.
enum class Arithmetic : unsigned { old = 2, current = 6 };

z3::solver solver_of(Context& context, Effort effort, Arithmetic arithmetic) {
  z3::solver s(context.z3(), z3::solver::simple());
  z3::params params(context.z3());
  params.set("rlimit", effort.work);
  params.set("timeout", effort.milliseconds);
  params.set("random_seed", 0u);
  params.set("arith.solver", static_cast<unsigned>(arithmetic));
  s.set(params);
  return s;
}

SymBool at_goal(const LiftedConstraint& lifted, Side side) {
  if (side == Side::inside) return all_of(Sym(0) <= lifted.slack, lifted.slack < lifted.step);
  return all_of(lifted.slack < Sym(0), Sym(0) - lifted.step <= lifted.slack);
}

// What a case that meets the goal satisfies at least; further outside counts too.
SymBool possibly_at_goal(const LiftedConstraint& lifted, Side side) {
  return side == Side::inside ? all_of(lifted.may_hold, lifted.slack < lifted.step) : !lifted.holds;
}

SymBool within(const Sym& value, const Interval& range) {
  return all_of(Sym(range.low) <= value, value <= Sym(range.high));
}

uint32_t bits(const Parameter& parameter) {
  return ((uint32_t{1} << slots(parameter.type)) - 1) << parameter.slot;
}

// The parameter by which a label begins, and of strides and shapes the dimension: "shape.n.max".
uint32_t named_slots(const Operation& operation, std::string_view label) {
  const Parameter* named = nullptr;
  for (const Parameter& p : operation.parameters)
    if (label.starts_with(p.name) && label.substr(p.name.size()).starts_with('.') &&
        (named == nullptr || named->name.size() < p.name.size()))
      named = &p;
  if (named == nullptr || selector_values(operation, *named) > 0) return 0;
  const std::string_view rest = label.substr(named->name.size() + 1);
  const size_t dimension = std::string_view("nchw").find(rest[0]);
  if (slots(named->type) == 4 && dimension < 4 && rest[1] == '.')
    return uint32_t{1} << (named->slot + static_cast<int>(dimension));
  return bits(*named);
}

// The operands that a goal speaks of; of a landmark its label says which.
Operands operands_of(const Goal& goal) {
  if (goal.constraint != nullptr) return goal.constraint->operands;
  const std::string_view label = goal.landmark->label;
  if (label.starts_with("dst.")) return on_dst;
  if (label.starts_with("src.") || label.starts_with("src0.")) return on_src;
  return label.starts_with("src1.") ? on_src1 : on_all;
}

// The contents decide, which a search without a solver tries.
bool is_of_data(const Goal& goal) {
  return goal.constraint != nullptr && goal.constraint->stage == Stage::data;
}

bool any_outside(const std::vector<Goal>& goals) {
  return std::any_of(goals.begin(), goals.end(), [](const Goal& g) { return g.is_outside(); });
}

}  // namespace

Search::Search(const Operation& operation, const Profile& profile)
    : operation_(operation),
      profile_(profile),
      unknown_(static_cast<size_t>(operation.slots)),
      extents_(extent_slots(operation)) {
  const Arguments<Sym> all = unknown_arguments(operation, 0, {});
  std::copy_n(all.value.begin(), unknown_.size(), unknown_.begin());
  for (const Parameter& p : operation.parameters)
    if (p.role == Role::address || (p.role == Role::selector && selector_values(operation, p) == 0))
      addresses_ |= bits(p);
  for (Selection& selection : selections(operation, profile)) {
    const bool first = std::none_of(wholes_.begin(), wholes_.end(), [&](const World& whole) {
      return whole.selection.nulls == selection.nulls;
    });
    if (first) wholes_.emplace_back(Selection{selection.nulls, {}});
    worlds_.emplace_back(std::move(selection));
  }
}

// ---- what the goals are about ----

// Values that may lead to the goal, few first: those that its label names, with them addresses and
// strides of its operands, then of all.
std::vector<Search::Slots> Search::ways(const Goal& goal) const {
  const Slots named = named_slots(operation_, goal.label());
  Slots addresses = 0, strides = 0;
  std::vector<Slots> all, single;
  if (named != 0) all.push_back(named);
  for (const Parameter& p : operation_.parameters) {
    if ((p.operands & operands_of(goal)) == 0) continue;
    if ((addresses_ & bits(p)) != 0) addresses |= bits(p);
    if (p.role == Role::address) all.push_back(bits(p));
    if (p.role == Role::stride) strides |= bits(p), single.push_back(bits(p));
  }
  all.push_back(addresses);
  all.insert(all.end(), single.begin(), single.end());
  all.insert(all.end(), {strides, addresses_, addresses | strides, addresses_ | strides});
  for (Slots& way : all) way |= named;
  return all;
}

std::vector<Search::Slots> Search::ways(const std::vector<Goal>& goals) const {
  std::vector<std::pair<size_t, Slots>> ranked = {{0, 0}};
  for (const Goal& goal : goals) {
    const std::vector<Slots> own = ways(goal);
    std::vector<std::pair<size_t, Slots>> wider;
    for (const auto& [rank, some] : ranked)
      for (size_t i = 0; i < own.size(); ++i) wider.emplace_back(rank + i, some | own[i]);
    ranked = std::move(wider);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Slots> all;
  for (const auto& [_, some] : ranked)
    if (std::find(all.begin(), all.end(), some) == all.end()) all.push_back(some);
  return all;
}

bool Search::falls_away(const Constraint& other, const std::vector<Goal>& goals) const {
  return std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
    return goal.is_outside() && (operation_.needs[other.bit] >> goal.constraint->bit & 1) != 0;
  });
}

std::vector<const Constraint*> Search::others(const std::vector<Goal>& goals, Asked asked) const {
  std::vector<const Constraint*> all;
  for (const Constraint& constraint : operation_.constraints) {
    const auto is_goal = [&](const Goal& goal) { return goal.constraint == &constraint; };
    if ((asked.among >> constraint.bit & 1) != 0 &&
        std::none_of(goals.begin(), goals.end(), is_goal) &&
        (asked.all || !falls_away(constraint, goals)))
      all.push_back(&constraint);
  }
  return all;
}

Search::Slots Search::named(const std::vector<Goal>& goals) const {
  Slots all = 0;
  for (const Goal& goal : goals) all |= named_slots(operation_, goal.label());
  return all;
}

// ---- worlds ----

Arguments<Sym> Search::arguments(const Case& base, Slots free) const {
  Arguments<Sym> all;
  all.null_mask = base.arguments.null_mask;
  for (size_t slot = 0; slot < unknown_.size(); ++slot)
    all.value[slot] = (free >> slot & 1) != 0 ? unknown_[slot] : Sym(base.arguments.value[slot]);
  return all;
}

namespace {

LiftedConstraint merged(const std::vector<Path<LiftedConstraint>>& paths) {
  return {merge(paths, [](const LiftedConstraint& c) { return c.slack; }),
          merge(paths, [](const LiftedConstraint& c) { return c.step; }),
          merge(paths, [](const LiftedConstraint& c) { return c.holds; }),
          merge(paths, [](const LiftedConstraint& c) { return c.may_hold; })};
}
LiftedLandmark merged(const std::vector<Path<LiftedLandmark>>& paths) {
  return {merge(paths, [](const LiftedLandmark& l) { return l.met; }),
          merge(paths, [](const LiftedLandmark& l) { return l.may_be_met; })};
}

// A selector that is not one value forks the path.
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

const LiftedConstraint& Search::lifted(World& world, const Constraint& constraint) {
  const auto known = world.constraints.find(&constraint);
  if (known != world.constraints.end()) return known->second;
  return world.constraints
      .emplace(&constraint,
               lift_all(context_, profile_, operation_, unknown_, world.selection, constraint))
      .first->second;
}

const LiftedLandmark& Search::lifted(World& world, const Landmark& landmark) {
  const auto known = world.landmarks.find(&landmark);
  if (known != world.landmarks.end()) return known->second;
  return world.landmarks
      .emplace(&landmark,
               lift_all(context_, profile_, operation_, unknown_, world.selection, landmark))
      .first->second;
}

const std::vector<Case>& Search::plain(World& world) {
  if (world.plain.empty()) world.plain = plain_cases(operation_, profile_, world.selection);
  return world.plain;
}

SymBool Search::possibly(World& world, const Goal& goal) {
  if (is_of_data(goal)) return true;
  if (goal.landmark != nullptr) return lifted(world, *goal.landmark).may_be_met;
  return possibly_at_goal(lifted(world, *goal.constraint), goal.side);
}

bool Search::possible(World& world, const std::vector<Goal>& goals, Asked asked) {
  for (const Goal& goal : goals)
    if (possibly(world, goal).literal() == false) return false;
  for (const Constraint* other : others(goals, asked))
    if (lifted(world, *other).may_hold.literal() == false) return false;
  return true;
}

// ---- refute ----

Found Search::refute(World& world, const std::vector<Goal>& goals, Asked asked, Effort effort) {
  std::vector<z3::solver> solvers;
  for (const Arithmetic arithmetic : {Arithmetic::old, Arithmetic::current})
    solvers.push_back(solver_of(context_, effort, arithmetic));
  bool possible = true;
  const auto add = [&](const SymBool& term) {
    for (z3::solver& s : solvers) s.add(term.term());
    possible = possible && term.literal() != false;
  };
  const auto refuted = [&](z3::solver& s) { return s.check() == z3::unsat; };
  for (const z3::expr& range : context_.assumptions()) add(SymBool::of(range));
  for (const Selection::Choice& choice : world.selection.selectors)
    add(within(unknown_[static_cast<size_t>(choice.slot)], choice.values));
  for (const Goal& goal : goals) add(possibly(world, goal));
  if (!possible || refuted(solvers.front())) return Found::none_by_type;
  if (asked.moving)
    for (const int slot : extents_)
      if ((named(goals) >> slot & 1) == 0) add(unknown_[static_cast<size_t>(slot)] >= Sym(1));
  for (const Constraint* other : others(goals, asked)) add(lifted(world, *other).may_hold);
  const bool none = !possible || std::any_of(solvers.begin(), solvers.end(), refuted);
  return none ? Found::none_by_lemma : Found::unknown;
}

Found Search::refute(std::vector<World>& worlds, const std::vector<Goal>& goals, Asked asked,
                     Effort effort) {
  Found none = goals.size() == 1 ? Found::none_by_type : Found::none_by_lemma;
  for (World& world : worlds) {
    const Found found = refute(world, goals, asked, effort);
    if (found == Found::unknown) return found;
    if (found == Found::none_by_lemma) none = found;
  }
  return none;
}

// ---- find ----

// First without a solver, then with one; every constraint beside the goals is asked, and then less
// and less.
Finding Search::find(const std::vector<Goal>& goals) {
  const bool outside = any_outside(goals);
  const Asked least{!outside, false};
  std::vector<Asked> all_asked;
  for (const bool moving : {true, false})
    for (const bool all : {true, false})
      if (all || outside) all_asked.push_back({all, moving});
  for (const int changes : {1, 2}) {
    for (const Asked& asked : all_asked)
      if (auto c = nearby(changes, goals, asked)) return {.found = Found::witness, .witness = *c};
    const Effort effort = changes == 1 ? quick_proof : fair_proof;
    if (const Found found = refute(wholes_, goals, least, effort); found != Found::unknown)
      return none(found, goals, least);
  }
  for (const Asked& asked : all_asked) {
    if (refute(wholes_, goals, asked, quick_proof) != Found::unknown) continue;
    Finding finding = find(goals, asked);
    if (finding.found == Found::witness) return finding;
  }
  return none(refute(worlds_, goals, least, long_proof), goals, least);
}

Finding Search::none(Found found, const std::vector<Goal>& goals, Asked asked) {
  Finding finding{found};
  if (found != Found::none_by_lemma) return finding;
  for (const Constraint* other : others(goals, asked)) {
    Asked fewer = asked;
    fewer.among &= ~(uint64_t{1} << other->bit);
    if (refute(wholes_, goals, fewer, quick_proof) != Found::unknown) asked = fewer;
  }
  finding.lemma = others(goals, asked);
  return finding;
}

std::vector<Case> Search::more(const Case& first, const std::vector<Goal>& goals, size_t count) {
  std::vector<Case> all = {first};
  const auto shape = [&](const Case& c) {
    std::vector<int64_t> values = {c.arguments.null_mask};
    for (const Parameter& p : operation_.parameters)
      if (selector_values(operation_, p) > 0)
        values.push_back(c.arguments.value[static_cast<size_t>(p.slot)]);
    for (const int slot : extents_)
      values.push_back(c.arguments.value[static_cast<size_t>(slot)] > 1 ? 1 : 0);
    return values;
  };
  const auto is_new = [&](const Case& c) {
    return std::none_of(all.begin(), all.end(),
                        [&](const Case& other) { return shape(c) == shape(other); });
  };
  Asked asked{.all = true, .moving = true, .likely = true};  // as the first one can be had
  if (!query(first, 0, goals, asked)) asked.all = !any_outside(goals);
  if (!query(first, 0, goals, asked)) asked.moving = false;
  const Accept accept = [&](const Case& c) {
    return is_new(c) && query(c, 0, goals, asked).has_value();
  };
  for (World& world : worlds_) {
    if (all.size() >= count) break;
    if (!possible(world, goals, asked)) continue;
    std::vector<Case> known = plain(world);
    std::reverse(known.begin(), known.end());  // what is large differs most
    for (size_t half : {size_t{0}, known.size() / 2})
      if (half < known.size() && all.size() < count)
        if (auto c = find_nearby({known[half]}, goals, 1, accept)) all.push_back(*c);
  }
  return all;
}

std::optional<Case> Search::nearby(int changes, const std::vector<Goal>& goals, Asked asked) {
  asked.likely = true;  // the case is judged beside
  const Accept accept = [&](const Case& c) { return query(c, 0, goals, asked).has_value(); };
  for (size_t i = 0, tried = 0; i < worlds_.size() && tried < nearby_worlds; ++i) {
    if (!possible(worlds_[i], goals, asked)) continue;
    ++tried;
    std::vector<Case> known = plain(worlds_[i]);
    if (changes > 1) known.resize(std::min<size_t>(known.size(), 1));
    if (auto c = find_nearby(known, goals, changes, accept)) return c;
  }
  return std::nullopt;
}

Finding Search::find(const std::vector<Goal>& goals, Asked asked) {
  std::vector<World*> open;
  for (World& world : worlds_) {
    if (!possible(world, goals, asked)) continue;
    if (auto c = find(world, 1, 0, goals, asked)) return {.found = Found::witness, .witness = *c};
    if (refute(world, goals, asked, quick_proof) == Found::unknown) open.push_back(&world);
  }
  for (const bool likely : {false, true}) {
    asked.likely = likely;
    for (const int free_extents : {0, 1, 2})
      for (World* world : open)
        if (auto c = find(*world, free_extents == 0 ? 1000 : 2, free_extents, goals, asked))
          return {.found = Found::witness, .witness = *c};
  }
  return {};
}

std::optional<Case> Search::find(World& world, size_t bases, int free_extents,
                                 const std::vector<Goal>& goals, Asked asked) {
  std::vector<Slots> extents = {0};
  for (int i = 0; i < free_extents; ++i) {
    std::set<Slots> wider;
    for (const Slots some : extents)
      for (const int slot : extents_) wider.insert(some | Slots{1} << slot);
    extents.assign(wider.begin(), wider.end());
  }
  const std::vector<Slots> all = ways(goals);
  const std::vector<Case>& cases = plain(world);
  for (size_t i = 0; i < std::min(bases, cases.size()); ++i)
    for (const Slots some : extents)
      if (std::popcount(some) == free_extents)
        for (const Slots way : all)
          if (auto c = query(cases[i], some | way, goals, asked)) return c;
  return std::nullopt;
}

std::optional<Case> Search::find_near(const Case& known, const std::vector<Goal>& goals,
                                      const std::vector<Goal>& others) {
  for (const Slots way : ways(others))
    if (auto c = query(known, way, goals, {})) return c;
  return std::nullopt;
}

namespace {

// Wishes for the unknowns: to stay as they are, or near.
class Wishes {
 public:
  explicit Wishes(z3::solver& s) : s_(s), model_(s.get_model()) { s_.push(); }
  ~Wishes() { s_.pop(); }
  Wishes(const Wishes&) = delete;
  Wishes& operator=(const Wishes&) = delete;

  // Grants a wish where it does not clash with those granted before.
  bool grant(const SymBool& wish) {
    if (wish.literal()) return *wish.literal();
    s_.push();
    s_.add(wish.term());
    const bool granted = s_.check() == z3::sat;
    if (granted) model_ = s_.get_model();
    s_.pop();
    if (granted) s_.add(wish.term());
    return granted;
  }
  void stay_near(const Sym& value, int64_t best, bool rather_up) {
    if (grant(value == Sym(best))) return;
    const Interval below{0, best};
    if (!rather_up && grant(within(value, below))) return;
    for (const int64_t distance : {2, 16, 256})
      if (grant(within(value, {best, best + distance}))) return;
    if (rather_up) grant(within(value, below));
  }
  int64_t value(const Sym& unknown) const {
    return model_.eval(unknown.term(), true).get_numeral_int64();
  }

 private:
  z3::solver& s_;
  z3::model model_;
};

}  // namespace

std::optional<Case> Search::query(const Case& base, Slots free, const std::vector<Goal>& goals,
                                  Asked asked) {
  const Arguments<Sym> unknown = arguments(base, free);
  std::vector<SymBool> terms, wishes;
  for (const Goal& goal : goals) {
    if (is_of_data(goal)) continue;
    if (goal.landmark != nullptr) {
      const LiftedLandmark lifted = lift(profile_, operation_, unknown, *goal.landmark);
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

  z3::solver s = solver_of(context_, witness_effort, Arithmetic::old);
  std::vector<size_t> freed;
  for (size_t slot = 0; slot < unknown_.size(); ++slot)
    if ((free >> slot & 1) != 0) {
      freed.push_back(slot);
      s.add(within(unknown_[slot], *unknown_[slot].bounds()).term());
    }
  for (const SymBool& term : terms) s.add(term.term());
  for (int tries = asked.likely ? likely_tries : 1; tries > 0 && s.check() == z3::sat; --tries) {
    Case c = base;
    SymBool same = true;
    {
      Wishes granted(s);
      for (const SymBool& wish : wishes) granted.grant(wish);
      for (const size_t slot : freed)
        granted.stay_near(unknown_[slot], base.arguments.value[slot],
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
