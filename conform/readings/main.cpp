// strideproof-readings FILE: finds the smallest programs that tell the readings of the ledger apart,
// and writes them to FILE (corpus/readings/ledger.txt). Exit status 1: for two readings there is none.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "conform/readings/search.h"

int main(int argc, char** argv) {
  using namespace strideproof;
  if (argc != 2) {
    fmt::print(stderr, "usage: strideproof-readings FILE\n");
    return 2;
  }
  const std::vector<Witness> witnesses = find_witnesses(10'000, 32);
  std::ofstream out(argv[1]);
  out << witness_text(witnesses) << std::flush;
  if (!out) {
    fmt::print(stderr, "cannot write {}\n", argv[1]);
    return 2;
  }
  int status = 0;
  for (const ReadingPair& pair : reading_pairs())
    if (std::none_of(witnesses.begin(), witnesses.end(),
                     [&](const Witness& witness) { return witness.pair == pair; })) {
      fmt::print(stderr, "{}: nothing tells {} from {}\n",
                 ledger()[static_cast<size_t>(pair.entry)].id, pair.one, pair.other);
      status = 1;
    }
  return status;
}
