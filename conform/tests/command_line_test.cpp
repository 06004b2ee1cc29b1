// Exit statuses and messages of the commands.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "conform/report/describe.h"
#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

constexpr const char* good_line =
    "okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,3 dst_stride=null fill=1";

constexpr const char* overlapping =
    " 'okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000001 src_addr=0x100000000 shape=1,1,1,4 "
    "dst_stride=null src_stride=null'";

TEST(WrongUse, IsSaidInOneLine) {
  const std::string good = plugin("good"), on_reference = "replay --on " + library("reference");
  const std::string none_there = "no operation that matches 'data_move' exists on bm1684";
  const std::pair<std::string, std::string> rows[] = {
      {"", "A subcommand is required"},
      {"list --frobnicate", "--frobnicate"},
      {"verify --seconds -1", "--seconds"},
      {"replay", "LINE|FILE is required"},
      {"faults --layers --seconds 5", "--seconds excludes --layers"},
      {"check", "one of LIB.so, --exec"},
      {"check " + good + " --exec cat", "one of LIB.so, --exec"},
      {"check --cases 5 --seconds 5 " + good, "excludes"},
      {"check --shard 0/2 " + good, "--shard takes I/N"},
      {"check --shard 3/2 " + good, "--shard takes I/N"},
      {"check --shard 1 " + good, "--shard takes I/N"},
      {"check --shard 1/2/3 " + good, "--shard takes I/N"},
      {"check --shard a/b " + good, "--shard takes I/N"},
      {"explain data_move --svg /dev/null", "--svg draws a case"},
      {"explain copy-overlap --svg /dev/null", "--svg draws a case"},
      // Nothing has the name.
      {"verify --op 'okk_none_*'", "no operation matches 'okk_none_*'"},
      {"verify --profile bm9999", "unknown profile 'bm9999'; known: bm1684"},
      {"verify --op data_move --profile bm1684", none_there},
      {"check --op data_move --profile bm1684 " + good, none_there},
      {"boundary data_move --profile bm1684", "data_move does not exist on bm1684"},
      {"prove 'nothing.*'", "no theorem"},
      {"check --op okk_gdma_32bit_cpy_S2 " + good, "'okk_gdma_32bit_cpy_S2L'?"},
      {"check --profile bm1864 " + good, "did you mean 'bm1684'?"},
      {"check --adapter numyp", "did you mean 'numpy'?"},
      {"faults lone_channel_los", "did you mean 'lone_channel_lost'?"},
      {"boundary data_mov", "did you mean 'data_move'?"},
      {"explain copy-overlpa", "did you mean 'copy-overlap'?"},
      {"explain okk_gdma_32bit_cpy_S2L.shap.c.max",
       "did you mean 'okk_gdma_32bit_cpy_S2L.shape.c.max'?"},
      {"prove data_mov", "did you mean 'data_move'?"},
      // Readings.
      {"check --reading shift-by-23=0 " + good, "did you mean 'shift-by-32'?"},
      {on_reference + overlapping + " --reading copy-overlap", "--reading takes ID=NUMBER"},
      {on_reference + overlapping + " --reading copy-overlap=3",
       "copy-overlap has readings 0 to 2"},
      {on_reference + overlapping + " --reading nothing=0", "the ledger has no entry 'nothing'"},
      {std::string("replay --reading copy-overlap=1") + overlapping,
       "--reading is about a plug-in"},
      // Lines.
      {"replay 'okk_gdma_32bit_set_C_local toy dst_addr=zz'", "column 41: 'zz' is not a number"},
      {"replay 'nothing toy a=1'", "column 1: unknown operation 'nothing'"},
      {"explain 'okk_gdma_32bit_set_C_local bm9 a=1'", "column 28: unknown profile 'bm9'"},
      {"replay /nowhere/lines.txt", "/nowhere/lines.txt: no such file"},
      // Files that cannot be read or written.
      {"check --waivers /nowhere/w " + good, "cannot read waivers /nowhere/w"},
      {"check --exec cat --c-tests /tmp", "--c-tests needs a library"},
      {"check --json /nowhere/j " + good, "cannot write /nowhere/j"},
      {"verify --report /proc/nowhere", "cannot make directory /proc/nowhere"},
      {"verify --report /dev/null", "cannot make directory /dev/null"},
  };
  for (const auto& [arguments, words] : rows) expect_unusable(arguments, words);
}

class CommandFiles : public FolderTest {};

TEST_F(CommandFiles, AreReportsThatCannotBeWritten) {
  for (const std::string name : {"report.json", "report.xml", "report.html"}) {
    const std::string folder = folder_ + "/for." + name, report = folder + "/" + name;
    std::filesystem::create_directories(report);
    expect_unusable("verify --report " + folder, "cannot write " + report);
  }
}

TEST_F(CommandFiles, NameTheirLine) {
  const auto file = [&](const char* name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
    return folder_ + "/" + name;
  };
  const std::string wrong = file("wrong.txt", "# comment\n\nokk_gdma_32bit_set_C_local toy x=1\n");
  expect_unusable("replay " + wrong,
                  wrong + ":3:32: okk_gdma_32bit_set_C_local has no parameter 'x'");
  expect_unusable("replay " + file("empty.txt", "# comment\n"), "holds no case");
  const std::string blank = file("a blank=.txt", std::string(good_line) + "\n");
  const Answer answer = strideproof("replay '" + blank + "'");
  EXPECT_EQ(answer.status, 0) << answer.err;
}

TEST(Replay, PassesAndSaysWhatTheReferenceDoes) {
  const Answer answer = strideproof(fmt::format("replay '{}'", good_line));
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_TRUE(contains(answer.out, "reference: done"));
  EXPECT_TRUE(contains(answer.out, "optimized: pass"));
  const Answer illegal = strideproof(
      "replay 'okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,0 dst_stride=null'");
  EXPECT_EQ(illegal.status, 0) << illegal.err;
  EXPECT_TRUE(contains(illegal.out, "rejected by okk_gdma_32bit_set_C_local.shape.w.min"));
}

TEST(Replay, SaysUnderWhichReadingsAPluginConforms) {
  const Setting readings("STRIDEPROOF_READINGS", "copy-overlap=2");
  const std::string replay = "replay --on " + library("reference") + overlapping;
  const Answer answer = strideproof(replay + " --json");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  const nlohmann::json replayed = answer.json();
  EXPECT_EQ(replayed[0]["conforms"], true);
  bool told = false;
  for (const nlohmann::json& row : replayed[0]["readings"])
    told = told || (row["id"] == "copy-overlap" && row["taken"] == "ascending element order");
  EXPECT_TRUE(told) << replayed;
  EXPECT_EQ(strideproof(replay + " --reading copy-overlap=2").status, 0);
  EXPECT_EQ(strideproof(replay + " --reading copy-overlap=1").status, 1);
  EXPECT_EQ(strideproof(replay + " --reading copy-overlap=0").status, 1);
}

TEST(Explain, AnAmbiguityListsDistinguishingPrograms) {
  const Answer answer = strideproof("explain fill-w-stride");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_TRUE(contains(answer.out, "\n    must be 1        => rejected: "));
  EXPECT_TRUE(contains(answer.out, "\n    any where W = 1  => done\n"));
  EXPECT_FALSE(contains(strideproof("explain nan-add").out, "=>"));
}

// Both sides of each edge and landmark, with the number: the two values of the parameter that decides.
TEST(ExplainLabel, ShowsBothSidesOfEachEdgeAndItsNumber) {
  const Answer explained = strideproof("explain okk_gdma_32bit_cpy_S2L.shape.c.max");
  EXPECT_EQ(explained.status, 0) << explained.err;
  for (const char* words : {"at most 65535 (the default)", "on the edge, legal:", "just outside:"})
    EXPECT_TRUE(contains(explained.out, words));
  EXPECT_TRUE(contains(explain_label("okk_gdma_32bit_cpy_S2L.dst.wrap"), "past the last lane"));
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

TEST(List, JsonHasEveryOperationInEveryLayer) {
  const Answer answer = strideproof("list --json");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const nlohmann::json list = answer.json();
  ASSERT_EQ(list.size(), 42U);  // the functions of the documents
  const std::string targets = contents("fuzz/CMakeLists.txt");
  for (const nlohmann::json& row : list) {
    const std::string name = row["name"], fuzz_target = row["layers"]["fuzz_target"];
    const nlohmann::json& layers = row["layers"];
    EXPECT_TRUE(layers["reference"]) << name;
    EXPECT_TRUE(layers["optimized"]) << name;
    EXPECT_GT(layers["properties"], find_operation(name)->parameters.empty() ? 0 : 1)
        << name << ": no law speaks of it";
    EXPECT_TRUE(layers["theorems"] > 0 || row["constraints"].empty()) << name;
    EXPECT_GT(layers["boundary_cases"], 0) << name;
    const std::string stem = fuzz_target.substr(std::string("strideproof_fuzz_").size());
    EXPECT_TRUE(contains(targets, " " + stem + " ")) << fuzz_target;
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
  EXPECT_EQ(strideproof("faults fractal_overlap_accepted --layers --cases 1").status, 1);
  EXPECT_EQ(strideproof("faults bm_square_copied --layers --cases 20").status, 0);
}

}  // namespace
}  // namespace strideproof::tests
