// Finds the smallest cases that distinguish readings, with the solver.

#include <algorithm>
#include <map>
#include <set>

#include "conform/readings/search.h"
#include "proofs/boundary/reading_difference.h"
#include "proofs/boundary/search.h"
#include "props/shrink.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr uint64_t fills_tried = 64;  // if bytes decide

bool is_excluded(solver::Search& search, const Operation& operation, const ReadingPair& pair,
                 const std::vector<solver::Goal>& goals, int64_t size) {
  return search.none_smaller(goals, solver::held_by_either(operation, pair.entry), size);
}

class Solving {
 public:
  void add(const Witness& witness) { best_.emplace(witness.pair, witness); }

  // Finds smaller cases of every operation until none exists, or none is found.
  void solve(const std::vector<ReadingPair>& pairs) {
    // Few unknowns first. Questions asked with a larger bound are asked again.
    std::vector<const Operation*> operations;
    for (const Operation& operation : catalogue()) operations.push_back(&operation);
    std::ranges::stable_sort(operations, {}, &Operation::slots);
    for (int round = 0; round < 2; ++round) {
      for (const ReadingPair& pair : pairs) open_.erase(pair);
      for (const Operation* operation : operations) solve(*operation, pairs);
    }
  }

  std::vector<Witness> result() const {
    std::vector<Witness> all;
    for (const auto& [pair, witness] : best_) {
      all.push_back(witness);
      all.back().smallest = !open_.contains(pair);
    }
    return all;
  }

 private:
  void solve(const Operation& operation, const std::vector<ReadingPair>& pairs) {
    solver::Search search(operation, *find_profile("toy"));
    for (const ReadingPair& pair : pairs) {
      if (!is_open(operation, pair)) continue;
      bool none_smaller = true;
      for (const solver::ReadingDifference& reading_difference :
           solver::reading_differences(operation, pair))
        none_smaller = exhaust(search, operation, pair, reading_difference) && none_smaller;
      if (!none_smaller) open_.insert(pair);
    }
  }

  // True if it is proved that no case is smaller than the final best.
  bool exhaust(solver::Search& search, const Operation& operation, const ReadingPair& pair,
               const solver::ReadingDifference& reading_difference) {
    while (true) {
      std::vector<solver::Goal> goals = reading_difference;
      if (const auto best = best_.find(pair); best != best_.end()) {
        if (best->second.program.steps.size() > 1) return false;
        const int64_t size = size_of(best->second.program);
        if (is_excluded(search, operation, pair, goals, size)) return true;
        goals.push_back(solver::smaller_than(size));
      }
      if (reading_difference.empty()) return false;
      const solver::SearchResult result = search.find(goals);
      if (result.outcome != solver::SearchOutcome::witness) return false;
      if (!take(result.witnesses.front(), pair)) return false;
    }
  }

  // True if the case distinguishes the readings.
  bool take(const Case& c, const ReadingPair& pair) {
    const auto differ = [&](const Program& p) {
      return comparison_.distinguish(p, pair).has_value();
    };
    Program program{c.profile, c.fill, {c}};
    for (uint64_t fill = 0; fill < fills_tried; ++fill) {
      program.fill = program.steps.front().fill = fill;
      if (!differ(program)) continue;
      best_.insert_or_assign(pair,
                             Witness{pair, props::minimise(program, differ), FoundBy::solver});
      return true;
    }
    return false;
  }

  ReadingComparison comparison_{*find_profile("toy")};
  std::map<ReadingPair, Witness> best_;
  std::set<ReadingPair> open_;  // if a smaller case may exist
};

}  // namespace

bool none_smaller(solver::Search& search, const Operation& operation, const ReadingPair& pair,
                  int64_t size) {
  return std::ranges::all_of(solver::reading_differences(operation, pair),
                             [&](const solver::ReadingDifference& goals) {
                               return is_excluded(search, operation, pair, goals, size);
                             });
}

std::vector<Witness> find_witnesses(const std::vector<ReadingPair>& pairs) {
  Solving solving;
  solving.solve(pairs);
  const std::vector<ReadingPair> left = without(pairs, solving.result());
  for (const Witness& witness : search(left)) solving.add(witness);
  solving.solve(left);
  return solving.result();
}

}  // namespace strideproof
