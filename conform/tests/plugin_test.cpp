// Plug-ins that deviate in one point, and the result of the checker for each.

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
      {"--profile bm1684 " + plugin("good"), "sp_reset refuses profile bm1684"}};
  for (const auto& [arguments, words] : errors) expect_unusable("check " + arguments, words);
}

void expect_two_batches(const nlohmann::json& finding) {
  const Program culprit = parse_program(finding["case"].get<std::string>());
  bool two_batches = false;
  for (const Case& step : culprit.steps) two_batches = two_batches || step["shape"] == 2;
  EXPECT_TRUE(two_batches) << finding["case"];
}

struct Deviation {
  std::string name, arguments, kind, detail;  // the detail begins so
};

class Deviations : public testing::TestWithParam<Deviation> {};

TEST_P(Deviations, AreFindings) {
  const auto& [name, arguments, kind, detail] = GetParam();
  const Checked c = check(plugin(name), arguments);
  EXPECT_EQ(c.status, 1) << c.text;
  ASSERT_NE(c.finding(kind), nullptr) << c.text;
  EXPECT_TRUE((*c.finding(kind))["detail"].get<std::string>().starts_with(detail)) << c.text;
  if (kind == "write outside") expect_two_batches(*c.finding(kind));
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
        Deviation{
            "touched", "--cases 1500", "write outside",
            "far from every operand: system memory that no case used: 0x8000000000, 4 bytes"}),
    [](const auto& of) {
      std::string test = of.param.name + ' ' + of.param.kind;
      std::replace(test.begin(), test.end(), ' ', '_');
      return test;
    });

TEST(Plugin, GoodConforms) {
  const Checked c = check(plugin("good"), "--cases 2000");
  EXPECT_EQ(c.status, 0) << c.text;
  EXPECT_EQ(c.operation(fill8)["status"], "conforms");
  EXPECT_GT(c.operation(fill8)["cases"], 1500);
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
  EXPECT_TRUE(contains(c.text,
                       "asc_copy_l12l0b_trans on toy: not provided: asc_copy_l12l0b_trans_u8, "
                       "asc_copy_l12l0b_trans_s8, asc_copy_l12l0b_trans_u32, "
                       "asc_copy_l12l0b_trans_s32, asc_copy_l12l0b_trans_f32"));
}

TEST(Plugin, ReplayOfWhatIsNotProvidedSaysSo) {
  const std::string transpose =
      " toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 addrmode=0 "
      "dst_frac_stride=0 dtype=";
  const auto says = [](const std::string& line, const char* words, int status) {
    const Answer answer = strideproof("replay --on " + plugin("two_types") + " '" + line + "'");
    EXPECT_EQ(answer.status, status) << answer.out << answer.err;
    EXPECT_TRUE(contains(answer.out, words));
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
    EXPECT_TRUE(contains(answer.out, words));
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
  EXPECT_TRUE(contains(c.text, "no sp_status: illegal cases were not given"));
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
  EXPECT_TRUE(detail.starts_with("answered unsupported; local lane ")) << detail;
  EXPECT_TRUE(contains(line, "shape=1,1,1,1"));
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
  EXPECT_TRUE(contains(right.out, ": unsupported\n"));
  const Answer wrong =
      replay("unsupported_odd", even + odd + " ; " + step + "2 C=5 dst_stride=null");
  EXPECT_EQ(wrong.status, 1) << wrong.out << wrong.err;
  EXPECT_TRUE(contains(wrong.out, ": wrong byte: "));
}

TEST(Plugin, ControlCharactersOfItsNameAreReplaced) {
  EXPECT_EQ(check(plugin("status_seven"), "--cases 10").report["implementation"],
            "seven  [31m red");
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
