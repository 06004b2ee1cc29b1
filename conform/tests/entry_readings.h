#pragma once
// The readings of the ledger that are not the default, as parameters of tests.

#include <string_view>
#include <utility>
#include <vector>

#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {

using EntryReading = std::pair<std::string_view, size_t>;  // id of the entry, number of the reading

inline std::vector<EntryReading> other_readings() {
  std::vector<EntryReading> all;
  for (const LedgerEntry& entry : ledger())
    for (size_t reading = 1; reading < entry.readings.size(); ++reading)
      all.push_back({entry.id, reading});
  return all;
}

// A small profile that shows the readings of an entry: toy, which has no DTCM and no L2 SRAM, if
// possible.
inline std::string_view profile_of(std::string_view id) {
  return id == "global-only" ? "bm1684" : "toy";
}

}  // namespace strideproof::tests
