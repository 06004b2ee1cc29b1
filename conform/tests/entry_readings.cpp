#include "conform/tests/entry_readings.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {

std::vector<EntryReading> other_readings() {
  std::vector<EntryReading> all;
  for (const LedgerEntry& entry : ledger())
    for (size_t reading = 1; reading < entry.readings.size(); ++reading)
      all.push_back({entry.id, reading});
  return all;
}

std::string_view words_of(const EntryReading& reading) {
  return ledger()[static_cast<size_t>(ledger_index(reading.first))].readings[reading.second];
}

std::string name_of(const EntryReading& reading) {
  std::string name = fmt::format("{}_{}", reading.first, reading.second);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

const Operation& operation_of(std::string_view id) {
  const Operation* best = nullptr;
  for (const Operation& operation : catalogue()) {
    const auto& ids = operation.ambiguities;
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) continue;
    if (best == nullptr || ids.size() < best->ambiguities.size()) best = &operation;
  }
  return *best;
}

std::string_view profile_of(std::string_view id) { return id == "global-only" ? "bm1684" : "toy"; }

}  // namespace strideproof::tests
