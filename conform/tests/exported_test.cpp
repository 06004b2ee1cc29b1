// Output of commands for other tools: JSON by its schema, SARIF, and C tests.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "conform/command/paths.h"
#include "conform/report/c_test.h"
#include "conform/tests/shell.h"
#include "corpus/corpus.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json schema(const std::string& name) {
  return json::parse(std::ifstream(fmt::format("{}/docs/schema/{}.json", SOURCE_FOLDER, name)));
}

TEST(Schema, HoldsForEveryReport) {
  const json rules = schema("report");
  json report;
  for (const char* name : {"accepts_all", "crash", "far_write", "unsupported_odd"}) {
    const Checked c = check(plugin(name), "--cases 200");
    report = c.report;
    EXPECT_EQ(breaks(rules, report), "") << c.text;
  }
  report["operations"][0]["status"] = "fine";  // the check fails where it should
  EXPECT_EQ(breaks(rules, report), "/operations/0/status");
}

TEST(Schema, HoldsForOtherAnswers) {
  const std::string replay = fmt::format(
      "replay --json --on {} 'okk_gdma_8bit_set_C_local toy dst_addr=0 C=7 shape=1,5,2,3 "
      "dst_stride=null'",
      plugin("good"));
  for (const auto& [name, command] : {std::pair<std::string, std::string>{"list", "list --json"},
                                      {"replay", replay},
                                      {"boundary", "boundary data_move --json --pairs"},
                                      {"faults", "faults tail_lost --json"},
                                      {"prove", "prove 'extent.start' --json"}}) {
    const json answer = json::parse(strideproof(command).out, nullptr, false);
    EXPECT_FALSE(answer.empty()) << command;
    EXPECT_EQ(breaks(schema(name), answer), "") << command;
  }
}

json sarif_of(const std::string& more) {
  return json::parse(
      strideproof("check " + plugin("accepts_all") + " --profile toy --cases 200 --sarif - " + more)
          .out);
}

TEST(Sarif, HasARuleAndAPlaceForEachFinding) {
  std::set<std::string> fingerprints[2];
  for (const int seed : {1, 2}) {
    const json sarif = sarif_of(fmt::format("--seed {}", seed));
    EXPECT_EQ(sarif["version"], "2.1.0");
    const json& run = sarif["runs"][0];
    EXPECT_EQ(run["invocations"][0]["exitCode"], 1);
    const json& rules = run["tool"]["driver"]["rules"];
    ASSERT_FALSE(run["results"].empty());
    for (const json& result : run["results"]) {
      const json& rule = rules.at(result["ruleIndex"].get<size_t>());
      EXPECT_EQ(rule["id"], result["ruleId"]);
      EXPECT_NE(rule["shortDescription"]["text"], "");
      const json& place = result["locations"].at(0)["logicalLocations"].at(0);
      EXPECT_EQ(place["fullyQualifiedName"], "toy/" + place["name"].get<std::string>());
      const std::string text = result["message"]["text"];
      EXPECT_TRUE(contains(text, " replay --on " + plugin("accepts_all")));
      EXPECT_FALSE(result.contains("suppressions"));
      fingerprints[seed - 1].insert(result["partialFingerprints"]["strideproofFinding/v1"]);
    }
    EXPECT_EQ(fingerprints[seed - 1].size(), run["results"].size());
  }
  // They stay with another seed.
  const auto& [one, other] = fingerprints;
  EXPECT_TRUE(std::find_first_of(one.begin(), one.end(), other.begin(), other.end()) != one.end());
}

class WaivedSarif : public FolderTest {};

TEST_F(WaivedSarif, SuppressesItsFindings) {
  const std::string file = folder_ + "/waivers.txt";
  std::ofstream(file) << "op=* until=2999-01-01 reason=\"ticket 12\"\n";
  const json sarif = sarif_of("--waivers " + file);
  ASSERT_FALSE(sarif["runs"][0]["results"].empty());
  for (const json& result : sarif["runs"][0]["results"])
    EXPECT_EQ(result["suppressions"][0]["justification"], "ticket 12 (until 2999-01-01)");
}

class CTest : public FolderTest {
 protected:
  void SetUp() override {
    if (shell("nm -D " + library("optimized") + " | grep -q __asan").status == 0)
      GTEST_SKIP() << "a C program cannot load a library with sanitizers";
  }

  // Compiled, with warnings as errors.
  std::string program(const std::string& source, const std::string& more = "-ldl") const {
    const Answer built =
        shell(fmt::format("cc -std=c99 -Wall -Wextra -Werror -I {}/conform {} -o {}/test {}",
                          SOURCE_FOLDER, source, folder_, more));
    EXPECT_EQ(built.status, 0) << built.err;
    return folder_ + "/test";
  }
};

TEST_F(CTest, FailsOnTheFaultyLibraryAndPassesOnTheRightOne) {
  setenv("STRIDEPROOF_FAULT", "lone_channel_lost", 1);
  const Answer found =
      strideproof(fmt::format("check {} --profile toy --cases 1000 --op okk_gdma_32bit_cpy_S2L "
                              "--c-tests {}",
                              library("faulty"), folder_));
  EXPECT_EQ(found.status, 1) << found.err;
  const std::string source = folder_ + "/1_okk_gdma_32bit_cpy_S2L.c";
  ASSERT_TRUE(fs::exists(source)) << found.out;
  const std::string test = program(source);
  const Answer wrong = shell(test + " " + library("faulty"));
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_TRUE(contains(wrong.out, "expected 0x"));
  EXPECT_EQ(shell(test + " " + library("optimized")).status, 0);
  EXPECT_EQ(shell(test + " /nowhere.so").status, 2);
  const std::string linked = program(source, "-Wl,--no-as-needed " + library("faulty") + " -ldl");
  EXPECT_EQ(shell(linked).status, 1);
  unsetenv("STRIDEPROOF_FAULT");
  EXPECT_EQ(shell(linked).status, 0);
}

// The first case of the boundary corpus that can be exported, of one operation for each list of
// parameter types.
TEST_F(CTest, CallsEveryKindOfOperation) {
  std::set<std::vector<CType>> known;
  for (const Operation& operation : catalogue()) {
    std::vector<CType> types;
    for (const Parameter& parameter : operation.parameters) types.push_back(parameter.type);
    if (!known.insert(types).second) continue;
    const std::string source = folder_ + "/case.c";
    bool exported = false;
    for (const corpus::Entry& entry :
         corpus::read(corpus_folder(fmt::format("boundary/{}.txt", operation.name)))) {
      Finding finding;
      finding.operation = operation.name;
      finding.line = print(entry.program);
      std::string why;
      const std::string text = c_test(finding, {}, why);
      if (text.empty() || text.size() > 100'000) continue;
      std::ofstream(source) << text;
      exported = true;
      break;
    }
    ASSERT_TRUE(exported) << operation.name;
    const Answer right = shell(program(source) + " " + library("optimized"));
    EXPECT_EQ(right.status, 0) << operation.name << '\n' << right.out << right.err;
  }
}

}  // namespace
}  // namespace strideproof::tests
