#pragma once
// What tells the readings of the ambiguity ledger apart: for every two readings of an entry a program
// that the reference does not answer alike under both. corpus/readings/ledger.txt keeps the smallest
// that were found; strideproof-readings finds them anew.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conform/oracle/oracle.h"

namespace strideproof {

// Two readings of one entry; one < other.
struct ReadingPair {
  int entry;  // its ledger_index
  uint8_t one, other;
  friend auto operator<=>(const ReadingPair&, const ReadingPair&) = default;
};

std::vector<ReadingPair> reading_pairs();  // every two of every entry, in the order of the ledger

// What an implementation that takes a reading does with a program, as far as that tells it from the
// other: "rejected: dst.alias", "done", "local lane 1 offset 0x10 is 0x5a".
struct Told {
  std::string by_one, by_other;
};

class Apart {
 public:
  explicit Apart(const Profile& profile) : one_(profile), other_(profile) {}

  // Nothing where verdicts, returned values and every byte are the same under both; also where that
  // is not decided. Labels alone tell nothing: an implementation rejects without a reason.
  std::optional<Told> tell(const Program& program, const ReadingPair& pair);

 private:
  Oracle one_, other_;
};

// The two readings and a program that tells them apart.
struct Witness {
  ReadingPair pair;
  Program program;
};

std::string witness_text(const std::vector<Witness>& witnesses);  // of the file, whole
std::vector<Witness> read_witnesses(const std::string& path);     // throws corpus::Error

// For people: the programs that tell the readings of an entry apart, each with what comes of it.
// Empty for an entry of one reading.
std::string apart_text(const LedgerEntry& entry, const std::vector<Witness>& witnesses);

}  // namespace strideproof
