#include "proofs/boundary/search.h"

#include <algorithm>

#include "props/edge.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "props/shrink.h"
#include "spec/stop.h"

namespace strideproof::solver {
namespace {

constexpr int hits_compared = 4;  // random cases for each witness, of which the simplest are taken
// Cases tried to simplify one; fewer if the contents of many elements decide.
constexpr int64_t shrink_budget = 3'000, elements_read = 400'000;
constexpr int64_t most_elements = int64_t{1} << 17, most_of_data = 256;  // if contents decide

// NULLs, selectors except the index of a lane, and extents above 1.
std::vector<int64_t> shape(const Case& c, const std::vector<size_t>& extents) {
  std::vector<int64_t> values = {c.arguments.null_mask};
  for (const Parameter& p : c.operation->parameters)
    if (p.role == Role::selector && !p.name.ends_with("idx"))
      values.push_back(c.arguments.value[static_cast<size_t>(p.slot)]);
  for (const size_t slot : extents) values.push_back(c.arguments.value[slot] > 1 ? 1 : 0);
  return values;
}

// Cases that move bytes come first.
bool is_simpler(const Case& a, const Case& b) {
  const bool moves = spec::cost(a) > 0;
  return moves == (spec::cost(b) > 0) ? size_of(a) < size_of(b) : moves;
}

// The case with values that are moved onto the edges of the goals, outside last.
std::optional<Case> moved(std::optional<Case> c, const std::vector<Goal>& goals,
                          props::Random& random) {
  for (const bool outside : {false, true})
    for (const Goal& goal : goals)
      if (c && goal.constraint != nullptr && goal.is_outside() == outside && !goal.is_of_data() &&
          !meets_alone(*c, goals))
        c = props::move_to_edge(*c, *goal.constraint, goal.edge, random);
  return c;
}

}  // namespace

Search::Search(const Operation& operation, const Profile& profile)
    : operation_(operation), profile_(profile) {
  instances_.emplace_back();
  for (const auto& [parameter, place, slot] : props::slots_of(operation)) {
    instances_[0].arguments.value[slot] = context_.variable(
        slot_name(parameter, place), lowest(parameter.type), highest(parameter.type));
    if (parameter.role == Role::extent) extents_.push_back(slot);
  }
  for (size_t p = 0; p < operation.parameters.size(); ++p)
    if (operation.parameters[p].nullable)
      for (size_t i = instances_.size(); i-- > 0;) {
        instances_.push_back(instances_[i]);
        instances_.back().arguments.null_mask |= uint32_t{1} << p;
      }
}

std::vector<Case> Search::random_cases(const std::vector<Goal>& goals, size_t count,
                                       int tries) const {
  props::Random random(1);
  const bool data = operation_.counts != 0;
  const int64_t most = !data                                           ? INT64_MAX
                       : std::ranges::any_of(goals, &Goal::is_of_data) ? most_of_data
                                                                       : most_elements;
  const auto simplest = [&](const Case& c) {
    const int64_t affordable = elements_read / std::max<int64_t>(spec::cost(c), 1);
    const int64_t budget =
        data ? std::clamp<int64_t>(affordable, 10, shrink_budget) : shrink_budget;
    const auto still = [&](const Program& p) {
      return meets_alone(p.steps[0], goals) && (spec::cost(c) == 0 || spec::cost(p.steps[0]) > 0);
    };
    return props::minimise({c.profile, c.fill, {c}}, still, budget).steps[0];
  };
  std::vector<Case> found;
  size_t hits = 0;
  for (int i = 0; i < tries && hits < count * hits_compared; ++i) {
    throw_if_stopped();
    std::optional<Case> c = moved(
        props::generate_case(random, operation_, profile_, i % 2 == 0 ? 0 : props::default_illegal),
        goals, random);
    if (c && spec::cost(*c) > most) continue;
    if (c) c = with_contents(*c, goals);
    if (!c) continue;
    ++hits;
    const Case plain = simplest(*c);
    const auto same = std::find_if(found.begin(), found.end(), [&](const Case& other) {
      return shape(other, extents_) == shape(plain, extents_);
    });
    if (same == found.end())
      found.push_back(plain);
    else if (is_simpler(plain, *same))
      *same = plain;
  }
  std::ranges::stable_sort(found, is_simpler);
  if (found.size() > count) found.erase(found.begin() + static_cast<ptrdiff_t>(count), found.end());
  return found;
}

SearchResult Search::find(const std::vector<Goal>& goals, size_t count) {
  struct Round {
    int tries;
    unsigned work;  // of a refutation after it
  };
  for (const auto& [tries, work] : {Round{200, quick_proof}, Round{1'000, fair_proof}}) {
    if (auto cases = random_cases(goals, count, tries); !cases.empty())
      return {SearchOutcome::witness, std::move(cases)};
    if (const SearchOutcome found = refute(goals, others(goals), true, work);
        found != SearchOutcome::unknown)
      return result_without_case(found, goals);
  }
  for (const bool moving : {true, false})
    for (ProblemInstance& instance : instances_)
      if (const auto c = solve(instance, goals, moving)) return {SearchOutcome::witness, {*c}};
  return result_without_case(refute(goals, others(goals), true, long_proof), goals);
}

}  // namespace strideproof::solver
