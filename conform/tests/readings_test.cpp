// The readings of a plug-in: our reference under other readings, as a plug-in.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "conform/tests/entry_readings.h"
#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {
namespace {

std::string text_of(const EntryReading& reading) {
  return fmt::format("{}={}", reading.first, reading.second);
}

// Our reference under a reading.
Checked check_under(const EntryReading& reading, const std::string& more) {
  setenv("STRIDEPROOF_READINGS", text_of(reading).c_str(), 1);
  Checked checked;
  const Answer answer = strideproof(fmt::format(
      "check {} --json - --profile {} {}", library("reference"), profile_of(reading.first), more));
  unsetenv("STRIDEPROOF_READINGS");
  checked.status = answer.status;
  checked.text = answer.out + answer.err;
  checked.report = nlohmann::json::parse(answer.out, nullptr, false);
  return checked;
}

class Reading : public testing::TestWithParam<EntryReading> {};

TEST_P(Reading, IsNamed) {
  const std::string_view name = operation_of(GetParam().first).name;
  const bool counts = GetParam().first.starts_with("mask-");
  const Checked c =
      check_under(GetParam(), fmt::format("--cases {} --op {}",
                                          GetParam().first.starts_with("trans-") ? 12000 : 3000,
                                          counts ? "'bm_*mask*'" : std::string(name)));
  EXPECT_EQ(c.status, 0) << c.text;
  expect_named(c.report, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Ledger, Reading, testing::ValuesIn(other_readings()),
                         [](const auto& of) { return name_of(of.param); });

// It takes one reading on some cases and another on others; the lines of the finding show it and
// are minimal.
TEST(Readings, AMixtureIsAFindingAndItsLinesReplay) {
  for (const auto& [fault, operation] :
       {std::pair{"src1_overlap_accepted", "okk_bdc_32bit_x*"},
        std::pair{"interleaved_rejected", "okk_gdma_8bit_cpy_L2L"}}) {
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
