// Plug-ins that deviate in one point, and the result of the checker for each.

#include <gtest/gtest.h>

#include "conform/tests/shell.h"
#include "spec/vocabulary/case.h"

namespace strideproof::tests {
namespace {

constexpr const char* fill8 = "okk_gdma_8bit_set_C_local";

TEST(SetupError, MissingLibrary) {
  expect_unusable("check /nowhere/libmine.so", "/nowhere/libmine.so: no such file");
}
TEST(SetupError, NoLibrary) { expect_unusable("check /etc/passwd", "cannot load"); }
TEST(SetupError, NoHooks) {
  expect_unusable("check " + plugin("no_symbols"),
                  "does not export sp_abi_version, sp_reset, sp_write, sp_read");
}
TEST(SetupError, WrongAbi) {
  expect_unusable("check " + plugin("wrong_abi"), "speaks ABI version 7, this checker speaks 1");
}
TEST(SetupError, CrashOnLoad) {
  expect_unusable("check " + plugin("crash_on_load"), "SIGSEGV while it was loaded");
}
TEST(SetupError, HangOnLoad) {
  expect_unusable("check --start-timeout 3 " + plugin("hang_on_load"),
                  "no answer for 3 s (--start-timeout) while it was loaded");
}
TEST(SetupError, HangInReset) {
  expect_unusable("check --start-timeout 3 " + plugin("hang_in_reset"),
                  "no answer for 3 s (--start-timeout) in sp_reset");
}
TEST(SetupError, NoProfile) {
  expect_unusable("check " + plugin("no_profile"), "sp_reset refuses every profile");
  expect_unusable("check --profile bm1684 " + plugin("good"), "sp_reset refuses profile bm1684");
}

TEST(Plugin, GoodConforms) {
  const Checked c = check(plugin("good"), "--cases 5000");
  EXPECT_EQ(c.status, 0) << c.text;
  EXPECT_EQ(c.operation(fill8)["status"], "conforms");
  EXPECT_GT(c.operation(fill8)["cases"], 4000);
  EXPECT_EQ(c.operation("okk_gdma_32bit_cpy_S2L")["status"], "not provided");
}

// Two of the seven functions of an operation exist.
TEST(Plugin, SomeTypesAreNotProvided) {
  const Checked c = check(plugin("two_types"), "--cases 5000");
  EXPECT_EQ(c.status, 0) << c.text;
  const nlohmann::json row = c.operation("asc_copy_l12l0b_trans");
  EXPECT_EQ(row["status"], "conforms");
  EXPECT_GT(row["cases"], 1000);
  EXPECT_GT(row["not_judged"], 1000);
  EXPECT_EQ(c.operation("asc_copy_l12l0b_trans_sync")["status"], "not provided");
  EXPECT_NE(c.text.find("asc_copy_l12l0b_trans on toy: not provided: asc_copy_l12l0b_trans_u8, "
                        "asc_copy_l12l0b_trans_s8, asc_copy_l12l0b_trans_u32, "
                        "asc_copy_l12l0b_trans_s32, asc_copy_l12l0b_trans_f32"),
            std::string::npos)
      << c.text;
}

TEST(Plugin, ReplayOfWhatIsNotProvidedSaysSo) {
  const std::string transpose =
      " toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 addrmode=0 "
      "dst_frac_stride=0 dtype=";
  const auto says = [](const std::string& line, const char* words, int status) {
    const Answer answer = strideproof("replay --on " + plugin("two_types") + " '" + line + "'");
    EXPECT_EQ(answer.status, status) << answer.out << answer.err;
    EXPECT_NE(answer.out.find(words), std::string::npos) << answer.out;
  };
  says("asc_copy_l12l0b_trans" + transpose + "2", ": pass", 0);
  says("asc_copy_l12l0b_trans" + transpose + "0",
       "unsupported: not provided: asc_copy_l12l0b_trans_u8", 3);
  says("asc_copy_l12l0b_trans" + transpose + "7", "unsupported: no function has this dtype", 3);
  says("asc_copy_l12l0b_trans_sync" + transpose + "2",
       "unsupported: not provided: asc_copy_l12l0b_trans_sync_f16", 3);
}

// It gives the same cases as check, and no more.
TEST(Plugin, ReplayKeepsToWhatMayBeGiven) {
  const auto says = [](const char* name, const std::string& line, const char* words) {
    const Answer answer = strideproof("replay --on " + plugin(name) + " '" + line + "'");
    EXPECT_EQ(answer.status, 3) << answer.out << answer.err;
    EXPECT_NE(answer.out.find(words), std::string::npos) << answer.out;
  };
  says("no_status", "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,0 dst_stride=null",
       ": not observed: the case may be illegal");
  says("window",
       "okk_gdma_8bit_set_C_system toy dst_addr=0x100000000 C=1 shape=1,1,1,1 dst_stride=null",
       ": not observed: outside the memory that sp_window offers");
  says("good",
       "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=65535,1,65535,1 dst_stride=0,0,0,1",
       ": too costly");
}

TEST(Plugin, WithoutStatusNoIllegalCases) {
  const Checked c = check(plugin("no_status"), "--cases 5000");
  EXPECT_EQ(c.status, 0) << c.text;
  EXPECT_GT(c.operation(fill8)["cases"], 1000);
  EXPECT_NE(c.text.find("no sp_status: illegal cases were not given"), std::string::npos);
}

TEST(Plugin, AcceptingIllegalCasesIsFound) {
  const Checked c = check(plugin("accepts_all"), "--cases 5000");
  EXPECT_EQ(c.status, 1) << c.text;
  // Beyond its lane: physical. A stride below 0: assumed, and no reading leaves memory as it is.
  EXPECT_NE(c.finding("accepted invalid"), nullptr) << c.text;
  EXPECT_NE(c.finding("no reading explains"), nullptr) << c.text;
}

TEST(Plugin, UnsupportedIsNoFinding) {
  const Checked c = check(plugin("unsupported"), "--cases 3000");
  EXPECT_EQ(c.status, 3) << c.text;
  EXPECT_EQ(c.operation(fill8)["status"], "unsupported");
}

TEST(Plugin, UnsupportedIsToChangeNothing) {
  const Checked c = check(plugin("unsupported_writes"), "--cases 3000");
  EXPECT_EQ(c.status, 1) << c.text;
  const nlohmann::json* finding = c.finding("wrote though rejected");
  ASSERT_NE(finding, nullptr) << c.text;
  const std::string detail = (*finding)["detail"], line = (*finding)["case"];
  EXPECT_EQ(detail.rfind("answered unsupported; local lane ", 0), 0U) << detail;
  EXPECT_NE(line.find("shape=1,1,1,1"), std::string::npos) << line;
  EXPECT_GT(c.operation(fill8)["unsupported"], 100);  // the illegal ones, which it does not change
}

// The second answer of a program is wrong; the results of the other steps count anyway.
TEST(Plugin, UnsupportedStepsAreLeftOutOfAProgram) {
  const std::string step = "okk_gdma_8bit_set_C_local dst_addr=0 shape=1,1,1,";
  const auto replay = [&](const std::string& name, const std::string& steps) {
    return strideproof("replay --on " + plugin(name) + " 'program toy fill=1" + steps + "'");
  };
  const std::string odd = " ; " + step + "3 C=1 dst_stride=null";
  const std::string even = " ; " + step + "4 C=2 dst_stride=null";
  const Answer right = replay("unsupported_odd", even + odd + even);
  EXPECT_EQ(right.status, 3) << right.out << right.err;
  EXPECT_NE(right.out.find(": unsupported\n"), std::string::npos) << right.out;
  const Answer wrong =
      replay("unsupported_odd", even + odd + " ; " + step + "2 C=5 dst_stride=null");
  EXPECT_EQ(wrong.status, 1) << wrong.out << wrong.err;
  EXPECT_NE(wrong.out.find(": wrong byte: "), std::string::npos) << wrong.out;
}

TEST(Plugin, AStatusOfNoMeaningIsAFailedHook) {
  const Checked c = check(plugin("status_seven"), "--cases 300");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("hook failed"), nullptr) << c.text;
  EXPECT_EQ((*c.finding("hook failed"))["detail"], "sp_status answered 7");
  // Its sp_name holds control characters.
  EXPECT_EQ(c.report["implementation"], "seven  [31m red");
}

void expect_two_batches(const nlohmann::json& finding) {
  const Program culprit = parse_program(finding["case"].get<std::string>());
  bool two_batches = false;
  for (const Case& step : culprit.steps) two_batches = two_batches || step["shape"] == 2;
  EXPECT_TRUE(two_batches) << finding["case"];
}

TEST(Plugin, WriteOutsideWindowIsFoundBySweeping) {
  const Checked c = check(plugin("far_write"), "--cases 3000");
  EXPECT_EQ(c.status, 1) << c.text;
  const nlohmann::json* finding = c.finding("write outside");
  ASSERT_NE(finding, nullptr) << c.text;
  expect_two_batches(*finding);
  EXPECT_EQ((*finding)["difference"]["found"], 0xa5);
}

TEST(Plugin, WriteToUnusedMemoryIsFoundWhereItIsTold) {
  const Checked c = check(plugin("touched"), "--cases 3000");
  EXPECT_EQ(c.status, 1) << c.text;
  const nlohmann::json* finding = c.finding("write outside");
  ASSERT_NE(finding, nullptr) << c.text;
  expect_two_batches(*finding);
  EXPECT_EQ((*finding)["detail"],
            "far from every operand: system memory that no case used: 0x8000000000, 4 bytes");
}

TEST(Plugin, ReachesItself) {
  const Checked c = check(plugin("calls_itself"), "--op okk_gdma_16bit_set_C_local --cases 500");
  EXPECT_EQ(c.status, 1) << c.text;
  EXPECT_NE(c.finding("wrong byte"), nullptr) << c.text;
}

TEST(Plugin, FailedHookIsFound) {
  const Checked c = check(plugin("bad_read"), "--cases 2000");
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding("hook failed"), nullptr) << c.text;
  const std::string detail = (*c.finding("hook failed"))["detail"];
  EXPECT_EQ(detail.rfind("sp_read refuses local memory, lane 2", 0), 0U) << detail;
}

TEST(Plugin, WindowIsKept) {
  const Checked c = check(plugin("window"), "--cases 4000");
  EXPECT_EQ(c.status, 0) << c.text;
  const nlohmann::json row = c.operation("okk_gdma_8bit_set_C_system");
  EXPECT_GT(row["cases"], 3900);
  EXPECT_LT(row["not_judged"], 20);
}

}  // namespace
}  // namespace strideproof::tests
