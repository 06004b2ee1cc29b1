// check as a whole: our own libraries, faults, shards, waivers, reports.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

// The cases on edges come before those that are counted.
TEST(Check, OurOwnLibrariesConformOnEveryEdge) {
  const Answer answer = strideproof("check " + library("reference") + " --cases 300 --json -");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  const nlohmann::json report = answer.json();
  EXPECT_EQ(report["profiles"], nlohmann::json({"bm1684", "toy", "ascend310", "ascend910b"}));
  int rows = 0;
  for (const nlohmann::json& row : report["operations"]) {
    if (row["profile"] != "bm1684") continue;
    ++rows;
    EXPECT_EQ(row["status"], "conforms") << row;
    EXPECT_EQ(row["edges"]["judged"], row["edges"]["reachable"]) << row;
  }
  EXPECT_EQ(rows, 39);
  const Checked faulty = check(library("faulty"), "--cases 300");  // without a fault
  EXPECT_EQ(faulty.status, 0) << faulty.text;
}

TEST(Check, AnEdgeThatWasNotJudgedIsNamed) {
  const Answer answer = strideproof("check " + library("optimized") +
                                    " --op okk_gdma_32bit_cpy_S2L --profile bm1684 --seconds 1e-9");
  EXPECT_EQ(answer.status, 3) << answer.out << answer.err;
  EXPECT_TRUE(contains(answer.out, " incomplete "));
  EXPECT_TRUE(
      contains(answer.out, "not judged: okk_gdma_32bit_cpy_S2L on bm1684: shape.n.min inside, "));
}

TEST(Check, PlantedFaultIsFoundAndItsLineReplays) {
  const std::string fault = "n_stride_ignores_start_lane";
  setenv("STRIDEPROOF_FAULT", fault.c_str(), 1);
  const Checked c = check(library("faulty"), "--cases 1000 --op okk_gdma_32bit_cpy_S2L");
  unsetenv("STRIDEPROOF_FAULT");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_FALSE(c.report["findings"].empty());
  for (const nlohmann::json& each : c.report["findings"])
    EXPECT_NE(each["explanation"], "") << each["case"];
  const nlohmann::json& finding = c.report["findings"][0];
  EXPECT_TRUE(contains(finding["explanation"].get<std::string>(), ".start.lane"));
  const std::string replay = finding["replay"], line = finding["case"];
  EXPECT_TRUE(contains(replay, "STRIDEPROOF_FAULT=" + fault + " "));
  EXPECT_EQ(shell(replay).status, 1) << replay;
  EXPECT_EQ(strideproof(fmt::format("replay --on {} '{}'", library("faulty"), line)).status, 0);
}

TEST(Check, ShardsGiveDifferentCases) {
  const auto counts = [](const std::string& shard) {
    std::vector<int64_t> cases;
    const Checked c =
        check(library("optimized"), "--op 'bm_*' --cases 3000 --seed 3 --shard " + shard);
    for (const nlohmann::json& row : c.report["operations"]) cases.push_back(row["cases"]);
    return cases;
  };
  EXPECT_NE(counts("1/2"), counts("2/2"));
}

// Its clock runs while it is stopped; its findings and messages are the same.
TEST(Check, TheSameSeedGivesTheSameFindingsOnASlowMachine) {
  const Setting fault("STRIDEPROOF_FAULT", "lane_wrap_early");
  const std::string command =
      fmt::format("{} check {} --op okk_gdma_32bit_cpy_S2L --profile toy --cases 60 --json -",
                  STRIDEPROOF, library("faulty"));
  const auto findings = [](const std::string& words) {
    const Answer answer = shell(words);
    EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
    return answer.json()["findings"];
  };
  const nlohmann::json soon = findings(command);
  const nlohmann::json late =
      findings(command +
               " & checker=$!; for stop in 1 2; do sleep 0.2; kill -s STOP $checker 2>&-; sleep 2; "
               "kill -s CONT $checker 2>&-; done; wait $checker");
  EXPECT_FALSE(soon.empty());
  EXPECT_EQ(soon, late);
}

// Profiles that the plug-in refuses, or that have none of its operations, take no time from the
// others, and are not named.
TEST(Check, SpendsItsTimeWhereSomethingRuns) {
  for (const std::string& what :
       {plugin("good"), "--op asc_copy_l12l0b_trans_sync " + library("optimized")})
    EXPECT_GT(strideproof("check --seconds 1 --json - " + what).json()["seconds"], 0.8) << what;
}

TEST(Check, NamesTheProfilesWhereSomethingRan) {
  for (const auto& [arguments, profiles] : {std::pair{plugin("good"), nlohmann::json({"toy"})},
                                            {"--op data_move " + library("optimized"),
                                             nlohmann::json({"toy", "ascend310", "ascend910b"})}}) {
    const Answer answer = strideproof("check --cases 50 --json - " + arguments);
    EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
    EXPECT_EQ(answer.json()["profiles"], profiles);
  }
}

class CheckFiles : public FolderTest {
 protected:
  std::string waivers(const std::string& text) const {
    std::ofstream(folder_ + "/waivers.txt") << text;
    return folder_ + "/waivers.txt";
  }
};

TEST_F(CheckFiles, WaiversTakeFindingsAwayUntilTheirDay) {
  const auto checked = [&](const std::string& until) {
    return check(plugin("crash"),
                 "--cases 200 --waivers " +
                     waivers(fmt::format("# known\n"
                                         "op=okk_gdma_8bit_set_C_local kind=\"crash\" "
                                         "until={} reason=\"three rows, ticket 12\"\n",
                                         until)));
  };
  const Checked waived = checked("2999-12-31");
  EXPECT_EQ(waived.status, 0) << waived.text;
  EXPECT_EQ(waived.report["findings"].size(), 0U);
  ASSERT_FALSE(waived.report["waived"].empty());
  EXPECT_EQ(waived.report["waived"][0]["reason"], "three rows, ticket 12");
  EXPECT_EQ(waived.report["waived"][0]["until"], "2999-12-31");
  EXPECT_EQ(breaks(nlohmann::json::parse(contents("docs/schema/report.json")), waived.report), "");
  EXPECT_EQ(waived.operation("okk_gdma_8bit_set_C_local")["status"], "waived");
  const Checked expired = checked("2020-01-01");
  EXPECT_EQ(expired.status, 1) << expired.text;
  EXPECT_TRUE(contains(expired.text, "expired on 2020-01-01"));
}

TEST_F(CheckFiles, WaiversThatCannotBeReadAreSaid) {
  for (const auto& [line, words] : {std::pair{"op=*", ""},
                                    {"op=* until=2030-01-01", ""},
                                    {"op=* until=soon reason=x", ""},
                                    {"what=x", ""},
                                    {"op=* until=2030-01-01 reason=\"open", ""},
                                    {"op=* kind=crsh until=2999-01-01 reason=x",
                                     "no finding has the kind 'crsh'; did you mean 'crash'?"}}) {
    const std::string file = waivers(fmt::format("\n{}\n", line));
    expect_unusable("check " + plugin("good") + " --waivers " + file,
                    fmt::format("{}:2: {}", file, words));
  }
}

TEST_F(CheckFiles, EveryReportIsWritten) {
  const std::string stem = folder_ + "/report";
  const Answer answer = strideproof(fmt::format(
      "check {} --profile toy --cases 3000 --json {}.json --junit {}.xml --html {}.html",
      plugin("crash"), stem, stem, stem));
  EXPECT_EQ(answer.status, 1) << answer.err;
  const std::string junit = contents(stem + ".xml");
  const auto count = [&](const std::string& words) {
    int found = 0;
    for (size_t at = 0; (at = junit.find(words, at)) != std::string::npos; ++at) ++found;
    return std::to_string(found);
  };
  EXPECT_TRUE(contains(junit, "tests=\"" + count("<testcase ") + "\""));
  EXPECT_TRUE(contains(junit, "skipped=\"" + count("<skipped ") + "\""));
  EXPECT_TRUE(contains(junit, "failures=\"1\""));
  EXPECT_TRUE(contains(junit, "<failure type=\"crash\""));
  EXPECT_TRUE(contains(junit, "<skipped message=\"not provided\"/>"));
  EXPECT_TRUE(contains(junit, "fails when "));
  EXPECT_TRUE(contains(junit, " replay --on " + plugin("crash")));
  EXPECT_TRUE(contains(contents(stem + ".html"), "<svg"));
  EXPECT_EQ(nlohmann::json::parse(contents(stem + ".json"))["findings"].size(), 1U);
}

TEST(Check, FoldsOperationsThatAreNotProvided) {
  const Answer text = strideproof("check " + plugin("good") + " --profile toy --cases 100");
  EXPECT_TRUE(contains(
      text.out, fmt::format("{} operations not provided: asc_copy", catalogue().size() - 1)));
  EXPECT_FALSE(contains(text.out, "bm_atomic_memcpy_1D  "));
  const Checked c = check(plugin("good"), "--cases 100 --seed 7");
  EXPECT_EQ(c.operation("bm_atomic_memcpy_1D")["status"], "not provided");
  for (const nlohmann::json& row : c.report["readings"])
    EXPECT_NE(row["operation"], "bm_atomic_memcpy_1D");  // executes nothing: takes no reading
  EXPECT_EQ(strideproof("--version").out, c.report["version"].get<std::string>() + "\n");
  const std::string date = c.report["date"];
  EXPECT_EQ(date.size(), std::string("2027-01-31T12:00:00Z").size()) << date;
  EXPECT_EQ(c.report["seed"], 7);
}

// A program of several operations counts once in all, and once for each of its operations.
TEST(Numbers, AddUp) {
  for (const std::string& name : {plugin("unsupported_fifth"), plugin("crash"),
                                  plugin("accepts_all"), library("reference")}) {
    const Checked c = check(name, "--cases 600");
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
    if (name != plugin("unsupported_fifth")) continue;
    const nlohmann::json row = c.operation("okk_gdma_8bit_set_C_local");
    EXPECT_EQ(row["status"], "conforms") << c.text;
    EXPECT_GT(row["reasons"]["unsupported"], 80);
    EXPECT_EQ(given, 600);  // every case given is judged or counted
  }
}

// A right operation may read what a wrong one wrote, in a program of both.
TEST(Numbers, FailuresAreThoseOfTheOperationAtFault) {
  const Setting cut("STRIDEPROOF_CUT", "okk_bdc_32bit_xor_C.C:7");
  const Checked c = check(
      library("faulty"), "--cases 10000 --seed 2 --op '@(okk_bdc_32bit_xor_C|okk_bdc_32bit_or_C)'");
  EXPECT_EQ(c.operation("okk_bdc_32bit_xor_C")["status"], "fails") << c.text;
  EXPECT_EQ(c.operation("okk_bdc_32bit_or_C")["status"], "conforms") << c.text;
}

}  // namespace
}  // namespace strideproof::tests
