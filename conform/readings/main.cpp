// strideproof-readings FILE: finds small programs that distinguish the readings of the ledger, on
// the profile toy, which has every operation, and writes them to FILE (corpus/readings/ledger.txt).
// Programs of FILE that still do so are kept. Exit status 1: two readings have no program; random
// cases distinguish nearly all of them, and others take a program written by hand.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "conform/readings/distinguish.h"
#include "corpus/corpus.h"
#include "props/generate.h"
#include "props/shrink.h"
#include "spec/read_otherwise.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace {

using namespace strideproof;

constexpr int one_illegal_in = 2;    // half of the readings concern cases that the default rejects
constexpr int cases_tried = 10'000;  // of each operation

// If the last step returns a count, the count is read twice.
Program generate(props::Random& random, const Operation& operation,
                 const std::vector<const Operation*>& operations, const Profile& profile) {
  Program program = props::generate_single(random, operation, operations, profile, one_illegal_in);
  if (bm_atomic::reads_mask_count(operation)) program.steps.push_back(Case(program.steps.back()));
  return program;
}

// The pairs that have no witness among these.
std::vector<ReadingPair> without(std::vector<ReadingPair> pairs,
                                 const std::vector<Witness>& witnesses) {
  std::erase_if(pairs, [&](const ReadingPair& pair) {
    return std::ranges::count(witnesses, pair, &Witness::pair) > 0;
  });
  return pairs;
}

// A witness for each pair that random cases distinguish: the first one found, minimised.
std::vector<Witness> search(const std::vector<ReadingPair>& pairs) {
  const Profile& profile = *find_profile("toy");
  const std::vector<const Operation*> operations = matching("*");
  ReadingComparison comparison(profile);
  std::vector<Witness> witnesses;
  for (const Operation& operation : catalogue()) {
    props::Random random(1);
    std::vector<ReadingPair> left = without(pairs, witnesses);
    std::erase_if(left, [&](const ReadingPair& pair) {
      return !leaves_open(operation, ledger()[static_cast<size_t>(pair.entry)].id);
    });
    for (int i = 0; i < cases_tried && !left.empty(); ++i) {
      const Program program = generate(random, operation, operations, profile);
      for (const ReadingPair& pair : left) {
        const auto differ = [&](const Program& p) {
          return comparison.distinguish(p, pair).has_value();
        };
        if (differ(program)) witnesses.push_back({pair, props::minimise(program, differ)});
      }
      left = without(left, witnesses);
    }
  }
  return witnesses;
}

std::vector<Witness> kept(const std::string& path) {
  if (!std::ifstream(path)) return {};
  std::vector<Witness> witnesses = read_witnesses(path);
  std::erase_if(witnesses, [](const Witness& witness) {
    return !ReadingComparison(*witness.program.profile).distinguish(witness.program, witness.pair);
  });
  return witnesses;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2 || argv[1][0] == '-') {
    fmt::print(stderr, "usage: strideproof-readings FILE\n");
    return 2;
  }
  const std::vector<ReadingPair> pairs = reading_pairs();
  std::vector<Witness> witnesses = kept(argv[1]);
  std::ranges::copy(search(without(pairs, witnesses)), std::back_inserter(witnesses));
  std::ranges::stable_sort(witnesses, {}, &Witness::pair);
  std::ofstream out(argv[1]);
  out << witness_text(witnesses) << std::flush;
  if (!out) {
    fmt::print(stderr, "cannot write {}\n", argv[1]);
    return 2;
  }
  const std::vector<ReadingPair> missing = without(pairs, witnesses);
  for (const ReadingPair& pair : missing)
    fmt::print(stderr, "{}: no program distinguishes them\n", name(pair));
  return missing.empty() ? 0 : 1;
} catch (const corpus::Error& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 2;
}
