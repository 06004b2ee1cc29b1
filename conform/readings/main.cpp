// strideproof-readings FILE [quick]: finds small programs that distinguish the readings of the
// ledger, and writes them to FILE (corpus/readings/ledger.txt). Programs of FILE that still do so
// are kept; an empty FILE finds all again. The solver searches first; a search of random cases finds
// the pairs that bytes decide; then the solver finds smaller cases, or proves that there are none.
// quick: a shorter search, and no proofs of what it found. Exit status 1: two readings have no
// program, or a case of the solver does not distinguish them.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string_view>

#include "conform/readings/search.h"

namespace {

bool has(const std::vector<strideproof::Witness>& witnesses, const strideproof::ReadingPair& pair) {
  return std::ranges::count(witnesses, pair, &strideproof::Witness::pair) > 0;
}

std::vector<strideproof::Witness> kept(const std::string& path) {
  if (!std::ifstream(path)) return {};
  std::vector<strideproof::Witness> witnesses = strideproof::read_witnesses(path);
  std::erase_if(witnesses, [](const strideproof::Witness& witness) {
    return !strideproof::ReadingComparison(*witness.program.profile)
                .distinguish(witness.program, witness.pair);
  });
  return witnesses;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace strideproof;
  const bool quick = argc == 3 && std::string_view(argv[2]) == "quick";
  if ((argc != 2 && !quick) || argv[1][0] == '-') {
    fmt::print(stderr, "usage: strideproof-readings FILE [quick]\n");
    return 2;
  }
  const std::vector<ReadingPair> pairs = reading_pairs();
  const std::vector<Witness> before = kept(argv[1]);
  const auto without = [](std::vector<ReadingPair> all, const std::vector<Witness>& found) {
    std::erase_if(all, [&](const ReadingPair& pair) { return has(found, pair); });
    return all;
  };
  const std::vector<ReadingPair> wanted = without(pairs, before);
  const Solved solved = solve(wanted, {});
  const std::vector<ReadingPair> left = without(wanted, solved.witnesses);
  const Solved more =
      quick ? Solved{search(left, 4'000, 4), {}} : solve(left, search(left, 10'000, 32));
  std::vector<Witness> witnesses;
  for (const ReadingPair& pair : pairs)
    for (const auto* some : {&before, &solved.witnesses, &more.witnesses})
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
