#include "conform/readings/search.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "props/generate.h"
#include "props/shrink.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr int one_illegal_in = 2;  // half of the readings speak of what the default rejects

std::vector<ReadingPair> pairs_of(const Operation& operation) {
  std::vector<ReadingPair> pairs = reading_pairs();
  pairs.erase(std::remove_if(pairs.begin(), pairs.end(),
                             [&](const ReadingPair& pair) {
                               const auto& ids = operation.ambiguities;
                               return std::find(ids.begin(), ids.end(),
                                                ledger()[static_cast<size_t>(pair.entry)].id) ==
                                      ids.end();
                             }),
              pairs.end());
  return pairs;
}

// Where the last step tells a count: asked twice.
Program generate(props::Random& random, const Operation& operation,
                 const std::vector<const Operation*>& operations, const Profile& profile) {
  Program program = props::generate_single(random, operation, operations, profile, one_illegal_in);
  if (bm_atomic::is_kind(operation, bm_atomic::Kind::mask_count))
    program.steps.push_back(Case(program.steps.back()));
  return program;
}

// How many values a reader has to take in: those that are not NULL, and what extents are above 1.
uint64_t values(const Program& program) {
  uint64_t sum = props::measure(program)[1];
  for (const Case& step : program.steps)
    for (size_t p = 0; p < step.operation->parameters.size(); ++p)
      if (!step.arguments.is_null(static_cast<int>(p)))
        sum += static_cast<uint64_t>(slots(step.operation->parameters[p].type));
  return sum;
}

bool smaller(const Program& a, const Program& b) {
  const auto size = [](const Program& program) {
    return std::tuple(program.steps.size(), values(program), print(program).size());
  };
  return size(a) < size(b);
}

}  // namespace

std::vector<Witness> find_witnesses(int cases, int starts) {
  const Profile& profile = *find_profile("toy");  // which has every operation
  std::vector<const Operation*> operations;
  for (const Operation& operation : catalogue()) operations.push_back(&operation);
  Apart apart(profile);
  std::map<ReadingPair, Program> smallest;
  for (const Operation& operation : catalogue()) {
    props::Random random(1);
    std::map<ReadingPair, int> left;  // starts
    for (const ReadingPair& pair : pairs_of(operation)) left[pair] = starts;
    for (int i = 0; i < cases && !left.empty(); ++i) {
      const Program program = generate(random, operation, operations, profile);
      for (auto at = left.begin(); at != left.end();) {
        const ReadingPair pair = at->first;
        const auto differ = [&](const Program& p) { return apart.tell(p, pair).has_value(); };
        if (!differ(program)) {
          ++at;
          continue;
        }
        const Program found = props::minimise(program, differ).program;
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
