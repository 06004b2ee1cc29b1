// Reports of check: readings that are not the default, counts, waivers, replay lines.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "conform/report/describe.h"
#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

constexpr const char* shift = "--op okk_bdc_32bit_arithmetic_shift_C --cases 1000 ";

// A shift by 32 as in C: the count modulo 64, signed.
class ShiftsAsInC : public testing::Test {
 protected:
  void SetUp() override { setenv("STRIDEPROOF_VARIANT", "shift-by-32=2", 1); }
  void TearDown() override { unsetenv("STRIDEPROOF_VARIANT"); }
};

TEST_F(ShiftsAsInC, IsMarkedInEveryReport) {
  const std::string html = testing::TempDir() + "strideproof_shift.html";
  const Answer text =
      strideproof("check " + plugin("variant") + " --profile toy --html " + html + " " + shift);
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_TRUE(contains(text.out, "differs from the default: shift-by-32: a count has six bits"));
  EXPECT_TRUE(contains(contents(html), "differs from the default: mathematical"));
  shell("rm " + html);
  const Checked c = check(plugin("variant"), shift);
  int marked = 0;
  for (const nlohmann::json& row : c.report["readings"]) {
    EXPECT_EQ(row["differs"], row["id"] == "shift-by-32") << row;
    if (row["differs"] == false) continue;
    ++marked;
    EXPECT_NE(row["default"], row["taken"]);
    EXPECT_TRUE(contains(row["case"].get<std::string>(), "okk_bdc"));
  }
  EXPECT_EQ(marked, 1) << c.text;
}

TEST_F(ShiftsAsInC, IsAFindingIfStrict) {
  const Answer strict =
      strideproof("check " + plugin("variant") + " --profile toy --strict " + shift);
  EXPECT_EQ(strict.status, 1) << strict.out;
  EXPECT_TRUE(
      contains(strict.out, ", not the default reading]: shift-by-32: reads 'a count has six"));
  EXPECT_TRUE(contains(strict.out, "C=0x20 shape=1,1,1,1"));
  EXPECT_TRUE(contains(strict.out, " fails "));
  const std::string line = first_replay(strict.out);
  EXPECT_EQ(shell(line).status, 1) << line;
  unsetenv("STRIDEPROOF_VARIANT");
  EXPECT_EQ(shell(line).status, 0) << line;
}

TEST_F(ShiftsAsInC, IsHeldToAReading) {
  const std::string command = "check " + plugin("variant") + " --profile toy " + shift;
  const Answer other = strideproof(command + "--reading shift-by-32=0");
  EXPECT_EQ(other.status, 1) << other.out;
  EXPECT_TRUE(contains(other.out, "no reading explains"));
  EXPECT_TRUE(contains(other.out, ", held to it"));
  EXPECT_EQ(shell(first_replay(other.out)).status, 1) << first_replay(other.out);
  const Answer same =
      strideproof(command + "--strict --reading shift-by-32=2 --reading in-place=0");
  EXPECT_EQ(same.status, 0) << same.out;
}

TEST(Folded, OperationsThatAreNotProvided) {
  const Answer text = strideproof("check " + plugin("good") + " --profile toy --cases 100");
  EXPECT_TRUE(contains(
      text.out, std::to_string(catalogue().size() - 1) + " operations not provided: asc_copy"));
  EXPECT_FALSE(contains(text.out, "bm_atomic_memcpy_1D  "));
  const Checked c = check(plugin("good"), "--cases 100");
  EXPECT_EQ(c.report["operations"].size(), catalogue().size());
  EXPECT_EQ(c.operation("bm_atomic_memcpy_1D")["status"], "not provided");
}

// A program of several operations counts once in all, and once for each of its operations.
TEST(Numbers, AddUp) {
  for (const char* name : {"unsupported_odd", "crash", "accepts_all", "variant"}) {
    const Checked c = check(plugin(name), "--cases 600");
    int64_t given = 0, failures = 0;
    for (const nlohmann::json& row : c.report["operations"]) {
      int64_t reasons = 0;
      for (const auto& [why, count] : row["reasons"].items()) reasons += count.get<int64_t>();
      EXPECT_EQ(row["cases"].get<int64_t>(),
                row["executed"].get<int64_t>() + row["rejected"].get<int64_t>());
      EXPECT_EQ(reasons, row["unsupported"].get<int64_t>() + row["not_judged"].get<int64_t>());
      EXPECT_LE(row["failures"], row["executed"]) << row;
      EXPECT_EQ(row["status"] == "fails", row["failures"] > 0) << row;
      given += row["cases"].get<int64_t>() + reasons;
      failures += row["failures"].get<int64_t>();
    }
    int64_t all = c.report["cases"];
    for (const auto& [why, count] : c.report["reasons"].items()) all += count.get<int64_t>();
    EXPECT_LE(all, given) << name;
    EXPECT_GE(failures, static_cast<int64_t>(c.report["findings"].size())) << name;
    EXPECT_EQ(c.status == 1, failures > 0) << name;
  }
}

// A right operation may read what a wrong one wrote, in a program of both.
TEST(Numbers, FailuresAreThoseOfTheOperationAtFault) {
  const Setting cut("STRIDEPROOF_CUT", "okk_bdc_32bit_xor_C.C:7");
  const Checked c = check(
      plugin("variant"), "--cases 10000 --seed 2 --op '@(okk_bdc_32bit_xor_C|okk_bdc_32bit_or_C)'");
  EXPECT_EQ(c.operation("okk_bdc_32bit_xor_C")["status"], "fails") << c.text;
  EXPECT_EQ(c.operation("okk_bdc_32bit_or_C")["status"], "conforms") << c.text;
}

TEST(Numbers, OfJunitAreThoseOfItsTests) {
  const Answer junit =
      strideproof("check " + plugin("accepts_all") + " --profile toy --cases 300 --junit -");
  const auto count = [&](const std::string& words) {
    int found = 0;
    for (size_t at = 0; (at = junit.out.find(words, at)) != std::string::npos; ++at) ++found;
    return std::to_string(found);
  };
  EXPECT_TRUE(contains(junit.out, "tests=\"" + count("<testcase ") + "\""));
  EXPECT_TRUE(contains(junit.out, "skipped=\"" + count("<skipped ") + "\""));
  EXPECT_TRUE(contains(junit.out, "failures=\"1\""));
  EXPECT_TRUE(contains(junit.out, "fails when "));
  EXPECT_TRUE(contains(junit.out, " replay --on " + plugin("accepts_all")));
}

TEST(RunOfJson, HasVersionDateAndSeed) {
  const Checked c = check(plugin("accepts_all"), "--cases 100 --seed 7");
  EXPECT_EQ(strideproof("--version").out, c.report["version"].get<std::string>() + "\n");
  const std::string date = c.report["date"];
  EXPECT_EQ(date.size(), std::string("2027-01-31T12:00:00Z").size()) << date;
  EXPECT_EQ(c.report["seed"], 7);
  ASSERT_FALSE(c.report["findings"].empty());
  EXPECT_EQ(shell(c.report["findings"][0]["replay"]).status, 1) << c.text;
}

TEST(ReplayLine, CarriesAPlantedFault) {
  const Setting fault("STRIDEPROOF_FAULT", "lone_channel_lost");
  const Answer found = strideproof("check " + library("faulty") +
                                   " --profile toy --cases 1000 --op okk_gdma_32bit_cpy_S2L");
  const std::string line = first_replay(found.out);
  EXPECT_TRUE(contains(line, "STRIDEPROOF_FAULT=lone_channel_lost "));
  EXPECT_EQ(shell(line).status, 1) << line;
}

TEST(Waiver, OfAnUnknownKindIsRefused) {
  const std::string file = testing::TempDir() + "strideproof_kind.txt";
  std::ofstream(file) << "op=* kind=crsh until=2999-01-01 reason=x\n";
  expect_unusable("check " + plugin("good") + " --waivers " + file,
                  file + ":1: no finding has the kind 'crsh'; did you mean 'crash'?");
}

TEST(DidYouMean, IsAskedForEveryName) {
  expect_unusable("check --op okk_gdma_32bit_cpy_S2 " + plugin("good"),
                  "'okk_gdma_32bit_cpy_S2L'?");
  expect_unusable("check --profile bm1864 " + plugin("good"), "did you mean 'bm1684'?");
  expect_unusable("check --adapter numyp", "did you mean 'numpy'?");
  expect_unusable("check --reading shift-by-23=0 " + plugin("good"), "did you mean 'shift-by-32'?");
  expect_unusable("check --reading shift-by-32=7 " + plugin("good"), "has readings 0 to ");
  expect_unusable("faults lone_channel_los", "did you mean 'lone_channel_lost'?");
  expect_unusable("boundary data_mov", "did you mean 'data_move'?");
  expect_unusable("explain copy-overlpa", "did you mean 'copy-overlap'?");
  expect_unusable("prove data_mov", "did you mean 'data_move'?");
}

// Both sides of each edge and landmark, with the number: the two values of the parameter that decides.
TEST(ExplainLabel, ShowsBothSidesOfEachEdgeAndItsNumber) {
  int labels = 0, numbers = 0;
  const auto check_text = [&](const std::string& label, bool with_number) {
    const std::string text = explain_label(label);
    ASSERT_NE(text, "") << label;
    ++labels;
    const bool number = text.find("it\n") != std::string::npos ||
                        text.find(" does not\n") != std::string::npos ||
                        text.find(" is not\n") != std::string::npos ||
                        text.find("violated by ") != std::string::npos;
    numbers += number ? 1 : 0;
    EXPECT_TRUE(number || !with_number) << text;
    EXPECT_FALSE(contains(text, "of the boundary corpus"));
  };
  // Operations with the same labels share their code.
  std::set<std::vector<std::string_view>> known;
  for (const Operation& operation : catalogue()) {
    std::vector<std::string_view> of_operation;
    for (const Constraint& constraint : operation.constraints)
      of_operation.push_back(constraint.label);
    if (!known.insert(of_operation).second) continue;
    for (const Constraint& constraint : operation.constraints)
      check_text(operation.label(constraint), constraint.stage != Stage::data);
    for (const Landmark& landmark : operation.landmarks)
      check_text(fmt::format("{}.{}", operation.name, landmark.label), false);
  }
  EXPECT_GT(labels, 300);
  EXPECT_GE(10 * numbers, 8 * labels) << numbers << " of " << labels;
  EXPECT_TRUE(
      contains(explain_label("okk_gdma_16bit_cpy_L2L.src_addr.aligned"), "a multiple of 2"));
  EXPECT_TRUE(
      contains(explain_label("okk_bdc_32bit_and.shape.w.max"), "65535 (0xffff) holds, 65536"));
}

}  // namespace
}  // namespace strideproof::tests
