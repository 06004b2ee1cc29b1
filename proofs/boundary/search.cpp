#include "proofs/boundary/search.h"

#include <algorithm>

#include "proofs/boundary/search_terms.h"
#include "proofs/boundary/size.h"
#include "props/edge.h"
#include "props/generate.h"
#include "props/shrink.h"
#include "spec/stop.h"

namespace strideproof::solver {
namespace {

constexpr int hits_compared = 4;  // random cases for each witness, of which the simplest are taken
// Cases tried to simplify one; fewer if the contents of many elements decide.
constexpr int64_t shrink_budget = 3'000, elements_read = 400'000;
constexpr int64_t most_elements = int64_t{1} << 17, most_of_data = 256;  // if contents decide
constexpr uint64_t fills_tried = 64;

// NULLs, selectors, and extents above 1.
std::vector<int64_t> shape(const Case& c, const std::vector<int>& extents) {
  std::vector<int64_t> values = {c.arguments.null_mask};
  for (const Parameter& p : c.operation->parameters)
    if (selector_values(*c.operation, p) > 0)
      values.push_back(c.arguments.value[static_cast<size_t>(p.slot)]);
  for (const int slot : extents)
    values.push_back(c.arguments.value[static_cast<size_t>(slot)] > 1 ? 1 : 0);
  return values;
}

// The case with contents under which it meets the goals; only goals of Stage::data need contents.
std::optional<Case> with_contents(Case c, const std::vector<Goal>& goals) {
  if (meets_alone(c, goals)) return c;
  for (const Goal& goal : goals) {
    if (!goal.is_of_data()) continue;
    for (const DataClass data :
         {DataClass::counts, DataClass::counts_over, DataClass::counts_under}) {
      c.data[(goal.constraint->operands & on_src) != 0 ? 1 : 2] = data;
      for (c.fill = 0; c.fill < fills_tried; ++c.fill)
        if (meets_alone(c, goals)) return c;
    }
  }
  return std::nullopt;
}

}  // namespace

Search::Search(const Operation& operation, const Profile& profile)
    : operation_(operation),
      profile_(profile),
      unknown_(static_cast<size_t>(operation.slots)),
      extents_(extent_slots(operation)) {
  const Arguments<Sym> all = unknown_arguments(operation, 0, {});
  std::copy_n(all.value.begin(), unknown_.size(), unknown_.begin());
  for (Selection& selection : selections(operation)) {
    const bool first = std::none_of(null_instances_.begin(), null_instances_.end(),
                                    [&](const ProblemInstance& of_nulls) {
                                      return of_nulls.selection.nulls == selection.nulls;
                                    });
    if (first) null_instances_.emplace_back(Selection{selection.nulls, {}});
    instances_.emplace_back(std::move(selection));
  }
}

// ---- the subjects of goals ----

bool Search::falls_away(const Constraint& other, const std::vector<Goal>& goals) const {
  return std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
    return goal.is_outside() && has_bit(operation_.needs[other.bit], goal.constraint->bit);
  });
}

std::vector<const Constraint*> Search::others(const std::vector<Goal>& goals, Asked asked) const {
  std::vector<const Constraint*> all;
  for (const Constraint& constraint : operation_.constraints) {
    const auto is_goal = [&](const Goal& goal) { return goal.constraint == &constraint; };
    if (has_bit(asked.among, constraint.bit) && std::none_of(goals.begin(), goals.end(), is_goal) &&
        (asked.all || !falls_away(constraint, goals)))
      all.push_back(&constraint);
  }
  return all;
}

Search::Slots Search::named(const std::vector<Goal>& goals) const {
  Slots all = 0;
  for (const int slot : extents_) {
    const std::string name = unknown_[static_cast<size_t>(slot)].term().decl().name().str() + ".";
    const auto begins = [&](const Goal& goal) { return goal.label().starts_with(name); };
    if (std::any_of(goals.begin(), goals.end(), begins)) all |= Slots{1} << slot;
  }
  return all;
}

bool Search::moves(const Case& c, const std::vector<Goal>& goals) const {
  const Slots free = named(goals);
  return std::all_of(extents_.begin(), extents_.end(), [&](int slot) {
    return has_bit(free, slot) || c.arguments.value[static_cast<size_t>(slot)] >= 1;
  });
}

// ---- find ----

Finding Search::find(const std::vector<Goal>& goals, size_t count) {
  const Asked least{.all = !any_outside(goals), .moving = false};
  struct Round {
    int tries;
    bool moving;
    unsigned work;  // of a refutation after it
  };
  for (const auto& [tries, moving, work] :
       {Round{200, true, quick_proof}, Round{1'000, true, fair_proof}, Round{1'000, false, 0}}) {
    if (auto cases = random_cases(goals, count, moving, tries); !cases.empty())
      return {Found::witness, std::move(cases)};
    if (work == 0) continue;
    if (const Found found = refute(null_instances_, goals, least, work); found != Found::unknown)
      return finding_without_case(found, goals, least);
  }
  for (const bool moving : {true, false})
    for (ProblemInstance& instance : instances_)
      if (const auto c = solve(instance, goals, moving)) return {Found::witness, {*c}};
  return finding_without_case(refute(instances_, goals, least, long_proof), goals, least);
}

Finding Search::finding_without_case(Found found, const std::vector<Goal>& goals, Asked asked) {
  Finding finding{found};
  if (found != Found::unreachable_proved) return finding;
  asked.implied = false;
  const bool together = refute(null_instances_, goals, asked, fair_proof) == Found::unknown;
  for (const Constraint* other : others(goals, asked)) {
    Asked fewer = asked;
    fewer.among &= ~(uint64_t{1} << other->bit);
    if (!together && refute(null_instances_, goals, fewer, quick_proof) != Found::unknown)
      asked = fewer;
  }
  finding.lemma = others(goals, asked);
  return finding;
}

std::vector<Case> Search::random_cases(const std::vector<Goal>& goals, size_t count, bool moving,
                                       int tries) const {
  props::Random random(1);
  const auto meets_all = [&](const Case& c) {
    return (!moving || moves(c, goals)) && meets_alone(c, goals);
  };
  const bool data =
      !operation_.constraints.empty() && operation_.constraints.back().stage == Stage::data;
  const bool of_data =
      std::any_of(goals.begin(), goals.end(), [](const Goal& goal) { return goal.is_of_data(); });
  const auto simplest = [&](const Case& c) {
    const int64_t affordable = elements_read / std::max<int64_t>(spec::cost(c), 1);
    const int64_t budget =
        data ? std::clamp<int64_t>(affordable, 10, shrink_budget) : shrink_budget;
    const auto still = [&](const Program& p) { return meets_all(p.steps[0]); };
    return props::minimise({c.profile, c.fill, {c}}, still, budget).program.steps[0];
  };
  std::vector<Case> found;
  size_t hits = 0;
  for (int i = 0; i < tries && hits < count * hits_compared; ++i) {
    throw_if_stopped();
    std::optional<Case> c =
        props::generate_case(random, operation_, profile_, i % 2 == 0 ? 0 : props::default_illegal);
    for (const bool outside : {false, true})
      for (const Goal& goal : goals)
        if (c && goal.constraint != nullptr && goal.is_outside() == outside && !goal.is_of_data() &&
            !meets_alone(*c, goals))
          c = props::move_to_edge(*c, *goal.constraint,
                                  outside ? props::Edge::outside : props::Edge::inside, random);
    if (c && data && spec::cost(*c) > (of_data ? most_of_data : most_elements)) continue;
    if (c) c = with_contents(*c, goals);
    if (!c || !meets_all(*c)) continue;
    ++hits;
    const Case plain = simplest(*c);
    const auto same = std::find_if(found.begin(), found.end(), [&](const Case& other) {
      return shape(other, extents_) == shape(plain, extents_);
    });
    if (same == found.end())
      found.push_back(plain);
    else if (size_of(plain) < size_of(*same))
      *same = plain;
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Case& a, const Case& b) { return size_of(a) < size_of(b); });
  if (found.size() > count) found.erase(found.begin() + static_cast<ptrdiff_t>(count), found.end());
  return found;
}

// All values of the selection are unknown.
std::optional<Case> Search::solve(ProblemInstance& instance, const std::vector<Goal>& goals,
                                  bool moving) {
  std::vector<SymBool> terms;
  for (const z3::expr& range : context_.assumptions()) terms.push_back(SymBool::of(range));
  for (const Selection::Choice& choice : instance.selection.selectors)
    terms.push_back(within(unknown_[static_cast<size_t>(choice.slot)], choice.values));
  for (const Goal& goal : goals) {
    if (goal.is_of_data()) continue;
    if (goal.landmark != nullptr)
      terms.push_back(lifted(instance, *goal.landmark).met);
    else if (goal.condition != nullptr)
      terms.push_back(lifted(instance, *goal.condition).met);
    else
      terms.push_back(at_goal(lifted(instance, *goal.constraint), goal.side));
  }
  for (const Constraint* other : others(goals, {.all = !any_outside(goals)}))
    terms.push_back(lifted(instance, *other).holds);
  const Slots free = named(goals);
  for (const int slot : extents_)
    if (moving && !has_bit(free, slot))
      terms.push_back(unknown_[static_cast<size_t>(slot)] >= Sym(1));
  for (const SymBool& term : terms)
    if (term.literal() == false) return std::nullopt;

  z3::solver s = solver_of(context_, fair_proof, Arithmetic::old);
  for (const SymBool& term : terms) s.add(term.term());
  if (answer_of(s) != z3::sat) return std::nullopt;
  const z3::model model = s.get_model();
  Case c;
  c.operation = &operation_;
  c.profile = &profile_;
  c.arguments.null_mask = instance.selection.nulls;
  for (size_t p = 0; p < operation_.parameters.size(); ++p) {
    const Parameter& parameter = operation_.parameters[p];
    if (c.arguments.is_null(static_cast<int>(p))) continue;
    for (int slot = parameter.slot; slot < parameter.slot + slots(parameter.type); ++slot) {
      const auto at = static_cast<size_t>(slot);
      c.arguments.value[at] = model.eval(unknown_[at].term(), true).get_numeral_int64();
    }
  }
  return with_contents(c, goals);
}

}  // namespace strideproof::solver
