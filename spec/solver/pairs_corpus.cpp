#include "spec/solver/pairs_corpus.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

namespace strideproof::solver {
namespace {

using Key = std::pair<size_t, size_t>;

// What a file says, by pair.
class Reader {
 public:
  Reader(const Operation& operation, Open open)
      : operation_(operation), goals_(goals_of(operation)), open_(open) {
    for (size_t i = 0; i < goals_.size(); ++i) index_[label(goals_[i])] = i;
  }

  Pairs read(const std::string& text) {
    std::istringstream in(text);
    std::string line, above;
    std::getline(in, line);  // the summary
    while (std::getline(in, line)) {
      if (line.starts_with("# none: "))
        unmet(line.substr(8), Found::none_by_lemma);
      else if (line.starts_with("# open: "))
        unmet(line.substr(8), Found::unknown);
      else if (line.starts_with("# "))
        above = line.substr(2);
      else
        witness(above, line);
    }
    for (const Pair& pair : pairs_of(operation_)) {
      const Key key{pair.first, pair.second};
      const auto met = met_.find(key);
      auto none = unmet_.find(key);
      if (open_ == Open::undecided && none != unmet_.end() && met != met_.end() &&
          none->second == Found::unknown) {
        unmet_.erase(none);
        none = unmet_.end();
      }
      if (met == met_.end() && none == unmet_.end()) stale(name(pair), "left out");
      if (met != met_.end() && none != unmet_.end())
        stale(name(pair), none->second == Found::unknown ? "met, but said to be open"
                                                         : "met, but said to be proved unmet");
      if (none != unmet_.end())
        pairs_.findings.push_back({pair, none->second});
      else
        pairs_.findings.push_back({pair, Found::witness, met->second});
      unmet_.erase(key);
    }
    if (!unmet_.empty())
      stale(name({unmet_.begin()->first.first, unmet_.begin()->first.second}), "no pair any more");
    if (open_ == Open::not_met &&
        text.substr(0, text.find('\n')) != "# " + summary(pairs_.findings))
      stale("the first line", "it should be # " + summary(pairs_.findings));
    return std::move(pairs_);
  }

 private:
  [[noreturn]] void stale(const std::string& what, const std::string& why) const {
    throw Stale(fmt::format("{}: {}: {}", operation_.name, what, why));
  }
  std::string name(const Pair& pair) const {
    return label(goals_[pair.first]) + " & " + label(goals_[pair.second]);
  }
  size_t goal(const std::string& text) const {
    const auto found = index_.find(text);
    if (found == index_.end()) stale(text, "no edge and no landmark");
    return found->second;
  }

  // "A & B, C, ..."
  void unmet(const std::string& list, Found found) {
    const size_t end = list.find(" & ");
    const size_t first = goal(list.substr(0, end));
    for (size_t from = end + 3, comma = 0; comma != std::string::npos; from = comma + 2) {
      comma = list.find(", ", from);
      unmet_[{first, goal(list.substr(from, comma - from))}] = found;
    }
  }

  void witness(const std::string& above, const std::string& line) {
    const Case c = parse_case(line);
    const size_t end = above.find(" & ");
    if (end == std::string::npos) stale(line, "no pair above it");
    const Key kept_for{goal(above.substr(0, end)), goal(above.substr(end + 3))};
    bool meets = false;
    for (const Pair& pair : pairs_met(operation_, met_by(c))) {
      const Key key{pair.first, pair.second};
      met_.emplace(key, pairs_.cases.size());
      meets = meets || key == kept_for;
    }
    if (!meets) stale(above, "not met by " + line);
    pairs_.cases.push_back(c);
  }

  const Operation& operation_;
  const std::vector<Goal> goals_;
  Open open_;
  std::map<std::string, size_t> index_;
  std::map<Key, size_t> met_;  // the first case
  std::map<Key, Found> unmet_;
  Pairs pairs_;
};

}  // namespace

std::string label(const Goal& goal) {
  if (goal.landmark != nullptr) return std::string(goal.landmark->label);
  return fmt::format("{} {}", goal.constraint->label, name(goal.side));
}

std::string summary(const std::vector<PairFinding>& findings) {
  size_t met = 0, open = 0;
  for (const PairFinding& finding : findings) {
    met += finding.found == Found::witness;
    open += finding.found == Found::unknown;
  }
  return fmt::format("{} pairs: {} met, {} proved to have no case, {} open", findings.size(), met,
                     findings.size() - met - open, open);
}

std::string pairs_text(const Operation& operation, const Pairs& pairs) {
  const std::vector<Goal> goals = goals_of(operation);
  std::vector<std::string> above(pairs.cases.size());
  for (const auto& [pair, found, witness] : pairs.findings)
    if (found == Found::witness && above[witness].empty())
      above[witness] = label(goals[pair.first]) + " & " + label(goals[pair.second]);
  std::string cases, unmet;
  for (size_t i = 0; i < above.size(); ++i)
    cases += fmt::format("# {}\n{}\n", above[i], print(pairs.cases[i]));
  for (const Found found : {Found::none_by_lemma, Found::unknown})
    for (size_t first = 0; first < goals.size(); ++first) {
      std::string others;
      for (const PairFinding& finding : pairs.findings)
        if (finding.found == found && finding.pair.first == first)
          others += (others.empty() ? "" : ", ") + label(goals[finding.pair.second]);
      if (!others.empty())
        unmet += fmt::format("# {}: {} & {}\n", found == Found::unknown ? "open" : "none",
                             label(goals[first]), others);
    }
  return "# " + summary(pairs.findings) + "\n" + cases + unmet;
}

Pairs read_pairs(const Operation& operation, const std::string& text, Open open) {
  return Reader(operation, open).read(text);
}

}  // namespace strideproof::solver
