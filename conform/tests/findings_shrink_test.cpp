// Failures that wait are shrunk before the run ends.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/check/findings.h"
#include "conform/tests/contains.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// The library accepts operands in different lanes. The run ends before an examination.
TEST(Findings, ShrinksByTheRulesThatACaseViolates) {
  setenv("STRIDEPROOF_FAULT", "other_lane_accepted", 1);
  const Profile& bm1684 = *find_profile("bm1684");
  ReadingTable readings(bm1684);
  std::vector<Finding> found;
  bool ended = false;
  Findings findings(
      {Target::Kind::library, LIBRARIES "/libstrideproof_faulty.so"}, bm1684, 5,
      [&] { return ended; }, readings, found);
  const std::string line =
      "okk_bdc_32bit_xor_C bm1684 dst_addr={} src_addr={} C={} shape={} dst_stride=null "
      "src_stride=null fill={}";
  const auto with = [&](auto... values) {
    return parse_program(fmt::format(fmt::runtime(line), values...));
  };
  findings.put(with("0x40", "0x84000", 40, "2,70,3,5", 5), {VerdictKind::accepted_invalid});
  findings.shrink_unexamined([&] { return ended; });
  ended = true;
  findings.add_next();
  unsetenv("STRIDEPROOF_FAULT");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, print(with("0", "0x80000", 0, "1,1,1,1", 0)));
  EXPECT_FALSE(found[0].examined);
  EXPECT_FALSE(tests::contains(found[0].detail, "not shrunk"));
}

// A negative number of rows hangs. Zero rows are rejected, so the case keeps its -5.
TEST(Findings, ShrinksAHangByItsRules) {
  const Profile& toy = *find_profile("toy");
  ReadingTable readings(toy);
  std::vector<Finding> found;
  bool ended = false;
  Findings findings(
      {Target::Kind::library, PLUGINS "/hangs_below_no_rows.so"}, toy, 2, [&] { return ended; },
      readings, found);
  const std::string line =
      "okk_gdma_8bit_set_C_local toy dst_addr={} C={} shape={} dst_stride=null fill={}";
  const auto with = [&](auto... values) {
    return parse_program(fmt::format(fmt::runtime(line), values...));
  };
  findings.put(with(64, 40, "2,3,-5,5", 5), {VerdictKind::timeout});
  findings.shrink_unexamined([&] { return ended; });
  ended = true;
  findings.add_next();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, print(with(0, 0, "2,2,-5,2", 0)));
  EXPECT_EQ(found[0].kind, VerdictKind::timeout);
}

// No rule shows the cause: by default the library loses a channel alone in its lane.
class FewRuns {
 public:
  explicit FewRuns(const char* fault = "lone_channel_lost") {
    setenv("STRIDEPROOF_FAULT", fault, 1);
  }
  ~FewRuns() { unsetenv("STRIDEPROOF_FAULT"); }
  // Failures with these extents n wait when the time is `over`, or nearly.
  void shrink(const std::vector<int>& waiting, bool over) {
    for (const int n : waiting)
      put(fmt::format("shape={},129,4,4 dst_stride=null src_stride=null fill=3", n));
    finish(over);
  }
  void put(const std::string& parameters) {
    findings.put(parse_program("okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x100000000 " +
                               parameters),
                 {VerdictKind::wrong_byte});
  }
  void finish(bool over) {
    findings.shrink_unexamined([=] { return over; });
    run_has_ended = true;
    while (findings.has_waiting()) findings.add_next();
  }

  bool run_has_ended = false;
  const Profile& bm1684 = *find_profile("bm1684");
  ReadingTable readings{bm1684};
  std::vector<Finding> found;
  Findings findings{{Target::Kind::library, LIBRARIES "/libstrideproof_faulty.so"},
                    bm1684,
                    5,
                    [this] { return run_has_ended; },
                    readings,
                    found};
};

TEST(Findings, ShrinksInFewRunsUntilTheEnd) {
  for (const bool over : {false, true}) {
    FewRuns runs;
    runs.shrink({2}, over);
    ASSERT_EQ(runs.found.size(), 1U);
    EXPECT_EQ(tests::contains(runs.found[0].line, "shape=1,"), !over);
    EXPECT_EQ(tests::contains(runs.found[0].detail, "not shrunk"), over);
  }
}

// The source is read with the strides of the destination. No element of the smallest case uses the
// strides n and c.
TEST(Findings, SetsStridesToThoseOfNullAfterItShrankInFewRuns) {
  FewRuns runs("dst_stride_for_src");
  runs.put("shape=2,2,2,1 dst_stride=40,20,2,1 src_stride=90,30,7,1 fill=0");
  runs.finish(false);
  ASSERT_EQ(runs.found.size(), 1U);
  EXPECT_EQ(runs.found[0].line,
            "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x2000000 shape=1,1,2,1 "
            "dst_stride=32,32,1,1 src_stride=2,2,2,1 fill=0");
}

TEST(Findings, ShrinksOneOfACause) {
  FewRuns one, two;
  one.shrink({2}, false);
  two.shrink({2, 3}, false);
  EXPECT_EQ(one.findings.work_done(), two.findings.work_done());
}

// A run on another profile ended before it could examine its findings.
TEST(Findings, ShrinksNoFindingOfAnEarlierProfile) {
  FewRuns runs;
  runs.found.push_back(finding_of(
      parse_program("okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x1000 shape=1,1,1,1 "
                    "dst_stride=null src_stride=null fill=3"),
      {VerdictKind::wrong_byte}));
  runs.found.back().examined = false;
  runs.shrink({}, false);
  EXPECT_EQ(runs.findings.work_done(), 0);
  runs.run_has_ended = false;
  runs.shrink({2}, false);
  EXPECT_FALSE(tests::contains(runs.found.back().detail, "not shrunk"));
}

}  // namespace
}  // namespace strideproof
