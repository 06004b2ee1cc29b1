#pragma once
// The readings that implementations are known to take (corpus/readings/taken.table).

#include <string>
#include <vector>

#include "spec/vocabulary/ledger.h"

namespace strideproof {

struct TakenReading {
  std::string id, reading, operations;
};

// An implementation that was checked.
struct CheckedImplementation {
  std::string name, operations;  // a glob
  std::vector<TakenReading> taken;
};

// Throws std::runtime_error, with file and line, if a line has no such entry, reading or
// implementation.
std::vector<CheckedImplementation> read_taken_readings(const std::string& path);

// For each implementation the readings of the entry that it takes, or that its cases left it open,
// or that it has none of its operations.
std::string taken_text(const LedgerEntry& entry,
                       const std::vector<CheckedImplementation>& implementations);

}  // namespace strideproof
