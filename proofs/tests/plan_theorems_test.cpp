// Every theorem about plans is proved, and its control refuted by a case that the planted
// implementation gets wrong.

#include <gtest/gtest.h>

#include "proofs/engine/proof_page.h"
#include "proofs/tests/page.h"
#include "proofs/theorems/theorems.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

class PlanTheorem : public ::testing::TestWithParam<Theorem> {};

TEST_P(PlanTheorem, Holds) {
  const Report report = run(GetParam());
  EXPECT_EQ(report.status, Status::proved) << report.reason;
  EXPECT_EQ(report.control.status, Status::refuted) << "a proof that would not have noticed";
  EXPECT_TRUE(report.control.confirmed) << report.control.counterexample.text() << "\n"
                                        << report.control.case_line;
  EXPECT_FALSE(report.operations.empty());
  for (const std::string& operation : report.operations)
    EXPECT_NE(find_operation(operation), nullptr) << operation;
  EXPECT_TRUE(page_has(proof_section(report)))
      << "docs/proofs.md is stale: strideproof prove --page docs/proofs.md\n"
      << proof_section(report);
}

std::string test_name(const ::testing::TestParamInfo<Theorem>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Plans, PlanTheorem, ::testing::ValuesIn(plan_theorems()), test_name);

}  // namespace
}  // namespace strideproof::solver
