#include "conform/readings/search.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "proofs/boundary/reading_difference.h"
#include "proofs/boundary/search.h"
#include "props/generate.h"
#include "props/shrink.h"
#include "spec/read_otherwise.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr int one_illegal_in = 2;     // half of the readings concern cases that the default rejects
constexpr uint64_t fills_tried = 64;  // if bytes decide
constexpr int cases_tried = 10'000, minimised = 32;  // of each operation; minimised: for each pair

// If the last step returns a count, the count is read twice.
Program generate(props::Random& random, const Operation& operation,
                 const std::vector<const Operation*>& operations, const Profile& profile) {
  Program program = props::generate_single(random, operation, operations, profile, one_illegal_in);
  if (bm_atomic::is_kind(operation, bm_atomic::Kind::mask_count))
    program.steps.push_back(Case(program.steps.back()));
  return program;
}

bool smaller(const Program& a, const Program& b) {
  const auto rank = [](const Program& program) {
    return std::tuple(program.steps.size(), size_of(program), print(program).size());
  };
  return rank(a) < rank(b);
}

// A witness for each pair that random cases distinguish, the smallest of some that are minimised.
std::vector<Witness> search(const std::vector<ReadingPair>& pairs) {
  const Profile& profile = *find_profile("toy");
  const std::vector<const Operation*> operations = matching("*");
  ReadingComparison comparison(profile);
  std::map<ReadingPair, Program> smallest;
  for (const Operation& operation : catalogue()) {
    props::Random random(1);
    std::map<ReadingPair, int> left;
    for (const ReadingPair& pair : pairs)
      if (is_open(operation, pair)) left[pair] = minimised;
    for (int i = 0; i < cases_tried && !left.empty(); ++i) {
      const Program program = generate(random, operation, operations, profile);
      for (auto at = left.begin(); at != left.end();) {
        const ReadingPair pair = at->first;
        const auto differ = [&](const Program& p) {
          return comparison.distinguish(p, pair).has_value();
        };
        if (!differ(program)) {
          ++at;
          continue;
        }
        const Program found = props::minimise(program, differ);
        const auto [best, first] = smallest.try_emplace(pair, found);
        if (!first && smaller(found, best->second)) best->second = found;
        at = --at->second == 0 ? left.erase(at) : std::next(at);
      }
    }
  }
  std::vector<Witness> witnesses;
  for (const auto& [pair, program] : smallest) witnesses.push_back({pair, program});
  return witnesses;
}

// Finds the smallest cases, with the solver.
class Solving {
 public:
  void add(const Witness& witness) { best_.emplace(witness.pair, witness); }

  // Finds smaller cases of every operation until none exists, or none is found.
  void solve(const std::vector<ReadingPair>& pairs) {
    // Few unknowns first. Questions asked with a larger bound are asked again.
    std::vector<const Operation*> operations = matching("*");
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
        if (search.none_smaller(goals, solver::held_by_either(operation, pair.entry), size))
          return true;
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

bool is_open(const Operation& operation, const ReadingPair& pair) {
  return leaves_open(operation, ledger()[static_cast<size_t>(pair.entry)].id);
}

int64_t size_of(const Program& program) {
  int64_t sum = 0;
  for (const Case& step : program.steps) sum += solver::size_of(step);
  return sum;
}

std::vector<ReadingPair> without(std::vector<ReadingPair> pairs,
                                 const std::vector<Witness>& witnesses) {
  std::erase_if(pairs, [&](const ReadingPair& pair) {
    return std::ranges::count(witnesses, pair, &Witness::pair) > 0;
  });
  return pairs;
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
