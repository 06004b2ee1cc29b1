// Labels of steps that the oracle does not run, or of two evaluations that differ.

#include <stdexcept>

#include "props/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

// A legal step of 2^21 elements, and one whose address violates a constraint that others need.
Program costly_program() {
  return parse_program(
      "program bm1684 fill=5 ; "
      "okk_gdma_8bit_cpy_S2S dst_addr=0x100000000 src_addr=0x200000000 shape=16,32,64,64 "
      "dst_stride=null src_stride=null ; "
      "okk_gdma_16bit_cpy_S2L dst_addr=0xffff0000 src_addr=0x200000ffe shape=2,3,2,5 "
      "dst_stride=null src_stride=null");
}

Result never_run(Machine&, const Case&) { throw std::runtime_error("was run"); }

Verdict labels_by(Harness::Judge evaluate) {
  return Harness(*find_profile("bm1684"), never_run, Faults::caught, evaluate)
      .check(costly_program());
}

TEST(Labels, AreComparedPastTheBudget) {
  EXPECT_EQ(labels_by(spec::evaluate).kind, VerdictKind::too_costly);
  const Verdict violated = labels_by([](const Case& c) {
    ConstraintResults constraint_results = spec::evaluate(c);
    if (spec::cost(c) > run_budget) constraint_results.violated ^= 1;
    return constraint_results;
  });
  EXPECT_EQ(violated.kind, VerdictKind::different_labels) << violated.detail;
  EXPECT_EQ(violated.step, 0);
  const Verdict evaluated = labels_by([](const Case& c) {
    ConstraintResults constraint_results = spec::evaluate(c);
    constraint_results.evaluated = c.operation->labels;
    return constraint_results;
  });
  EXPECT_EQ(evaluated.kind, VerdictKind::different_labels) << evaluated.detail;
  EXPECT_EQ(evaluated.step, 1);
}

// One that gives a label up does not differ in it.
TEST(Labels, ThatAreUndecidedAreNotCompared) {
  const Verdict verdict = labels_by([](const Case& c) {
    ConstraintResults constraint_results = spec::evaluate(c);
    const uint64_t last = uint64_t{1} << c.operation->constraints.back().bit;
    if (spec::cost(c) > run_budget) constraint_results.evaluated &= ~last;
    return constraint_results;
  });
  EXPECT_EQ(verdict.kind, VerdictKind::too_costly) << verdict.detail;
}

}  // namespace
}  // namespace strideproof::props
