// The readings of a plug-in, and those that are not the default.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

// It takes one reading on some cases and another on others; the lines of the finding show it and
// are minimal.
TEST(Readings, AMixtureIsAFindingAndItsLinesReplay) {
  for (const auto& [fault, operation, cases] :
       {std::tuple{"src1_overlap_accepted", "okk_bdc_32bit_x*", 500},
        {"interleaved_rejected", "okk_gdma_8bit_cpy_L2L", 200}}) {
    const Setting planted("STRIDEPROOF_FAULT", fault);
    const Checked c =
        check(library("faulty"), fmt::format("--cases {} --op '{}'", cases, operation));
    EXPECT_EQ(c.status, 1) << c.text;
    for (const nlohmann::json& finding : c.report["findings"])
      EXPECT_EQ(shell(finding["replay"]).status, 1) << finding;
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

// A shift by 32 as in C: the count modulo 64, signed.
class ShiftsAsInC : public FolderTest {
 protected:
  static Answer checked(const std::string& more) {
    return strideproof("check " + library("reference") +
                       " --profile toy --op okk_bdc_32bit_arithmetic_shift_C --cases 1000 " + more);
  }

  const std::string readings_ = "STRIDEPROOF_READINGS=shift-by-32=2 ";
  const Setting reading_{"STRIDEPROOF_READINGS", "shift-by-32=2"};
};

TEST_F(ShiftsAsInC, IsMarkedInEveryReport) {
  const std::string html = folder_ + "/report.html", json = folder_ + "/report.json";
  const Answer text = checked("--html " + html + " --json " + json);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_TRUE(contains(text.out, "differs from the default: shift-by-32: a count has six bits"));
  EXPECT_TRUE(contains(contents(html), "differs from the default: mathematical"));
  const nlohmann::json report = nlohmann::json::parse(contents(json));
  int marked = 0;
  for (const nlohmann::json& row : report["readings"]) {
    EXPECT_EQ(row["differs"], row["id"] == "shift-by-32") << row;
    if (row["differs"] == false) continue;
    ++marked;
    EXPECT_NE(row["default"], row["taken"]);
    EXPECT_TRUE(contains(row["case"].get<std::string>(), "okk_bdc"));
  }
  EXPECT_EQ(marked, 1) << text.out;
}

TEST_F(ShiftsAsInC, IsAFindingIfStrict) {
  const Answer strict = checked("--strict");
  EXPECT_EQ(strict.status, 1) << strict.out;
  EXPECT_TRUE(
      contains(strict.out, ", not the default reading]: shift-by-32: reads 'a count has six"));
  EXPECT_TRUE(contains(strict.out, "C=0x20 shape=1,1,1,1"));
  EXPECT_TRUE(contains(strict.out, " fails "));
  const std::string line = first_replay(strict.out);
  EXPECT_EQ(shell(line).status, 1) << line;
  const size_t at = line.find(readings_);
  ASSERT_NE(at, std::string::npos) << line;
  unsetenv("STRIDEPROOF_READINGS");
  EXPECT_EQ(shell(line.substr(at + readings_.size())).status, 0) << line;
}

TEST_F(ShiftsAsInC, IsHeldToAReading) {
  const Answer other = checked("--reading shift-by-32=0");
  EXPECT_EQ(other.status, 1) << other.out;
  EXPECT_TRUE(contains(other.out, "no reading explains"));
  EXPECT_TRUE(contains(other.out, ", held to it"));
  EXPECT_EQ(shell(first_replay(other.out)).status, 1) << first_replay(other.out);
  const Answer same = checked("--strict --reading shift-by-32=2 --reading in-place=0");
  EXPECT_EQ(same.status, 0) << same.out;
}

}  // namespace
}  // namespace strideproof::tests
