// Exit statuses and messages of the commands.

#include <gtest/gtest.h>

#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

constexpr const char* good_line =
    "'okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,3 dst_stride=null fill=1'";

void expect_wrong_use(const std::string& arguments, const std::string& words) {
  const Answer answer = strideproof(arguments);
  EXPECT_EQ(answer.status, 2) << arguments << '\n' << answer.err;
  EXPECT_EQ(answer.error_lines(), 1) << answer.err;
  EXPECT_TRUE(contains(answer.err, words));
  EXPECT_EQ(answer.out, "");
}

TEST(WrongUse, OfTheCommandLine) {
  expect_wrong_use("", "A subcommand is required");
  expect_wrong_use("list --frobnicate", "--frobnicate");
  expect_wrong_use("verify --seconds -1", "--seconds");
  expect_wrong_use("replay", "LINE|FILE is required");
  expect_wrong_use("faults --layers --seconds 5", "--seconds excludes --layers");
}

TEST(WrongUse, NothingMatches) {
  expect_wrong_use("verify --op 'okk_none_*'", "no operation matches 'okk_none_*'");
  expect_wrong_use("check --op nothing " + plugin("good"), "no operation matches 'nothing'");
  expect_wrong_use("boundary nothing", "unknown operation 'nothing'");
  expect_wrong_use("prove 'nothing.*'", "no theorem");
  expect_wrong_use("faults nothing", "there is no fault 'nothing'");
  expect_wrong_use("verify --profile bm9999", "unknown profile 'bm9999'; known: bm1684");
  const std::string none_there = "no operation that matches 'data_move' exists on bm1684";
  expect_wrong_use("verify --op data_move --profile bm1684", none_there);
  expect_wrong_use("check --op data_move --profile bm1684 " + plugin("good"), none_there);
  expect_wrong_use("boundary data_move --profile bm1684", "data_move does not exist on bm1684");
  expect_wrong_use("explain data_move --svg /dev/null", "--svg draws a case");
  expect_wrong_use("explain copy-overlap --svg /dev/null", "--svg draws a case");
}

TEST(WrongUse, OfCheck) {
  expect_wrong_use("check", "one of LIB.so, --exec");
  expect_wrong_use("check " + plugin("good") + " --exec cat", "one of LIB.so, --exec");
  expect_wrong_use("check --adapter nothing", "no adapter 'nothing'");
  for (const char* shard : {"0/2", "3/2", "1", "1/2/3", "a/b"})
    expect_wrong_use("check --shard " + std::string(shard) + " " + plugin("good"),
                     "--shard takes I/N");
  expect_wrong_use("check --cases 5 --seconds 5 " + plugin("good"), "excludes");
  expect_wrong_use("check --waivers /nowhere/w " + plugin("good"),
                   "cannot read waivers /nowhere/w");
  expect_wrong_use("check --json /nowhere/j " + plugin("good"), "cannot write /nowhere/j");
}

TEST(WrongUse, OfReports) {
  expect_wrong_use("verify --report /proc/nowhere", "cannot make directory /proc/nowhere");
  expect_wrong_use("verify --report /dev/null", "cannot make directory /dev/null");
  for (const char* file : {"report.json", "report.xml", "report.html"}) {
    const std::string folder = testing::TempDir() + "strideproof_reports";
    shell("rm -rf " + folder + " && mkdir -p " + folder + "/" + file);
    expect_wrong_use("verify --report " + folder, "cannot write " + folder + "/" + file);
    shell("rm -r " + folder);
  }
}

TEST(Lines, MalformedOnesNameTheColumn) {
  expect_wrong_use("replay 'okk_gdma_32bit_set_C_local toy dst_addr=zz'",
                   "column 41: 'zz' is not a number");
  expect_wrong_use("replay 'nothing toy a=1'", "column 1: unknown operation 'nothing'");
  expect_wrong_use("explain 'okk_gdma_32bit_set_C_local bm9 a=1'",
                   "column 28: unknown profile 'bm9'");
  expect_wrong_use("replay /nowhere/lines.txt", "/nowhere/lines.txt: no such file");
}

TEST(Lines, FilesNameTheLine) {
  const std::string file = testing::TempDir() + "strideproof_lines.txt";
  shell("printf '# comment\\n\\nokk_gdma_32bit_set_C_local toy x=1\\n' > " + file);
  expect_wrong_use("replay " + file,
                   file + ":3:32: okk_gdma_32bit_set_C_local has no parameter 'x'");
  shell("printf '# comment\\n' > " + file);
  expect_wrong_use("replay " + file, "holds no case");
  std::remove(file.c_str());
  const std::string blank = testing::TempDir() + "strideproof lines=.txt";
  shell("echo " + std::string(good_line) + " > '" + blank + "'");
  const Answer answer = strideproof("replay '" + blank + "'");
  EXPECT_EQ(answer.status, 0) << answer.err;
  std::remove(blank.c_str());
}

TEST(Replay, PassesAndSaysWhatTheReferenceDoes) {
  const Answer answer = strideproof(std::string("replay ") + good_line);
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_TRUE(contains(answer.out, "reference: done"));
  EXPECT_TRUE(contains(answer.out, "optimized: pass"));
  const Answer illegal = strideproof(
      "replay 'okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,0 dst_stride=null'");
  EXPECT_EQ(illegal.status, 0) << illegal.err;
  EXPECT_TRUE(contains(illegal.out, "rejected by okk_gdma_32bit_set_C_local.shape.w.min"));
}

TEST(Replay, OnAPluginThatFails) {
  const std::string faulty = "STRIDEPROOF_FAULT=lane_wrap_early " STRIDEPROOF " replay --on ";
  const Answer answer = shell(faulty + library("faulty") + " " + good_line);
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
  const Answer sound = strideproof("replay --on " + library("faulty") + " " + good_line);
  EXPECT_EQ(sound.status, 0) << sound.out << sound.err;
}

TEST(Replay, SaysUnderWhichReadingsAPluginConforms) {
  const std::string line =
      "'okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000001 src_addr=0x100000000 shape=1,1,1,4 "
      "dst_stride=null src_stride=null'";
  const std::string under = "STRIDEPROOF_READINGS=copy-overlap=2 " STRIDEPROOF " replay --on " +
                            library("reference") + " " + line;
  const Answer answer = shell(under + " --json");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  const nlohmann::json replayed = answer.json();
  EXPECT_EQ(replayed[0]["conforms"], true);
  bool told = false;
  for (const nlohmann::json& row : replayed[0]["readings"])
    told = told || (row["id"] == "copy-overlap" && row["taken"] == "ascending element order");
  EXPECT_TRUE(told) << replayed;
  EXPECT_EQ(shell(under + " --reading copy-overlap=2").status, 0);
  EXPECT_EQ(shell(under + " --reading copy-overlap=1").status, 1);
  EXPECT_EQ(shell(under + " --reading copy-overlap=0").status, 1);
  const std::string on = "replay --on " + library("reference") + " " + line;
  expect_wrong_use(on + " --reading copy-overlap", "--reading takes ID=NUMBER");
  expect_wrong_use(on + " --reading copy-overlap=3", "copy-overlap has readings 0 to 2");
  expect_wrong_use(on + " --reading nothing=0", "the ledger has no entry 'nothing'");
  expect_wrong_use("replay --reading copy-overlap=1 " + line, "--reading is about a plug-in");
}

TEST(Explain, AnAmbiguityListsDistinguishingPrograms) {
  const Answer answer = strideproof("explain fill-w-stride");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_TRUE(contains(answer.out, "\n    must be 1        => rejected: "));
  EXPECT_TRUE(contains(answer.out, "\n    any where W = 1  => done\n"));
  EXPECT_FALSE(contains(strideproof("explain nan-add").out, "=>"));
}

TEST(List, JsonHasEveryOperationAndLayer) {
  const Answer answer = strideproof("list --json");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const nlohmann::json list = answer.json();
  ASSERT_EQ(list.size(), catalogue().size());
  for (const nlohmann::json& row : list) {
    for (const char* field : {"name", "family", "document", "profiles", "constraints", "landmarks",
                              "ambiguities", "layers"})
      EXPECT_TRUE(row.contains(field)) << row["name"] << ' ' << field;
    EXPECT_TRUE(row["layers"]["reference"]) << row["name"];
    EXPECT_TRUE(row["layers"]["optimized"]) << row["name"];
    if (!row["constraints"].empty()) {
      EXPECT_GT(row["layers"]["properties"], 1) << row["name"];
    }
    EXPECT_GT(row["layers"]["boundary_cases"], 0) << row["name"];
    if (row["family"] != "bm-atomic") {
      EXPECT_GT(row["layers"]["theorems"], 0) << row["name"];
    }
  }
}

TEST(Boundary, JsonHasBothEdgesOfEveryConstraint) {
  const Answer answer = strideproof("boundary okk_gdma_8bit_set_C_local --profile toy --json");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const nlohmann::json edges = answer.json();
  const Operation& operation = *find_operation("okk_gdma_8bit_set_C_local");
  ASSERT_EQ(edges.size(), 2 * operation.constraints.size());
  for (const nlohmann::json& edge : edges) {
    EXPECT_TRUE(edge["edge"] == "inside" || edge["edge"] == "outside");
    EXPECT_TRUE(edge["status"] == "case" ? edge.contains("case") : edge.contains("reason")) << edge;
  }
}

TEST(Boundary, AnOperationWithoutParametersIsAskedAfterEdges) {
  const Answer answer = strideproof("boundary bm_get_mask_memcpy_res_num --profile toy --json");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const nlohmann::json edges = answer.json();
  EXPECT_GT(edges.size(), 10U);
  for (const nlohmann::json& edge : edges) {
    const std::string program = edge["case"];
    EXPECT_TRUE(contains(program, " ; bm_atomic_mask_memcpy_4D "));
    EXPECT_TRUE(program.ends_with(" ; bm_get_mask_memcpy_res_num")) << edge;
  }
}

TEST(Help, EveryCommandHasExamples) {
  for (const char* command :
       {"list", "verify", "check", "prove", "boundary", "replay", "explain", "vectors", "faults"}) {
    const Answer answer = strideproof(std::string(command) + " --help");
    EXPECT_EQ(answer.status, 0) << command;
    EXPECT_TRUE(contains(answer.out, "Examples:\n  strideproof " + std::string(command)));
  }
  EXPECT_EQ(strideproof("--help").status, 0);
}

TEST(Output, AFullDiskIsSaid) {
  const Answer answer = shell(STRIDEPROOF " list > /dev/full");
  EXPECT_EQ(answer.status, 2);
  EXPECT_TRUE(contains(answer.err, "cannot write"));
  const Answer report =
      strideproof("check --profile toy --cases 100 --json /dev/full " + library("optimized"));
  EXPECT_EQ(report.status, 2) << report.out;
  EXPECT_TRUE(contains(report.err, "cannot write /dev/full"));
  EXPECT_TRUE(contains(report.out, " 0 findings"));
}

TEST(Faults, ThatNoLayerFindsAreFindings) {
  EXPECT_EQ(strideproof("faults carry_off_unit --layers --cases 1").status, 1);
  EXPECT_EQ(strideproof("faults bm_square_copied --layers --cases 20").status, 0);
}

}  // namespace
}  // namespace strideproof::tests
