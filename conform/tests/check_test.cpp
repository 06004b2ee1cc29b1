// check as a whole: our own libraries, faults, shards, waivers, reports, interruption.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

std::string temporary(const std::string& name, const std::string& text = "") {
  const std::string path = testing::TempDir() + "strideproof_" + name;
  std::ofstream(path) << text;
  return path;
}

// While `check` runs and the condition holds, sh does `step`; then `last`. $checker is its process.
Answer check_while(const std::string& arguments, const std::string& condition,
                   const std::string& step, const std::string& last) {
  return shell(fmt::format(
      "{} check {} & checker=$!; "
      "while grep -qs 'State:.[^Z]' /proc/$checker/status && {}; do {}; done; {}; wait $checker",
      STRIDEPROOF, arguments, condition, step, last));
}

// The signal comes once cases have been judged.
Answer interrupted(const std::string& signal, const std::string& arguments) {
  const std::string progress = temporary("progress.txt");
  const Answer answer =
      check_while(fmt::format("{} 2> {}", arguments, progress), "! grep -q ' cases' " + progress,
                  "sleep 0.1", fmt::format("kill -s {} $checker", signal));
  std::remove(progress.c_str());
  return answer;
}

TEST(Check, OurOwnLibrariesConform) {
  const Answer answer = strideproof("check " + library("reference") + " --cases 300 --json -");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  EXPECT_EQ(answer.json()["profiles"],
            nlohmann::json({"bm1684", "toy", "ascend310", "ascend910b"}));
  for (const char* name : {"optimized", "faulty"}) {
    const Checked c = check(library(name), "--cases 300");
    EXPECT_EQ(c.status, 0) << c.text;
    EXPECT_EQ(c.report["findings"].size(), 0U);
  }
}

// The cases on edges come before those that are counted.
TEST(Check, EveryEdgeIsJudgedFirst) {
  const Answer answer =
      strideproof("check " + library("optimized") + " --profile bm1684 --cases 1 --json -");
  EXPECT_EQ(answer.status, 0) << answer.err;
  const nlohmann::json rows = answer.json()["operations"];
  EXPECT_EQ(rows.size(), 39U);
  for (const nlohmann::json& row : rows) {
    EXPECT_EQ(row["status"], "conforms") << row;
    EXPECT_EQ(row["edges"]["judged"], row["edges"]["reachable"]) << row;
  }
}

TEST(Check, AnEdgeThatWasNotJudgedIsNamed) {
  const Answer answer = strideproof("check " + library("optimized") +
                                    " --op okk_gdma_32bit_cpy_S2L --profile bm1684 --seconds 1e-9");
  EXPECT_EQ(answer.status, 3) << answer.out << answer.err;
  EXPECT_TRUE(contains(answer.out, " incomplete "));
  EXPECT_TRUE(
      contains(answer.out, "not judged: okk_gdma_32bit_cpy_S2L on bm1684: shape.n.min inside, "));
}

TEST(Check, CountsEveryCaseAndWhatAPluginDoesNotSupport) {
  const Checked c = check(plugin("unsupported_fifth"), "--cases 3000");
  EXPECT_EQ(c.status, 0) << c.text;
  const nlohmann::json row = c.operation("okk_gdma_8bit_set_C_local");
  EXPECT_EQ(row["status"], "conforms");
  EXPECT_GT(row["unsupported"], 400);
  EXPECT_EQ(row["reasons"]["unsupported"], row["unsupported"]);
  int64_t all = 0;  // every case given is judged or counted
  for (const char* part : {"executed", "rejected", "unsupported", "not_judged"})
    all += row[part].get<int64_t>();
  EXPECT_EQ(all, 3000);
}

TEST(Check, PlantedFaultIsFoundAndItsLineReplays) {
  setenv("STRIDEPROOF_FAULT", "n_stride_ignores_start_lane", 1);
  const Checked c = check(library("faulty"), "--cases 1000 --op okk_gdma_32bit_cpy_S2L");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_FALSE(c.report["findings"].empty());
  const nlohmann::json& finding = c.report["findings"][0];
  for (const char* field : {"operation", "case", "kind", "detail", "explanation"})
    EXPECT_TRUE(finding.contains(field)) << field;
  for (const nlohmann::json& each : c.report["findings"])
    EXPECT_NE(each["explanation"], "") << each["case"];
  const std::string said = finding["explanation"];
  EXPECT_TRUE(contains(said, ".start.lane"));
  const std::string line = finding["case"];
  EXPECT_EQ(strideproof(fmt::format("replay --on {} '{}'", library("faulty"), line)).status, 1);
  unsetenv("STRIDEPROOF_FAULT");
  EXPECT_EQ(strideproof(fmt::format("replay --on {} '{}'", library("faulty"), line)).status, 0);
}

// Only rows at least 8 GiB apart show it.
TEST(Check, CutOfAWideStrideIsFound) {
  const Setting cut("STRIDEPROOF_CUT", "bm_atomic_memcpy_2D.row_stride:31");
  const Answer answer = strideproof("check " + library("faulty") +
                                    " --op bm_atomic_memcpy_2D --profile bm1684 --cases 1500");
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
  EXPECT_TRUE(contains(answer.out, "row_stride > 2147483647"));
}

TEST(Check, UnknownFaultIsABrokenLibrary) {
  const Setting fault("STRIDEPROOF_FAULT", "no_such_fault");
  const Answer answer = strideproof("check " + library("faulty"));
  EXPECT_EQ(answer.status, 2);
  EXPECT_TRUE(contains(answer.err, "there is no fault 'no_such_fault'"));
}

TEST(Check, TheSameSeedGivesTheSameCases) {
  const auto counts = [](const std::string& more) {
    std::vector<int64_t> cases;
    const Checked c = check(library("optimized"), "--op 'bm_*' --cases 3000 " + more);
    for (const nlohmann::json& row : c.report["operations"]) cases.push_back(row["cases"]);
    return cases;
  };
  EXPECT_EQ(counts("--seed 3"), counts("--seed 3"));
  EXPECT_NE(counts("--seed 3 --shard 1/2"), counts("--seed 3 --shard 2/2"));
}

// Its clock runs while it is stopped; its findings and messages are the same.
TEST(Check, TheSameSeedGivesTheSameFindingsOnASlowMachine) {
  const Setting fault("STRIDEPROOF_FAULT", "lane_wrap_early");
  const std::string arguments =
      library("faulty") + " --op okk_gdma_32bit_cpy_S2L --profile toy --cases 60 --json -";
  const auto findings = [](const Answer& answer) {
    EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
    return answer.json()["findings"];
  };
  const nlohmann::json soon = findings(strideproof("check " + arguments));
  const nlohmann::json late = findings(
      check_while(arguments, "[ $((stops += 1)) -le 2 ]",
                  "sleep 0.2; kill -s STOP $checker; sleep 2; kill -s CONT $checker", "true"));
  EXPECT_FALSE(soon.empty());
  EXPECT_EQ(soon, late);
}

TEST(Check, TimeWithoutEndIsNoShortOne) {
  const Answer answer = interrupted("TERM", plugin("good") + " --profile toy --seconds 1e12");
  EXPECT_EQ(answer.status, 3) << answer.out << answer.err;
  EXPECT_TRUE(contains(answer.out, "interrupted"));
  EXPECT_FALSE(contains(answer.out, " 0 cases in"));
}

// Profiles that the plug-in refuses, or that have none of its operations, take no time from the
// others.
TEST(Check, SpendsItsTimeWhereSomethingRuns) {
  const auto seconds = [](const std::string& arguments) {
    const Answer answer = strideproof("check --seconds 1 --json - " + arguments);
    return answer.json()["seconds"].get<double>();
  };
  EXPECT_GT(seconds(plugin("good")), 0.8);
  EXPECT_GT(seconds("--op asc_copy_l12l0b_trans_sync " + library("optimized")), 0.8);
}

TEST(Check, NamesTheProfilesWhereSomethingRan) {
  const auto profiles = [](const std::string& arguments) {
    const Answer answer = strideproof("check --cases 50 --json - " + arguments);
    EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
    return answer.json()["profiles"];
  };
  EXPECT_EQ(profiles(plugin("good")), nlohmann::json({"toy"}));
  EXPECT_EQ(profiles("--op data_move " + library("optimized")),
            nlohmann::json({"toy", "ascend310", "ascend910b"}));
}

TEST(Check, WaiversTakeFindingsAwayUntilTheirDay) {
  const auto waivers = [](const std::string& until) {
    return temporary("waivers.txt", fmt::format("# known\n"
                                                "op=okk_gdma_8bit_set_C_local kind=\"crash\" "
                                                "until={} reason=\"three rows, ticket 12\"\n",
                                                until));
  };
  const std::string arguments = "--cases 3000 --waivers ";
  const Checked waived = check(plugin("crash"), arguments + waivers("2999-12-31"));
  EXPECT_EQ(waived.status, 0) << waived.text;
  EXPECT_EQ(waived.report["findings"].size(), 0U);
  ASSERT_FALSE(waived.report["waived"].empty());
  EXPECT_EQ(waived.report["waived"][0]["reason"], "three rows, ticket 12");
  EXPECT_EQ(waived.operation("okk_gdma_8bit_set_C_local")["status"], "waived");
  const Checked expired = check(plugin("crash"), arguments + waivers("2020-01-01"));
  EXPECT_EQ(expired.status, 1) << expired.text;
  EXPECT_TRUE(contains(expired.text, "expired on 2020-01-01"));
}

TEST(Check, WaiversThatCannotBeReadAreSaid) {
  for (const char* line : {"op=*", "op=* until=2030-01-01", "op=* until=soon reason=x", "what=x",
                           "op=* until=2030-01-01 reason=\"open"}) {
    const std::string file = temporary("waivers.txt", std::string("\n") + line + "\n");
    const Answer answer = strideproof("check " + plugin("good") + " --waivers " + file);
    EXPECT_EQ(answer.status, 2) << line;
    EXPECT_TRUE(contains(answer.err, file + ":2: "));
  }
}

TEST(Check, WritesEveryReport) {
  const std::string stem = testing::TempDir() + "strideproof_report";
  const Answer answer = strideproof(fmt::format(
      "check {} --profile toy --cases 3000 --json {}.json --junit {}.xml --html {}.html",
      plugin("crash"), stem, stem, stem));
  EXPECT_EQ(answer.status, 1) << answer.err;
  const Answer junit = shell("cat " + stem + ".xml");
  EXPECT_TRUE(contains(junit.out, "<failure type=\"crash\""));
  EXPECT_TRUE(contains(junit.out, "<skipped message=\"not provided\"/>"));
  const Answer html = shell("cat " + stem + ".html");
  EXPECT_TRUE(contains(html.out, "<svg"));
  EXPECT_EQ(nlohmann::json::parse(contents(stem + ".json"))["findings"].size(), 1U);
  shell("rm " + stem + ".*");
}

TEST(Check, InterruptedStillReports) {
  const std::string json = temporary("interrupted.json");
  const Answer answer =
      interrupted("INT", fmt::format("{} --seconds 600 --json {}", library("optimized"), json));
  ASSERT_EQ(answer.status, 3) << answer.err;
  const nlohmann::json report = nlohmann::json::parse(contents(json), nullptr, false);
  ASSERT_FALSE(report.is_discarded());
  EXPECT_EQ(report["interrupted"], true);
  EXPECT_GT(report["cases"], 0);
  EXPECT_EQ(interrupted("TERM", library("optimized") + " --seconds 600").status, 3);
}

}  // namespace
}  // namespace strideproof::tests
