#include "conform/tests/entry_readings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {

std::vector<EntryReading> other_readings() {
  std::vector<EntryReading> all;
  for (const LedgerEntry& entry : ledger())
    for (size_t reading = 1; reading < entry.readings.size(); ++reading)
      all.push_back({entry.id, reading});
  return all;
}

std::string name_of(const EntryReading& reading) {
  std::string name = fmt::format("{}_{}", reading.first, reading.second);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string_view profile_of(std::string_view id) { return id == "global-only" ? "bm1684" : "toy"; }

void expect_named(const nlohmann::json& report, const EntryReading& reading) {
  const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(reading.first))];
  int rows = 0;
  for (const nlohmann::json& row : report["readings"]) {
    if (row["id"] != reading.first) continue;
    ++rows;
    const std::vector<std::string> left = row["left"];
    EXPECT_EQ(std::count(left.begin(), left.end(), entry.readings[reading.second]), 1) << row;
    EXPECT_EQ(std::count(left.begin(), left.end(), entry.readings[0]), 0) << row;
    EXPECT_GT(row["cases"], 0);
  }
  EXPECT_GT(rows, 0);
}

}  // namespace strideproof::tests
