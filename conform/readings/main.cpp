// strideproof-readings FILE: finds the smallest programs that distinguish the readings of the
// ledger, and writes them to FILE (corpus/readings/ledger.txt). The solver searches first; a search
// of random cases finds the pairs that bytes decide; then the solver finds smaller cases, or proves
// that there are none. Exit status 1: two readings have no program, or a case of the solver does
// not distinguish them.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "conform/readings/search.h"

namespace {

bool has(const std::vector<strideproof::Witness>& witnesses, const strideproof::ReadingPair& pair) {
  return std::any_of(witnesses.begin(), witnesses.end(),
                     [&](const strideproof::Witness& witness) { return witness.pair == pair; });
}

}  // namespace

int main(int argc, char** argv) {
  using namespace strideproof;
  if (argc != 2) {
    fmt::print(stderr, "usage: strideproof-readings FILE\n");
    return 2;
  }
  const std::vector<ReadingPair> pairs = reading_pairs();
  Solved solved = solve(pairs, {});
  std::vector<ReadingPair> left;
  for (const ReadingPair& pair : pairs)
    if (!has(solved.witnesses, pair)) left.push_back(pair);
  Solved more = solve(left, search(left, 10'000, 32));
  std::vector<Witness> witnesses;
  for (const ReadingPair& pair : pairs)
    for (const auto* some : {&solved.witnesses, &more.witnesses})
      std::copy_if(some->begin(), some->end(), std::back_inserter(witnesses),
                   [&](const Witness& witness) { return witness.pair == pair; });
  std::ofstream out(argv[1]);
  out << witness_text(witnesses) << std::flush;
  if (!out) {
    fmt::print(stderr, "cannot write {}\n", argv[1]);
    return 2;
  }
  int status = 0;
  for (const ReadingPair& pair : pairs)
    if (!has(witnesses, pair)) {
      fmt::print(stderr, "{}: no program distinguishes them\n", name(pair));
      status = 1;
    }
  for (const auto* some : {&solved.wrong, &more.wrong})
    for (const Witness& witness : *some) {
      fmt::print(stderr, "{}: the case of the solver does not distinguish them: {}\n",
                 name(witness.pair), print(witness.program));
      status = 1;
    }
  return status;
}
