// What is left open of the pairs: changes of known cases, and all parameters asked at once.

#include <algorithm>
#include <set>

#include "spec/solver/moves.h"
#include "spec/solver/nearby.h"
#include "spec/solver/pairs.h"

namespace strideproof::solver {
namespace {

using Key = std::pair<size_t, size_t>;

constexpr int changed_cases = 2'000'000;             // tried for what is open of an operation
constexpr int most_changes = 4;                      // of one case
constexpr size_t most_kept = 500;                    // cases that meet a goal
constexpr int64_t few_contents = 16;                 // that are read of a case
constexpr int64_t most_elements = int64_t{1} << 23;  // until nothing smaller was found

std::set<Key> keys(const std::vector<Pair>& pairs) {
  std::set<Key> all;
  for (const Pair& pair : pairs) all.emplace(pair.first, pair.second);
  return all;
}

// The elements that are read of an operand whose contents count: a stride of 0 leads to no other.
int64_t elements_read(const Case& c) {
  const Operands counted = c.operation->constraints.back().operands;
  const auto& parameters = c.operation->parameters;
  const Parameter* shape = nullptr;
  for (const Parameter& parameter : parameters)
    if (parameter.role == Role::extent && slots(parameter.type) == 4) shape = &parameter;
  for (size_t p = 0; p < parameters.size() && shape != nullptr; ++p) {
    if (parameters[p].role != Role::stride || parameters[p].operands != counted ||
        c.arguments.is_null(static_cast<int>(p)))
      continue;
    int64_t read = 1;
    for (int i = 0; i < 4; ++i)
      if (c.arguments.value[static_cast<size_t>(parameters[p].slot + i)] != 0 &&
          read <= contents_read)
        read *= c.arguments.value[static_cast<size_t>(shape->slot + i)];
    return read;
  }
  return spec::cost(c);
}

// How many elements a case among many may have for its contents to be read.
int64_t contents_of(const Case& c) {
  const bool of_data = c.operation->constraints.back().stage == Stage::data;
  return of_data && elements_read(c) > few_contents ? 0 : contents_read;
}

// Adds the case, plainer where that meets the pair too, and says so of each open pair that it meets.
// False: the pair is not met in the way that counts.
bool add(const Operation& operation, Pairs& pairs, const Case& found, const Pair& wanted) {
  const auto meets = [&](const std::vector<size_t>& met) {
    return keys(pairs_met(operation, met)).count({wanted.first, wanted.second}) != 0;
  };
  const Case plain =
      plainer(found, [&](const Case& next) { return meets(met_by(next, contents_of(next))); });
  for (const Case& c : {plain, found}) {
    const std::vector<size_t> met = met_by(c);
    if (!meets(met)) continue;
    const std::set<Key> all = keys(pairs_met(operation, met));
    for (PairFinding& open : pairs.findings)
      if (open.found == Found::unknown && all.count({open.pair.first, open.pair.second}) != 0)
        open = {open.pair, Found::witness, pairs.cases.size()};
    pairs.cases.push_back(c);
    return true;
  }
  return false;
}

// Changes cases that meet one goal of an open pair, again and again, until they meet the other.
class Roaming {
 public:
  Roaming(const Operation& operation, Pairs& pairs)
      : operation_(operation), pairs_(pairs), goals_(goals_of(operation)), kept_(goals_.size()) {
    for (size_t i = 0; i < pairs.findings.size(); ++i)
      if (pairs.findings[i].found == Found::unknown) open_.push_back(i);
    for (const size_t i : open_)
      for (const size_t goal : {pairs.findings[i].pair.first, pairs.findings[i].pair.second})
        wanted_.insert(goal);
    for (const Case& c : pairs.cases) keep(c, met_by(c, contents_of(c)));
  }

  void roam() {
    for (int i = 0; i < changed_cases && !open_.empty(); ++i) {
      const Pair& pair = pairs_.findings[open_[random_() % open_.size()]].pair;
      const std::vector<Case>& from = kept_[random_() % 2 == 0 ? pair.first : pair.second];
      if (from.empty()) continue;
      const Case c = moved(random_, from[random_() % from.size()], most_changes);
      if (i < changed_cases / 4 * 3 && spec::cost(c) > most_elements) continue;
      const std::vector<size_t> met = met_by(c, contents_of(c));
      if (met.empty()) continue;
      look(c, met);
      keep(c, met);
    }
  }

 private:
  void keep(const Case& c, const std::vector<size_t>& met) {
    for (const size_t goal : met) {
      if (wanted_.count(goal) == 0) continue;
      std::vector<Case>& kept = kept_[goal];
      if (kept.size() < most_kept)
        kept.push_back(c);
      else
        kept[random_() % most_kept] = c;
    }
  }
  void look(const Case& c, const std::vector<size_t>& met) {
    const std::set<Key> all = keys(pairs_met(operation_, met));
    for (const size_t i : open_) {
      const auto [pair, found, _] = pairs_.findings[i];
      if (found == Found::unknown && all.count({pair.first, pair.second}) != 0)
        add(operation_, pairs_, c, pair);
    }
    open_.erase(
        std::remove_if(open_.begin(), open_.end(),
                       [&](size_t i) { return pairs_.findings[i].found != Found::unknown; }),
        open_.end());
  }

  const Operation& operation_;
  Pairs& pairs_;
  const std::vector<Goal> goals_;
  std::vector<size_t> open_;  // indices of findings
  std::set<size_t> wanted_;
  std::vector<std::vector<Case>> kept_;  // by goal
  MoveRandom random_;
};

}  // namespace

Pairs decide_open(const Operation& operation, const Profile& profile, Pairs pairs) {
  const std::vector<Goal> goals = goals_of(operation);
  Roaming(operation, pairs).roam();
  Search search(operation, profile);
  for (PairFinding& open : pairs.findings) {
    if (open.found != Found::unknown) continue;
    const std::vector<Goal> both = {goals[open.pair.first], goals[open.pair.second]};
    const Finding finding = search.decide(both, Search::Effort::all);
    if (finding.found != Found::witness)
      open.found = finding.found;
    else
      add(operation, pairs, finding.witness, open.pair);
  }
  return pairs;
}

}  // namespace strideproof::solver
