#include "spec/solver/pairs.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <set>

#include "spec/solver/nearby.h"

namespace strideproof::solver {
namespace {

constexpr int64_t few_contents = 4096;  // elements, of one case among many
constexpr size_t most_expanded = 500;   // cases whose neighbours are tried
constexpr size_t tried_from = 3;        // for what is then open
constexpr int64_t small = 256;          // elements: a case that nobody minds running

size_t goal_count(const Operation& operation) {
  return 2 * operation.constraints.size() + operation.landmarks.size();
}

constexpr int64_t any_address = int64_t{1} << 41;  // twice what system memory has

// Formulas of landmarks take values in range for granted, and addresses that some memory could have.
bool landmarks_apply(const Case& c, uint64_t violated) {
  const Operation& operation = *c.operation;
  for (const Parameter& parameter : operation.parameters)
    if (parameter.role == Role::address &&
        c.arguments.value[static_cast<size_t>(parameter.slot)] > any_address)
      return false;
  return std::none_of(operation.constraints.begin(), operation.constraints.end(),
                      [&](const Constraint& constraint) {
                        return constraint.stage == Stage::values &&
                               (violated >> constraint.bit & 1) != 0;
                      });
}

// The judgement with contents where these are asked for and few.
std::optional<Judgement> judged(const Case& c, int64_t read, bool& contents_known) {
  const auto& constraints = c.operation->constraints;
  const bool of_data = !constraints.empty() && constraints.back().stage == Stage::data;
  contents_known = true;
  Judgement judgement = spec::judge(c);
  if (judgement.too_costly || std::popcount(judgement.violated) > 1) return std::nullopt;
  if (!of_data) return judgement;
  contents_known = spec::cost(c) <= read;
  if (contents_known) return judge(c);
  const DataClass data = c.data[(constraints.back().operands & on_src) != 0 ? 1 : 2];
  if (data != DataClass::counts) return std::nullopt;  // perhaps out of range
  return judgement;
}

// Few elements, then few digits.
std::pair<int64_t, size_t> size(const Case& c) { return {spec::cost(c), print(c).size()}; }

}  // namespace

std::vector<Goal> goals_of(const Operation& operation) {
  std::vector<Goal> all;
  for (const Constraint& constraint : operation.constraints)
    for (const Side side : {Side::inside, Side::outside}) all.push_back({&constraint, side});
  for (const Landmark& landmark : operation.landmarks)
    all.push_back({nullptr, Side::inside, &landmark});
  return all;
}

std::vector<size_t> met_by(const Case& c, int64_t read) {
  const Operation& operation = *c.operation;
  bool contents_known;
  const std::optional<Judgement> judgement = judged(c, read, contents_known);
  if (!judgement || judgement->too_costly || std::popcount(judgement->violated) > 1) return {};
  std::vector<size_t> all;
  for (size_t i = 0; i < operation.constraints.size(); ++i) {
    const Constraint& constraint = operation.constraints[i];
    if (constraint.stage == Stage::data && !contents_known) continue;
    const bool outside = (judgement->violated >> constraint.bit & 1) != 0;
    if (meets(c, *judgement, {&constraint, outside ? Side::outside : Side::inside}))
      all.push_back(2 * i + (outside ? 1 : 0));
    else if (outside)
      return {};
  }
  if (!landmarks_apply(c, judgement->violated)) return all;
  const uint64_t marks = spec::landmarks(c);
  for (size_t i = 0; i < operation.landmarks.size(); ++i)
    if ((marks >> operation.landmarks[i].bit & 1) != 0)
      all.push_back(2 * operation.constraints.size() + i);
  return all;
}

// A constraint that is not evaluated where the other goal is outside has no edge there.
bool is_pair(const Operation& operation, const Goal& a, const Goal& b) {
  if (a.is_outside() && b.is_outside()) return false;
  if (a.constraint != nullptr && a.constraint == b.constraint) return false;
  for (const auto& [outside, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!outside.is_outside()) continue;
    if (other.landmark != nullptr) return outside.constraint->stage != Stage::values;
    if ((operation.needs[other.constraint->bit] >> outside.constraint->bit & 1) != 0) return false;
  }
  return true;
}

std::vector<Pair> pairs_of(const Operation& operation) {
  const std::vector<Goal> goals = goals_of(operation);
  std::vector<Pair> all;
  for (size_t i = 0; i < goals.size(); ++i)
    for (size_t j = i + 1; j < goals.size(); ++j)
      if (is_pair(operation, goals[i], goals[j])) all.push_back({i, j});
  return all;
}

std::vector<Pair> pairs_met(const Operation& operation, const std::vector<size_t>& met) {
  const auto outside = [&](size_t goal) {
    return goal < 2 * operation.constraints.size() && goal % 2 == 1;
  };
  const bool legal = std::none_of(met.begin(), met.end(), outside);
  std::vector<Pair> all;
  for (size_t i = 0; i < met.size(); ++i)
    for (size_t j = i + 1; j < met.size(); ++j)
      if (legal || outside(met[i]) || outside(met[j])) all.push_back({met[i], met[j]});
  return all;
}

namespace {

// The smallest case known for each pair.
class Best {
 public:
  explicit Best(const Operation& operation)
      : operation_(operation), goals_(goal_count(operation)), best_(goals_ * goals_) {}

  // Whether some pair was not known to be met.
  bool add(const Case& c) {
    const std::vector<size_t> met = met_by(c, few_contents);
    if (met.empty()) return false;
    const auto measure = size(c);
    size_t index = cases_.size();
    bool is_new = false, kept = false;
    for (const Pair& pair : pairs_met(operation_, met)) {
      Entry& entry = best_[pair.first * goals_ + pair.second];
      if (entry.known && entry.measure <= measure) continue;
      is_new = is_new || !entry.known;
      entry = {true, measure, index};
      kept = true;
    }
    if (kept) cases_.push_back(c);
    return is_new;
  }
  bool knows(const Pair& pair) const { return at(pair).known; }
  const Case& of(const Pair& pair) const { return cases_[at(pair).index]; }
  // Those that have more elements than most_elements.
  std::vector<Case> larger_than(int64_t most_elements) const {
    std::set<size_t> all;
    for (const Entry& entry : best_)
      if (entry.known && entry.measure.first > most_elements) all.insert(entry.index);
    std::vector<Case> some;
    for (const size_t index : all) some.push_back(cases_[index]);
    return some;
  }
  // A few that meet the goal, each with others.
  std::vector<Case> with(size_t goal, size_t count) const {
    std::set<size_t> all;
    for (size_t other = 0; other < goals_; ++other) {
      const Pair pair{std::min(goal, other), std::max(goal, other)};
      if (knows(pair)) all.insert(at(pair).index);
    }
    std::vector<Case> some;
    const size_t apart = all.size() / count + 1;
    size_t i = 0;
    for (const size_t index : all)
      if (i++ % apart == 0) some.push_back(cases_[index]);
    return some;
  }

 private:
  struct Entry {
    bool known = false;
    std::pair<int64_t, size_t> measure;
    size_t index = 0;
  };
  const Entry& at(const Pair& pair) const { return best_[pair.first * goals_ + pair.second]; }

  const Operation& operation_;
  size_t goals_;
  std::vector<Entry> best_;
  std::vector<Case> cases_;
};

// Goes out from every case that meets something new.
void sweep(const Operation& operation, Best& best, std::deque<Case> queue) {
  std::vector<Goal> edges;  // inside and outside are sought together
  for (const Constraint& constraint : operation.constraints) edges.push_back({&constraint});
  for (size_t expanded = 0; expanded < most_expanded && !queue.empty(); ++expanded) {
    const Case c = queue.front();
    queue.pop_front();
    any_neighbour(c, edges, Values::few, [&](const Case& next) {
      if (best.add(next)) queue.push_back(next);
      return false;
    });
  }
}

// Tries each case that is large with one extent shorter, again and again.
void shorten(const Operation& operation, Best& best) {
  constexpr int64_t shorter[] = {1, 2, 3, 5, 9, 17, 33, 65, 129, 257};
  std::vector<Case> large = best.larger_than(small), before;
  while (large != before) {
    for (const Case& c : large)
      for (const Parameter& parameter : operation.parameters)
        for (int i = 0; i < slots(parameter.type) && parameter.role == Role::extent; ++i) {
          const auto slot = static_cast<size_t>(parameter.slot + i);
          for (const int64_t value : shorter) {
            if (value >= c.arguments.value[slot]) break;
            Case next = c;
            next.arguments.value[slot] = value;
            best.add(next);
          }
        }
    before = std::move(large);
    large = best.larger_than(small);
  }
}

// Without the pairs for which all parameters are asked at once.
Pairs find_most(const Operation& operation, const Profile& profile,
                const std::vector<Boundary>& boundaries, const std::vector<Case>& more) {
  const std::vector<Goal> goals = goals_of(operation);
  Search search(operation, profile);
  Best best(operation);
  std::deque<Case> queue(more.begin(), more.end());
  std::vector<bool> unreachable(goals.size());
  for (const Boundary& boundary : boundaries) {
    queue.insert(queue.end(), boundary.witnesses.begin(), boundary.witnesses.end());
    const auto at = std::find(goals.begin(), goals.end(), boundary.goal);
    unreachable[static_cast<size_t>(at - goals.begin())] =
        boundary.found == Found::none_by_type || boundary.found == Found::none_by_lemma;
  }
  for (const Goal& goal : goals)
    if (goal.landmark != nullptr)
      if (const auto c = search.find_plainly({goal})) queue.push_back(*c);
  for (const Case& c : queue) best.add(c);
  sweep(operation, best, std::move(queue));
  Pairs all;
  std::map<size_t, std::vector<size_t>>
      open;  // by the goal that leads: the one outside, or the first
  for (const Pair& pair : pairs_of(operation)) {
    all.findings.push_back({pair, best.knows(pair) ? Found::witness : Found::unknown});
    if (best.knows(pair)) continue;
    // Beside an edge outside more is reached than by a legal case.
    if ((unreachable[pair.first] && !goals[pair.second].is_outside()) ||
        (unreachable[pair.second] && !goals[pair.first].is_outside())) {
      all.findings.back().found = Found::none_by_lemma;
      continue;
    }
    const bool second_leads = goals[pair.second].is_outside();
    open[second_leads ? pair.second : pair.first].push_back(all.findings.size() - 1);
  }
  for (const auto& [lead, places] : open) {
    std::vector<Goal> others;
    for (const size_t place : places) {
      const Pair& pair = all.findings[place].pair;
      others.push_back(goals[pair.first == lead ? pair.second : pair.first]);
    }
    const std::vector<bool> none = search.excludes(goals[lead], others);
    for (size_t i = 0; i < places.size(); ++i)
      if (none[i]) all.findings[places[i]].found = Found::none_by_lemma;
  }
  for (PairFinding& finding : all.findings) {
    if (finding.found != Found::unknown) continue;
    const std::vector<Goal> both = {goals[finding.pair.first], goals[finding.pair.second]};
    const bool of_data = both[0].is_of_data() || both[1].is_of_data();  // dear, and swept
    if (!best.knows(finding.pair) && !of_data)
      for (const size_t goal : {finding.pair.first, finding.pair.second})
        if (const auto c = find_nearby(best.with(goal, tried_from), both, 1,
                                       [](const Case&) { return true; })) {
          best.add(*c);
          break;
        }
  }
  for (PairFinding& finding : all.findings) {
    const std::vector<Goal> both = {goals[finding.pair.first], goals[finding.pair.second]};
    if (finding.found != Found::unknown || best.knows(finding.pair) || both[0].is_of_data() ||
        both[1].is_of_data())
      continue;
    if (const auto c = search.find_soon(both)) best.add(*c);
  }
  shorten(operation, best);
  for (PairFinding& finding : all.findings)  // what was found for one pair may meet another
    if (finding.found == Found::unknown && best.knows(finding.pair)) finding.found = Found::witness;
  // Small ones first: a large one stands for no pair that a small one meets.
  std::vector<PairFinding*> met;
  for (PairFinding& finding : all.findings)
    if (finding.found == Found::witness) met.push_back(&finding);
  std::stable_sort(met.begin(), met.end(), [&](const PairFinding* a, const PairFinding* b) {
    return size(best.of(a->pair)) < size(best.of(b->pair));
  });
  std::map<std::pair<size_t, size_t>, size_t> kept;
  for (PairFinding* finding : met) {
    const std::pair key{finding->pair.first, finding->pair.second};
    if (kept.count(key) == 0) {
      const Case& c = best.of(finding->pair);
      for (const Pair& pair : pairs_met(operation, met_by(c)))
        kept.emplace(std::pair{pair.first, pair.second}, all.cases.size());
      all.cases.push_back(c);
    }
    finding->witness = kept.at(key);
  }
  // Contents are read of more elements now.
  for (PairFinding& finding : all.findings)
    if (const auto other = kept.find({finding.pair.first, finding.pair.second});
        finding.found == Found::unknown && other != kept.end())
      finding = {finding.pair, Found::witness, other->second};
  return all;
}

}  // namespace

Pairs find_pairs(const Operation& operation, const Profile& profile,
                 const std::vector<Boundary>& boundaries, const std::vector<Case>& more) {
  return decide_open(operation, profile, find_most(operation, profile, boundaries, more));
}

}  // namespace strideproof::solver
