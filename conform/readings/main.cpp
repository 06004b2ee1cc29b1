// strideproof-readings FILE: finds small programs that distinguish the readings of the ledger, and
// writes them to FILE (corpus/readings/ledger.txt). Programs of FILE that still do so are kept; an
// empty FILE finds all again. Exit status 1: two readings have no program.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "conform/readings/search.h"

namespace {

using namespace strideproof;

std::vector<Witness> kept(const std::string& path) {
  if (!std::ifstream(path)) return {};
  std::vector<Witness> witnesses = read_witnesses(path);
  std::erase_if(witnesses, [](const Witness& witness) {
    return !ReadingComparison(*witness.program.profile).distinguish(witness.program, witness.pair);
  });
  return witnesses;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || argv[1][0] == '-') {
    fmt::print(stderr, "usage: strideproof-readings FILE\n");
    return 2;
  }
  const std::vector<ReadingPair> pairs = reading_pairs();
  std::vector<Witness> witnesses = kept(argv[1]);
  std::ranges::copy(find_witnesses(without(pairs, witnesses)), std::back_inserter(witnesses));
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
}
