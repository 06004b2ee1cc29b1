#pragma once
// Programs that distinguish the readings of the ambiguity ledger: for every two readings of an
// entry, a program that the reference answers differently under them. corpus/readings/ledger.txt
// keeps small programs. strideproof-readings keeps those that are still valid, and searches for the
// missing ones.

#include <optional>
#include <string>
#include <vector>

#include "oracle/oracle.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

std::vector<ReadingPair> reading_pairs();  // every two of every entry, in the order of the ledger

// The effects of a program under two readings, where they first differ: "rejected: dst.alias",
// "done", "local lane 1 offset 0x10 is 0x5a".
struct Distinction {
  std::string by_one, by_other;
};

class ReadingComparison {
 public:
  explicit ReadingComparison(const Profile& profile) : one_(profile), other_(profile) {}

  // No value if verdicts, returned values and every byte are the same under both readings, or if
  // that is undecided. Labels alone do not distinguish: an implementation rejects without a reason.
  std::optional<Distinction> distinguish(const Program& program, const ReadingPair& pair);
  // The same for any readings of the steps: the verdict on the outcome of the other, expected under
  // this one.
  std::optional<Verdict> difference(const Program& program, const StepReadings& one,
                                    const StepReadings& other);
  // Gives back the system memory of the programs compared, whose mappings other machines may need.
  void close_system();

 private:
  Oracle one_, other_;
};

// Two readings and a program that distinguishes them.
struct Witness {
  ReadingPair pair;
  Program program;
};

std::string name(const ReadingPair& pair);                        // "copy-overlap: 0 and 2"
std::string witness_text(const std::vector<Witness>& witnesses);  // the text of the whole file
std::vector<Witness> read_witnesses(const std::string& path);     // throws corpus::Error

// Text for the user: the programs that distinguish the readings of an entry, each with its effect.
// Empty for an entry of one reading.
std::string distinguish_text(const LedgerEntry& entry, const std::vector<Witness>& witnesses);

}  // namespace strideproof
