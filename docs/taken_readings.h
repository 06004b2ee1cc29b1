#pragma once
// The readings that implementations are known to take (corpus/readings/taken.table).

#include <string>
#include <vector>

#include "spec/vocabulary/ledger.h"

namespace strideproof {

struct TakenReading {
  std::string implementation, id, reading, operations;
};

// Throws std::runtime_error, with file and line, if a line has no such entry or reading.
std::vector<TakenReading> read_taken_readings(const std::string& path);

// A line for each reading of the entry that an implementation takes, or that none is known.
std::string taken_text(const LedgerEntry& entry, const std::vector<TakenReading>& taken);

}  // namespace strideproof
