// The readings of a plug-in.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

// It takes one reading on some cases and another on others; the lines of the finding show it and
// are minimal.
TEST(Readings, AMixtureIsAFindingAndItsLinesReplay) {
  struct Mixture {
    const char *fault, *operation;
    int cases;
  };
  for (const auto& [fault, operation, cases] :
       {Mixture{"src1_overlap_accepted", "okk_bdc_32bit_x*", 500},
        Mixture{"interleaved_rejected", "okk_gdma_8bit_cpy_L2L", 100}}) {
    const Setting planted("STRIDEPROOF_FAULT", fault);
    const Checked c =
        check(library("faulty"), fmt::format("--cases {} --op '{}'", cases, operation));
    EXPECT_EQ(c.status, 1) << c.text;
    for (const nlohmann::json& finding : c.report["findings"]) {
      std::string lines;
      for (const nlohmann::json& line : finding.value("with", nlohmann::json::array()))
        lines += fmt::format(" '{}'", line.get<std::string>());
      lines += fmt::format(" '{}'", finding["case"].get<std::string>());
      EXPECT_EQ(strideproof(fmt::format("replay --on {}{}", library("faulty"), lines)).status, 1)
          << finding;
    }
  }
}

// Rejected cases that another reading accepts are irrelevant to the fault.
TEST(Readings, UnexplainedOutcomesUseTheDefaultReadings) {
  const Setting fault("STRIDEPROOF_FAULT", "interleaved_rejected");
  const Checked c = check(library("faulty"), "--cases 1000 --op okk_gdma_8bit_cpy_L2L");
  ASSERT_EQ(c.status, 1) << c.text;
  const nlohmann::json& finding = c.report["findings"][0];
  EXPECT_EQ(finding["kind"], "no reading explains");
  const std::string said = finding["explanation"];
  EXPECT_TRUE(said.starts_with("under the default readings: fails when ")) << said;
  EXPECT_TRUE(contains(said, "operands.interleaved"));
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
  const Setting readings("STRIDEPROOF_READINGS", "matrix-start-npu=7");
  const Answer answer = strideproof("check " + library("reference") + " --profile toy --cases 100");
  EXPECT_EQ(answer.status, 2) << answer.out;
  EXPECT_EQ(answer.error_lines(), 1) << answer.err;
  EXPECT_TRUE(contains(answer.err, "STRIDEPROOF_READINGS: 'matrix-start-npu=7' is not ID=NUMBER"));
}

}  // namespace
}  // namespace strideproof::tests
