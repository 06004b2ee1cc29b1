#include "conform/readings/search.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "proofs/boundary/goal.h"
#include "props/generate.h"
#include "props/shrink.h"
#include "spec/read_otherwise.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr int one_illegal_in = 2;  // half of the readings concern cases that the default rejects
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

std::vector<Witness> search(const std::vector<ReadingPair>& pairs) {
  const Profile& profile = *find_profile("toy");
  std::vector<const Operation*> operations;
  for (const Operation& operation : catalogue()) operations.push_back(&operation);
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

}  // namespace strideproof
