// Failures that wait are shrunk before the run ends; strides that no element uses become those of
// NULL.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conform/check/findings.h"
#include "conform/check/shrink.h"
#include "conform/tests/contains.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// Findings of a library that wait when the time of a run is over, or nearly. By default the library
// loses a channel alone in its lane, and no rule shows this cause.
class FewRuns {
 public:
  explicit FewRuns(const char* fault = "lone_channel_lost",
                   const char* library = LIBRARIES "/libstrideproof_faulty.so",
                   const char* profile_name = "bm1684", double seconds = 5)
      : profile(*find_profile(profile_name)),
        findings(
            {Target::Kind::library, library}, profile, seconds, [this] { return run_has_ended; },
            readings, found) {
    setenv("STRIDEPROOF_FAULT", fault, 1);
  }
  ~FewRuns() { unsetenv("STRIDEPROOF_FAULT"); }
  void put(const std::string& line, VerdictKind kind) { findings.put(parse_program(line), {kind}); }
  void put_load(const std::string& parameters) {
    put("okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x100000000 " + parameters,
        VerdictKind::wrong_byte);
  }
  void shrink(bool over = false) {
    findings.shrink_unexamined([=] { return over; });
    run_has_ended = true;
    while (findings.has_waiting()) findings.add_next();
  }
  void shrink_loads(const std::vector<int>& extents_n, bool over = false) {
    for (const int n : extents_n)
      put_load(fmt::format("shape={},129,4,4 dst_stride=null src_stride=null fill=3", n));
    shrink(over);
  }

  bool run_has_ended = false;
  const Profile& profile;
  ReadingTable readings{profile};
  std::vector<Finding> found;
  Findings findings;
};

// The library accepts operands in different lanes.
TEST(Findings, ShrinksByTheRulesThatACaseViolates) {
  FewRuns runs("other_lane_accepted");
  runs.put(
      "okk_bdc_32bit_xor_C bm1684 dst_addr=0x40 src_addr=0x84000 C=40 shape=2,70,3,5 "
      "dst_stride=null src_stride=null fill=5",
      VerdictKind::accepted_invalid);
  runs.shrink();
  ASSERT_EQ(runs.found.size(), 1U);
  EXPECT_EQ(runs.found[0].line,
            "okk_bdc_32bit_xor_C bm1684 dst_addr=0 src_addr=0x80000 C=0 shape=1,1,1,1 "
            "dst_stride=null src_stride=null fill=0");
  EXPECT_FALSE(runs.found[0].examined);
  EXPECT_FALSE(tests::contains(runs.found[0].detail, "not shrunk"));
}

// A negative number of rows hangs. Zero rows are rejected, so the case keeps its -5.
TEST(Findings, ShrinksAHangByItsRules) {
  FewRuns runs("", PLUGINS "/hangs_below_no_rows.so", "toy", 2);
  runs.put("okk_gdma_8bit_set_C_local toy dst_addr=64 C=40 shape=2,3,-5,5 dst_stride=null fill=5",
           VerdictKind::timeout);
  runs.shrink();
  ASSERT_EQ(runs.found.size(), 1U);
  EXPECT_EQ(runs.found[0].line,
            "okk_gdma_8bit_set_C_local toy dst_addr=0 C=0 shape=2,2,-5,2 dst_stride=null fill=0");
  EXPECT_EQ(runs.found[0].kind, VerdictKind::timeout);
}

TEST(Findings, ShrinksInFewRunsUntilTheEnd) {
  for (const bool over : {false, true}) {
    FewRuns runs;
    runs.shrink_loads({2}, over);
    ASSERT_EQ(runs.found.size(), 1U);
    EXPECT_EQ(tests::contains(runs.found[0].line, "shape=1,"), !over);
    EXPECT_EQ(tests::contains(runs.found[0].detail, "not shrunk"), over);
  }
}

// The source is read with the strides of the destination. No element of the smallest case uses the
// strides n and c.
TEST(Findings, SetsStridesToThoseOfNullAfterItShrankInFewRuns) {
  FewRuns runs("dst_stride_for_src");
  runs.put_load("shape=2,2,2,1 dst_stride=40,20,2,1 src_stride=90,30,7,1 fill=0");
  runs.shrink();
  ASSERT_EQ(runs.found.size(), 1U);
  EXPECT_EQ(runs.found[0].line,
            "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x2000000 shape=1,1,2,1 "
            "dst_stride=32,32,1,1 src_stride=2,2,2,1 fill=0");
}

TEST(Findings, ShrinksOneOfACause) {
  FewRuns one, two;
  one.shrink_loads({2});
  two.shrink_loads({2, 3});
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
  runs.shrink();
  EXPECT_EQ(runs.findings.work_done(), 0);
  runs.run_has_ended = false;
  runs.shrink_loads({2});
  EXPECT_FALSE(tests::contains(runs.found.back().detail, "not shrunk"));
}

std::string usual(const std::string& line, const std::function<bool(const Program&)>& still_fails) {
  return print(with_usual_strides(parse_program(line), still_fails));
}

constexpr const char* noisy =
    "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 shape=1,1,2,3 "
    "dst_stride=34,0,7,1 src_stride=null fill=0";

TEST(UsualStrides, AreThoseOfTheLayoutWhereNoElementUsesThem) {
  EXPECT_EQ(usual(noisy, [](const Program&) { return true; }),
            "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
            "shape=1,1,2,3 dst_stride=6,6,7,1 src_stride=null fill=0");
}

// Three channels from lane 1 of 4 lie in one block row, three from lane 2 in two.
TEST(UsualStrides, AreThoseOfChannelsInOneBlockRow) {
  const auto copy = [](const char* addresses_and_strides) {
    return fmt::format("okk_gdma_32bit_cpy_L2L toy {} src_stride=null fill=0",
                       addresses_and_strides);
  };
  const auto always = [](const Program&) { return true; };
  EXPECT_EQ(usual(copy("dst_addr=0x100 src_addr=0x20 shape=1,3,1,1 dst_stride=5,9,1,1"), always),
            copy("dst_addr=0x100 src_addr=0x20 shape=1,3,1,1 dst_stride=4,4,1,1"));
  EXPECT_EQ(usual(copy("dst_addr=0x200 src_addr=0x20 shape=1,3,1,1 dst_stride=5,9,1,1"), always),
            copy("dst_addr=0x200 src_addr=0x20 shape=1,3,1,1 dst_stride=8,9,1,1"));
}

// Strides of such a layout exceed 32 bits.
TEST(UsualStrides, FitTheirParameters) {
  const std::string large =
      "okk_gdma_32bit_cpy_L2L toy dst_addr=0 src_addr=0 shape=1,2,65535,65535 "
      "dst_stride=5,9,65535,1 src_stride=null fill=0";
  EXPECT_EQ(usual(large, [](const Program&) { return true; }), large);
}

// The strides of these operations cannot be NULL.
TEST(UsualStrides, AreThoseOfTheLayoutInBmAtomicOperations) {
  const auto fill = [](const char* strides, int local) {
    return fmt::format(
        "bm_atomic_memset_4D bm1684 start_addr={} shape=1,1,2,3 stride={} const_val=0 format=0 "
        "is_local_mem={} local_idx=0 fill=0",
        local == 1 ? "0" : "0x100000000", strides, local);
  };
  const auto always = [](const Program&) { return true; };
  EXPECT_EQ(usual(fill("2147483647,36,7,1", 0), always), fill("6,6,7,1", 0));
  EXPECT_EQ(usual(fill("2147483647,36,7,1", 1), always), fill("32,32,7,1", 1));
}

TEST(UsualStrides, KeepTheCause) {
  const auto unless_zero = [](const Program& program) {
    const Case& c = program.steps.front();
    return c.arguments.value[static_cast<size_t>(c.operation->parameter("dst_stride")->slot) + 1] ==
           0;
  };
  EXPECT_EQ(usual(noisy, unless_zero),
            "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
            "shape=1,1,2,3 dst_stride=6,0,7,1 src_stride=null fill=0");
  EXPECT_EQ(usual(noisy, [](const Program&) { return false; }), noisy);
}

// The library rejects n and c strides of src that differ, in another way.
TEST(UsualStrides, AreTriedForOneOperandAtATime) {
  const auto fails = [](const Program& program) {
    const auto stride = [&](const char* name, size_t place) {
      const Case& c = program.steps.front();
      return c.arguments.value[static_cast<size_t>(c.operation->parameter(name)->slot) + place];
    };
    return stride("dst_stride", 1) == 0 && stride("src_stride", 0) == stride("src_stride", 1);
  };
  EXPECT_EQ(usual("okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
                  "shape=1,1,2,3 dst_stride=34,0,7,1 src_stride=9,9,3,1 fill=0",
                  fails),
            "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
            "shape=1,1,2,3 dst_stride=6,0,7,1 src_stride=6,6,3,1 fill=0");
}

}  // namespace
}  // namespace strideproof
