// Plug-ins and commands that deviate in one point, and the result of the checker for each.

#include <gtest/gtest.h>

#include <algorithm>

#include "conform/tests/shell.h"
#include "spec/vocabulary/case.h"

namespace strideproof::tests {
namespace {

constexpr const char* fill8 = "okk_gdma_8bit_set_C_local";

TEST(SetupError, IsSaidInOneLine) {
  const std::pair<std::string, const char*> errors[] = {
      {"/nowhere/libmine.so", "/nowhere/libmine.so: no such file"},
      {"/etc/passwd", "cannot load"},
      {plugin("no_symbols"), "does not export sp_abi_version, sp_reset, sp_write, sp_read"},
      {plugin("wrong_abi"), "speaks ABI version 7, this checker speaks 1"},
      {plugin("crash_on_load"), "SIGSEGV while it was loaded"},
      {"--start-timeout 1 " + plugin("hang_on_load"),
       "no answer for 1 s (--start-timeout) while it was loaded"},
      {"--start-timeout 1 " + plugin("hang_in_reset"),
       "no answer for 1 s (--start-timeout) in sp_reset"},
      {plugin("no_profile"), "sp_reset refuses every profile"},
      {"--profile bm1684 " + plugin("good"), "sp_reset refuses profile bm1684"},
      {"--exec 'echo what'", "the command answered 'what' to 'hello 1'"},
      {"--exec 'echo no such simulator >&2; exit 4'",
       "the command ended with status 4 before it answered (no such simulator)"},
      {"--profile bm1684 --adapter bm1684-cmodel /nowhere/libbmlib.so",
       "bm1684-cmodel: /nowhere/libbmlib.so: cannot open"}};
  for (const auto& [arguments, words] : errors) expect_unusable("check " + arguments, words);
  const Setting readings("STRIDEPROOF_READINGS", "matrix-start-npu=7");
  expect_unusable("check " + library("reference") + " --profile toy --cases 100",
                  "STRIDEPROOF_READINGS: 'matrix-start-npu=7' is not ID=NUMBER");
  const Setting fault("STRIDEPROOF_FAULT", "no_such_fault");
  expect_unusable("check " + library("faulty"), "there is no fault 'no_such_fault'");
}

struct Deviation {
  std::string name, arguments, kind, detail;  // the detail begins so
  std::string command = "";                   // arguments of the command that takes its place
};

class Deviations : public testing::TestWithParam<Deviation> {};

TEST_P(Deviations, AreFindings) {
  const auto& [name, arguments, kind, detail, command] = GetParam();
  const Checked c =
      check(command.empty() ? plugin(name) : exec_command_under_test(command), arguments);
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding(kind), nullptr) << c.text;
  const nlohmann::json& finding = *c.finding(kind);
  EXPECT_TRUE(finding["detail"].get<std::string>().starts_with(detail)) << c.text;
  if (kind == "write outside") {  // of the step that fills two batches
    const Program culprit = parse_program(finding["case"].get<std::string>());
    EXPECT_TRUE(std::any_of(culprit.steps.begin(), culprit.steps.end(), [](const Case& step) {
      return step["shape"] == 2;
    })) << finding["case"];
  }
}

INSTANTIATE_TEST_SUITE_P(
    Plugin, Deviations,
    testing::Values(
        Deviation{"exits", "--cases 100", "crash", "exit(3) in okk_gdma_8bit_set_C_local"},
        Deviation{"hang", "--cases 500 --timeout 1", "timeout",
                  "no answer for 1 s in okk_gdma_8bit_set_C_local"},
        Deviation{"bad_read", "--cases 500", "hook failed", "sp_read refuses local memory, lane 2"},
        Deviation{"status_seven", "--cases 100", "hook failed", "sp_status answered 7"},
        // Beyond its lane: physical. A stride below 0: assumed, no reading leaves memory as it is.
        Deviation{"accepts_all", "--cases 500", "accepted invalid", ""},
        Deviation{"accepts_all", "--cases 500", "no reading explains", ""},
        Deviation{"calls_itself", "--op okk_gdma_16bit_set_C_local --cases 100", "wrong byte", ""},
        Deviation{"far_write", "--cases 1500", "write outside", ""},
        Deviation{"touched", "--cases 1500", "write outside",
                  "far from every operand: system memory that no case used: 0x8000000000, 4 bytes"},
        Deviation{"unsupported_writes", "--cases 3000", "wrote though rejected",
                  "answered unsupported; local lane "},
        Deviation{"command", "--cases 20", "crash",
                  "exit(9) in okk_gdma_8bit_set_C_local; last output: Traceback | line 7 | "
                  "Error: 9",
                  "text crash"},
        Deviation{"command", "--cases 20 --timeout 1", "timeout",
                  "no answer for 1 s in okk_gdma_8bit_set_C_local", "bytes spin"},
        Deviation{"command", "--cases 300", "hook failed", "sp_write refuses local memory, lane 0",
                  "bytes deny"}),
    [](const auto& of) {
      std::string test = of.param.name + ' ' + of.param.kind;
      std::replace(test.begin(), test.end(), ' ', '_');
      return test;
    });

TEST(Command, NonsenseIsQuotedWithItsQuestionAndReplays) {
  for (const std::string way : {"text", "bytes"}) {
    const Checked c = check(exec_command_under_test(way + " babble"), "--cases 20");
    EXPECT_EQ(c.status, 1) << c.text;
    const nlohmann::json* finding = c.finding("hook failed");
    ASSERT_NE(finding, nullptr) << c.text;
    const std::string detail = (*finding)["detail"];
    EXPECT_TRUE(detail.starts_with("the command answered 'what' to '")) << detail;
    EXPECT_TRUE(contains(detail, "okk_gdma_8bit_set_C_local toy dst_addr="));
    EXPECT_EQ(shell((*finding)["replay"]).status, 1) << c.text;
  }
}

TEST(Command, ConformsInTextAndInBytes) {
  for (const char* way : {"text", "bytes", "text --sweep", "bytes --sweep"}) {
    const std::string ways = way, sweep = ways.ends_with("--sweep") ? " --sweep" : "";
    const Checked c =
        check(exec_command_under_test(ways.substr(0, ways.find(' '))), "--cases 300" + sweep);
    EXPECT_EQ(c.status, 0) << c.text;
    EXPECT_EQ(c.report["implementation"], "toy command");
    EXPECT_GT(c.operation(fill8)["cases"], 250);
  }
}

// Their operation conforms, whatever else they lack or limit.
TEST(Plugin, RightOnesConform) {
  struct Right {
    const char *name, *operation;
    int cases, judged;  // more than so many of them
    const char* words;
  };
  constexpr const char* trans = "asc_copy_l12l0b_trans";
  for (const auto& [name, operation, cases, judged, words] :
       {Right{"good", fill8, 2000, 1500, ""},
        Right{"no_status", fill8, 5000, 1000, "no sp_status: illegal cases were not given"},
        // Its hooks fail outside its window.
        Right{"window", "okk_gdma_8bit_set_C_system", 4000, 3900, ""},
        // Two of the seven functions of an operation exist.
        Right{"two_types", trans, 5000, 1000,
              "asc_copy_l12l0b_trans on toy: not provided: asc_copy_l12l0b_trans_u8, "
              "asc_copy_l12l0b_trans_s8, asc_copy_l12l0b_trans_u32, "
              "asc_copy_l12l0b_trans_s32, asc_copy_l12l0b_trans_f32"}}) {
    const Checked c = check(plugin(name), fmt::format("--cases {}", cases));
    EXPECT_EQ(c.status, 0) << c.text;
    EXPECT_EQ(c.operation(operation)["status"], "conforms") << c.text;
    EXPECT_GT(c.operation(operation)["cases"], judged) << c.text;
    EXPECT_TRUE(contains(c.text, words));
  }
}

TEST(Plugin, UnsupportedIsNoFinding) {
  const Checked c = check(plugin("unsupported"), "--cases 3000");
  EXPECT_EQ(c.status, 3) << c.text;
  EXPECT_EQ(c.operation(fill8)["status"], "unsupported");
}

TEST(Plugin, ControlCharactersOfItsNameAreReplaced) {
  EXPECT_EQ(check(plugin("status_seven"), "--cases 10").report["implementation"],
            "seven  [31m red");
}

// It gives the same cases as check, and no more.
TEST(Replay, SaysWhatBecameOfACase) {
  const std::string transpose =
      " toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 addrmode=0 "
      "dst_frac_stride=0 dtype=";
  const std::string fill = "okk_gdma_8bit_set_C_local dst_addr=0 dst_stride=null ";
  const std::string even = " ; " + fill + "C=2 shape=1,1,1,4",
                    odd = " ; " + fill + "C=1 shape=1,1,1,3",
                    wrong = " ; " + fill + "C=5 shape=1,1,1,2";
  const std::string right = " ; " + fill + "C=1 shape=1,1,1,4",
                    rows = " ; " + fill + "C=1 shape=1,1,3,1",
                    empty = " ; " + fill + "C=1 shape=1,1,0,1";
  const std::string aborts = "--abort rejects --on ";
  struct Replayed {
    std::string target, line, words;
    int status;
  };
  for (const auto& [target, line, words, status] : {
           Replayed{"--on " + plugin("two_types"), "asc_copy_l12l0b_trans" + transpose + "2",
                    ": pass", 0},
           {"--on " + plugin("two_types"), "asc_copy_l12l0b_trans" + transpose + "0",
            "unsupported: not provided: asc_copy_l12l0b_trans_u8", 3},
           {"--on " + plugin("two_types"), "asc_copy_l12l0b_trans" + transpose + "7",
            "unsupported: no function has this dtype", 3},
           {"--on " + plugin("two_types"), "asc_copy_l12l0b_trans_sync" + transpose + "2",
            "unsupported: not provided: asc_copy_l12l0b_trans_sync_f16", 3},
           {"--on " + plugin("no_status"),
            "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,0 dst_stride=null",
            ": not observed: the case may be illegal", 3},
           {"--on " + plugin("window"),
            "okk_gdma_8bit_set_C_system toy dst_addr=0x100000000 C=1 shape=1,1,1,1 "
            "dst_stride=null",
            ": not observed: outside the memory that sp_window offers", 3},
           {"--on " + plugin("good"),
            "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=65535,1,65535,1 "
            "dst_stride=0,0,0,1",
            ": too costly", 3},
           // The second answer of a program is wrong; the results of the other steps count anyway.
           {"--on " + plugin("unsupported_odd"), "program toy fill=1" + even + odd + even,
            ": unsupported\n", 3},
           {"--on " + plugin("unsupported_odd"), "program toy fill=1" + even + odd + wrong,
            ": wrong byte: ", 1},
           // The step that ends the process is given alone: it rejects there too, or needs the
           // steps before it.
           {aborts + plugin("aborts"), "program toy fill=0" + right + empty, "", 0},
           {aborts + plugin("exits"), "program toy fill=0" + right + rows, "rejected valid: ", 1},
           {aborts + plugin("exits"), "program toy fill=0" + right + rows, "exit(3)", 1},
           // It quotes the failed assertion and the line after it.
           {aborts + plugin("twice"), "program toy fill=0" + right + right,
            "crash: exit(3) in okk_gdma_8bit_set_C_local; assertion: twice.cpp:7: "
            "Assertion `changed' failed. | C = 1\n",
            1},
           {aborts + plugin("twice"), "program toy fill=0" + right + rows, "", 0},
       }) {
    const Answer answer = strideproof("replay " + target + " '" + line + "'");
    EXPECT_EQ(answer.status, status) << line << answer.out << answer.err;
    EXPECT_TRUE(contains(answer.out, words));
  }
}

}  // namespace
}  // namespace strideproof::tests
