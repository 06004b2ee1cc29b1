#pragma once
// What tells the readings of the ambiguity ledger apart: for every two readings of an entry a program
// that the reference does not answer alike under both. corpus/readings/ledger.txt keeps the smallest
// that were found, by the solver where parameters decide; strideproof-readings finds them anew.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "oracle/oracle.h"
#include "spec/vocabulary/reading_pair.h"

namespace strideproof {

std::vector<ReadingPair> reading_pairs();  // every two of every entry, in the order of the ledger

// What an implementation that takes a reading does with a program, as far as that tells it from the
// other: "rejected: dst.alias", "done", "local lane 1 offset 0x10 is 0x5a".
struct Distinction {
  std::string by_one, by_other;
};

class ReadingComparison {
 public:
  explicit ReadingComparison(const Profile& profile) : one_(profile), other_(profile) {}

  // Nothing where verdicts, returned values and every byte are the same under both; also where that
  // is not decided. Labels alone tell nothing: an implementation rejects without a reason.
  std::optional<Distinction> distinguish(const Program& program, const ReadingPair& pair);

 private:
  Oracle one_, other_;
};

enum class FoundBy : uint8_t { search, solver };

// The two readings and a program that tells them apart.
struct Witness {
  ReadingPair pair;
  Program program;
  FoundBy by = FoundBy::search;
  bool smallest = false;  // proved: of one operation alone, none is smaller (solver::size_of)
};

std::string name(const ReadingPair& pair);                        // "copy-overlap: 0 and 2"
std::string witness_text(const std::vector<Witness>& witnesses);  // of the file, whole
std::vector<Witness> read_witnesses(const std::string& path);     // throws corpus::Error

// For people: the programs that tell the readings of an entry apart, each with what comes of it.
// Empty for an entry of one reading.
std::string distinguish_text(const LedgerEntry& entry, const std::vector<Witness>& witnesses);

}  // namespace strideproof
