// Each fault in the code of the theorems is refuted by a case that the implementation with the
// fault gets wrong.

#include <gtest/gtest.h>

#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

class FurtherControl : public ::testing::TestWithParam<Control> {};

TEST_P(FurtherControl, IsRefuted) {
  const ControlReport report = run(GetParam());
  EXPECT_EQ(report.status, Status::refuted) << GetParam().planted;
  EXPECT_TRUE(report.confirmed) << report.counterexample.text() << "\n" << report.case_line;
}

INSTANTIATE_TEST_SUITE_P(Layouts, FurtherControl, ::testing::ValuesIn(layout_controls()));
INSTANTIATE_TEST_SUITE_P(Strides, FurtherControl, ::testing::ValuesIn(stride_controls()));
INSTANTIATE_TEST_SUITE_P(Footprints, FurtherControl, ::testing::ValuesIn(footprint_controls()));
INSTANTIATE_TEST_SUITE_P(Words, FurtherControl, ::testing::ValuesIn(word_controls()));
INSTANTIATE_TEST_SUITE_P(Plans, FurtherControl, ::testing::ValuesIn(plan_controls()));
INSTANTIATE_TEST_SUITE_P(Linear, FurtherControl, ::testing::ValuesIn(bm_linear_controls()));
INSTANTIATE_TEST_SUITE_P(Masked, FurtherControl, ::testing::ValuesIn(bm_word_controls()));
INSTANTIATE_TEST_SUITE_P(Transposed, FurtherControl, ::testing::ValuesIn(bm_transposed_controls()));

}  // namespace
}  // namespace strideproof::solver
