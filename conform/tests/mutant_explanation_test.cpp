// Sentences about the failing cases of planted faults, whose conditions are known.

#include <gtest/gtest.h>

#include "conform/tests/contains.h"
#include "conform/tests/explained.h"
#include "mutants/mutants.h"
#include "oracle/harness.h"
#include "props/generate.h"
#include "props/shrink.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::explanation {
namespace {

using tests::contains;

struct Known {
  const char* fault;
  const char* named;  // part of the sentence
};

class MutantExplanation : public testing::TestWithParam<Known> {
 protected:
  void TearDown() override { mutants::activate(mutants::Fault::none); }
};

std::optional<Program> smallest_failing(Harness& harness, const Profile& profile,
                                        const std::vector<const Operation*>& operations) {
  const auto fails = [&](const Program& p) { return is_finding(harness.check(p).kind); };
  props::Random random(1);
  for (int i = 0; i < 100'000; ++i) {
    const Case c = props::generate_case(random, *random.pick(operations), profile);
    const Program program{&profile, c.fill, {c}};
    if (fails(program)) return props::minimise(program, fails);
  }
  return std::nullopt;
}

std::string explain_mutant(Harness& harness, const Program& program) {
  return explain(
             program,
             [&](const Program& near) -> std::optional<bool> {
               const VerdictKind kind = harness.check(near).kind;
               return kind == VerdictKind::not_observed ? std::nullopt
                                                        : std::optional(is_finding(kind));
             },
             few_cases)
      .sentence;
}

// The mask that an earlier step reads decides.
TEST_F(MutantExplanation, NamesTheMaskOfAnEarlierStep) {
  mutants::activate(*mutants::find_fault("bm_count_of_all"));
  const Program program = parse_program(
      "program bm1684 fill=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 "
      "mask_local_mem_addr=0 local_mem_idx=2 dst_global_mem_addr=0x2000000 shape=1,1,1,1 "
      "data.src1=mask ; bm_get_mask_memcpy_res_num");
  Harness harness(*program.profile, mutants::run);
  const std::string sentence = explain_mutant(harness, program);
  EXPECT_TRUE(sentence.starts_with("fails when words left out > 0")) << sentence;
}

// The memory past the last lane is not mapped in some cases, and no rule describes these cases.
TEST_F(MutantExplanation, CountsIfNearlyAllFail) {
  mutants::activate(*mutants::find_fault("bdc_far_lane_written"));
  const Program program = parse_program(
      "okk_bdc_32bit_or_C bm1684 dst_addr=0 src_addr=0 C=0 shape=1,1,1,1 dst_stride=null "
      "src_stride=null fill=0");
  Harness harness(*program.profile, mutants::run);
  const std::string sentence = explain_mutant(harness, program);
  EXPECT_TRUE(contains(sentence, " cases tried near it"));
}

// Both operands are one, so that only zeros pass.
TEST_F(MutantExplanation, NamesContentsThatSeldomPass) {
  mutants::activate(*mutants::find_fault("or_as_xor"));
  const Program program = parse_program(
      "okk_bdc_32bit_or bm1684 dst_addr=0 src0_addr=0 src1_addr=0 shape=1,1,1,1 dst_stride=null "
      "src0_stride=null src1_stride=null fill=0");
  Harness harness(*program.profile, mutants::run);
  const std::string sentence = explain_mutant(harness, program);
  EXPECT_TRUE(contains(sentence, "one element: fails when a bit is set in both operands"));
}

TEST_P(MutantExplanation, NamesTheCondition) {
  const mutants::FaultRow* row = mutants::find_fault(GetParam().fault);
  ASSERT_NE(row, nullptr);
  const auto operations = matching(row->operations);
  const Profile& profile = *operations.front()->profiles.front();
  mutants::activate(*row);
  Harness harness(profile, mutants::run);
  const auto program = smallest_failing(harness, profile, operations);
  ASSERT_TRUE(program);
  const std::string sentence = explain_mutant(harness, *program);
  EXPECT_TRUE(contains(sentence, GetParam().named));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, MutantExplanation,
    testing::Values(
        Known{"start_lane_ignored", "start lane > 0"},
        Known{"lane_wrap_early", "start lane + C) > 63"},
        Known{"n_stride_ignores_start_lane", ".start.lane"},
        Known{"tail_lost", "run elements > 32"}, Known{"half_unit", "channel bytes mod 128 < 65"},
        Known{"carry_lost", ".over.4GiB"}, Known{"constant_truncated", "C > 65535"},
        Known{"alias_accepted", "dst.alias is violated"}, Known{"in_place_rejected", "in.place"},
        Known{"left_keeps_sign", "the shift changes the sign"}, Known{"bm_square_copied", "square"},
        Known{"bm_mask_low_bit", "what src1 holds mod 2 = 0"},
        Known{"src_gap_for_dst", "src_stride != dst_stride"},
        Known{"index_in_fractals", "index and not b16"},
        Known{"fractal_gap_limits_b16", "dst_frac_stride > 65535"}),
    [](const auto& tested) { return std::string(tested.param.fault); });

}  // namespace
}  // namespace strideproof::explanation
