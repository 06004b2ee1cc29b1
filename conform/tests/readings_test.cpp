// The readings of a plug-in: our reference under other readings, as a plug-in.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {
namespace {

// An entry and one of its readings that is not the default.
using ReadingDifference = std::pair<std::string_view, size_t>;

std::vector<ReadingDifference> reading_differences() {
  std::vector<ReadingDifference> all;
  for (const LedgerEntry& entry : ledger())
    for (size_t reading = 1; reading < entry.readings.size(); ++reading)
      all.push_back({entry.id, reading});
  return all;
}

// Our reference under a reading, on every profile of the operation.
Checked check_under(const ReadingDifference& reading_difference, const std::string& more) {
  setenv("STRIDEPROOF_READINGS",
         fmt::format("{}={}", reading_difference.first, reading_difference.second).c_str(), 1);
  Checked checked;
  const Answer answer =
      strideproof(fmt::format("check {} --json - {}", library("reference"), more));
  unsetenv("STRIDEPROOF_READINGS");
  checked.status = answer.status;
  checked.text = answer.out + answer.err;
  checked.report = nlohmann::json::parse(answer.out, nullptr, false);
  return checked;
}

std::string_view words_of(const ReadingDifference& reading_difference) {
  return ledger()[static_cast<size_t>(ledger_index(reading_difference.first))]
      .readings[reading_difference.second];
}

class Reading : public testing::TestWithParam<ReadingDifference> {};

TEST_P(Reading, OfAllOperationsIsNoFinding) {
  const Checked c = check_under(GetParam(), "--cases 600");
  EXPECT_EQ(c.status, 0) << c.text;
  for (const nlohmann::json& row : c.report["readings"]) {
    if (row["taken"].is_null()) continue;
    const LedgerEntry& entry =
        ledger()[static_cast<size_t>(ledger_index(row["id"].get<std::string>()))];
    EXPECT_EQ(row["taken"], entry.id == GetParam().first ? words_of(GetParam()) : entry.readings[0])
        << row;
  }
}

// Uses the operation with the fewest other entries, so that most cases concern this one.
const Operation& operation_of(std::string_view id) {
  const Operation* best = nullptr;
  for (const Operation& operation : catalogue()) {
    const auto& ids = operation.ambiguities;
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) continue;
    if (best == nullptr || ids.size() < best->ambiguities.size()) best = &operation;
  }
  return *best;
}

TEST_P(Reading, IsNamed) {
  const std::string_view name = operation_of(GetParam().first).name;
  const bool counts = GetParam().first == "mask-count-read" || GetParam().first == "mask-element";
  const Checked c = check_under(
      GetParam(), fmt::format("--cases 3000 --op {}", counts ? "'bm_*mask*'" : std::string(name)));
  EXPECT_EQ(c.status, 0) << c.text;
  int rows = 0;
  for (const nlohmann::json& row : c.report["readings"]) {
    if (row["id"] != GetParam().first) continue;
    ++rows;
    EXPECT_EQ(row["taken"], words_of(GetParam())) << row;
    EXPECT_GT(row["cases"], 0);
  }
  EXPECT_GT(rows, 0);
}

INSTANTIATE_TEST_SUITE_P(Ledger, Reading, testing::ValuesIn(reading_differences()),
                         [](const auto& of) {
                           std::string name = fmt::format("{}_{}", of.param.first, of.param.second);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// It takes one reading on some cases and another on others; the lines of the finding show it and
// are minimal.
TEST(Readings, AMixtureIsAFindingAndItsLinesReplay) {
  for (const auto& [fault, operation] : {std::pair{"src1_overlap_accepted", "okk_bdc_*"},
                                         std::pair{"interleaved_rejected", "*cpy_L2L"}}) {
    setenv("STRIDEPROOF_FAULT", fault, 1);
    const Checked c = check(library("faulty"), fmt::format("--cases 3000 --op '{}'", operation));
    EXPECT_EQ(c.status, 1) << c.text;
    for (const nlohmann::json& finding : c.report["findings"]) {
      std::string lines;
      for (const nlohmann::json& line : finding.value("with", nlohmann::json::array()))
        lines += fmt::format(" '{}'", line.get<std::string>());
      lines += fmt::format(" '{}'", finding["case"].get<std::string>());
      EXPECT_EQ(strideproof(fmt::format("replay --on {}{}", library("faulty"), lines)).status, 1)
          << finding;
    }
    unsetenv("STRIDEPROOF_FAULT");
  }
}

// Rejected cases that another reading accepts are irrelevant to the fault.
TEST(Readings, UnexplainedOutcomesUseTheDefaultReadings) {
  setenv("STRIDEPROOF_FAULT", "interleaved_rejected", 1);
  const Checked c = check(library("faulty"), "--cases 1000 --op okk_gdma_8bit_cpy_L2L");
  unsetenv("STRIDEPROOF_FAULT");
  ASSERT_EQ(c.status, 1) << c.text;
  const nlohmann::json& finding = c.report["findings"][0];
  EXPECT_EQ(finding["kind"], "no reading explains");
  const std::string said = finding["explanation"];
  EXPECT_EQ(said.find("under the default readings: fails when "), 0U) << said;
  EXPECT_NE(said.find("operands.interleaved"), std::string::npos) << said;
}

TEST(Readings, AnEntryThatWasNeverMetIsNotDetermined) {
  const Checked c = check(plugin("good"), "--cases 2000");
  for (const nlohmann::json& row : c.report["readings"])
    if (row["operation"] == "okk_gdma_32bit_cpy_S2L") {
      EXPECT_TRUE(row["taken"].is_null());
      EXPECT_GT(row["left"].size(), 1U);
      EXPECT_EQ(row["cases"], 0);
    }
}

TEST(Readings, AnUnknownOneIsABrokenLibrary) {
  setenv("STRIDEPROOF_READINGS", "matrix-start-npu=7", 1);
  const Answer answer = strideproof("check " + library("reference") + " --profile toy --cases 100");
  unsetenv("STRIDEPROOF_READINGS");
  EXPECT_EQ(answer.status, 2) << answer.out;
  EXPECT_EQ(answer.error_lines(), 1) << answer.err;
  EXPECT_NE(answer.err.find("STRIDEPROOF_READINGS: 'matrix-start-npu=7' is not ID=NUMBER"),
            std::string::npos)
      << answer.err;
}

}  // namespace
}  // namespace strideproof::tests
