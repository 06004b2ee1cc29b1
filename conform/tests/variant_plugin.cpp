#include "conform/tests/variant_plugin.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "oracle/windows.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {

void expect_named(const nlohmann::json& report, const EntryReading& reading) {
  const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(reading.first))];
  int rows = 0;
  for (const nlohmann::json& row : report["readings"]) {
    if (row["id"] != reading.first) continue;
    ++rows;
    const std::vector<std::string> left = row["left"];
    EXPECT_EQ(std::count(left.begin(), left.end(), words_of(reading)), 1) << row;
    EXPECT_EQ(std::count(left.begin(), left.end(), entry.readings[0]), 0) << row;
    EXPECT_GT(row["cases"], 0);
  }
  EXPECT_GT(rows, 0);
}

Answer replay_with_fault(const Operation& operation, std::string_view profile) {
  const std::string file = testing::TempDir() + fmt::format("strideproof_{}.txt", getpid());
  std::ofstream lines(file);
  props::Random random(1);
  std::vector<const Operation*> all;
  for (const Operation& each : catalogue()) all.push_back(&each);
  for (int i = 0; i < 100; ++i) {
    const Program program =
        props::generate_single(random, operation, all, *find_profile(profile), 2);
    if (hold_every_reading(program)) lines << print(program) << '\n';
  }
  lines.close();
  for (const Parameter& parameter : operation.parameters)
    if (parameter.role == Role::address && (parameter.operands & on_dst) != 0)
      setenv("STRIDEPROOF_CUT", fmt::format("{}.{}:7", operation.name, parameter.name).c_str(), 1);
  const Answer answer = strideproof(fmt::format("replay --on {} {}", plugin("variant"), file));
  unsetenv("STRIDEPROOF_CUT");
  std::filesystem::remove(file);
  return answer;
}

}  // namespace strideproof::tests
