// Faults that show only where two boundaries meet are found by corpus/boundary/*.pairs.

#include <gtest/gtest.h>

#include "conform/oracle/harness.h"
#include "corpus/corpus.h"
#include "model/optimized/planted.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using optimized::Fault;

class TwoBoundaries : public testing::TestWithParam<Fault> {
 protected:
  void TearDown() override { planted::plant(Fault::none); }
};

bool is_found(const Operation& operation, const char* kind) {
  Harness harness(*operation.profiles.front(), planted::run);
  const auto entries = corpus::read("corpus/boundary/" + std::string(operation.name) + kind);
  return std::any_of(entries.begin(), entries.end(), [&](const corpus::Entry& entry) {
    return is_finding(harness.check(entry.program).kind);
  });
}

TEST_P(TwoBoundaries, AreMetByThePairsOfEachOperation) {
  const auto rows = optimized::faults();
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [](const optimized::FaultRow& r) { return r.fault == GetParam(); });
  planted::plant(GetParam());
  for (const Operation* operation : matching(row->operations))
    EXPECT_TRUE(is_found(*operation, ".pairs")) << operation->name;
}

// The case of a single boundary is small: by accident it has W = 1 too (broadcast_column), but no
// tail and no misalignment.
TEST_P(TwoBoundaries, AreNotMetByCasesOfOne) {
  if (GetParam() == Fault::broadcast_column) return;
  const auto rows = optimized::faults();
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [](const optimized::FaultRow& r) { return r.fault == GetParam(); });
  planted::plant(GetParam());
  for (const Operation* operation : matching(row->operations))
    EXPECT_FALSE(is_found(*operation, ".txt")) << operation->name;
}

INSTANTIATE_TEST_SUITE_P(Faults, TwoBoundaries,
                         testing::Values(Fault::wrap_with_tail, Fault::carry_off_unit,
                                         Fault::broadcast_column),
                         [](const auto& of) {
                           for (const optimized::FaultRow& row : optimized::faults())
                             if (row.fault == of.param) return std::string(row.name);
                           return std::string("unknown");
                         });

}  // namespace
}  // namespace strideproof
