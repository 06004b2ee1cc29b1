// An implementation refuses a step if it leaves it out as too costly or unsupported. If only one of
// our two implementations refuses a step, the harness reports that step.

#include "props/tests/testing.h"

namespace strideproof::props {
namespace {

constexpr Result refusal{{0, 0, true}, 0};

// ---- implementations that refuse ----

Result refuses_all(Machine&, const Case&) { return refusal; }

TEST(Refused, IsAFindingAndLeavesTheMemoriesEqual) {
  Harness harness(*find_profile("bm1684"), refuses_all);
  for (const Case& c : {copy_case(), illegal_case()}) {
    EXPECT_EQ(harness.check(c).kind, VerdictKind::refused);
    EXPECT_FALSE(harness.sweep());
  }
}

// The third step reads what the second would have written. Its wrong result must not be reported.
TEST(Refused, IsTheFindingOfItsStepAlone) {
  const Program program = parse_program(
      "program bm1684 fill=5 ; "
      "okk_bdc_32bit_and_C dst_addr=0x1000 src_addr=0x2000 C=1 shape=1,2,1,1 dst_stride=null "
      "src_stride=null ; "
      "okk_bdc_32bit_and_C dst_addr=0x0 src_addr=0x4000 C=31 shape=1,2,1,1 dst_stride=null "
      "src_stride=null ; "
      "okk_bdc_32bit_logical_shift dst_addr=0x3000 src0_addr=0x2000 src1_addr=0x0 shape=1,2,1,1 "
      "dst_stride=null src0_stride=null src1_stride=null");
  Harness sound(*find_profile("bm1684"), optimized::run);
  ASSERT_EQ(sound.check(program).kind, VerdictKind::pass);
  Harness harness(*find_profile("bm1684"), [](Machine& machine, const Case& c) {
    return c.operation->parameter("C") != nullptr && c["C"] == 31 ? refusal
                                                                  : optimized::run(machine, c);
  });
  const Verdict verdict = harness.check(program);
  EXPECT_EQ(verdict.kind, VerdictKind::refused) << verdict.detail;
  EXPECT_EQ(verdict.step, 1);
}

// Few elements of 8 bytes, but more than 2^22 bytes, as L1 of a user's profile may hold.
TEST(Refused, BudgetCountsElements) {
  Profile profile = *find_profile("ascend310");
  profile.buffer_bytes[static_cast<size_t>(Space::l1)] = 8 << 20;
  Case c = parse_case(
      "data_move ascend310 dst_space=3 dst=0 src_space=0 src=0 dtype=9 sid=0 nburst=3 burst=65535 "
      "src_stride=0 dst_stride=0");
  c.profile = &profile;
  const Verdict verdict = Harness(profile, optimized::run).check(c);
  EXPECT_EQ(verdict.kind, VerdictKind::pass) << verdict.detail;
}

}  // namespace
}  // namespace strideproof::props
