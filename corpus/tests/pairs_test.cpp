// The suites of corpus/boundary find faults that show only if two boundaries meet.

#include <gtest/gtest.h>

#include "corpus/corpus.h"
#include "mutants/mutants.h"
#include "oracle/harness.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using mutants::Fault;

class TwoBoundaries : public testing::TestWithParam<Fault> {
 protected:
  TwoBoundaries() { mutants::activate(GetParam()); }
  ~TwoBoundaries() override { mutants::activate(Fault::none); }

  // In the file of the operation.
  static bool is_found(const Operation& operation) {
    Harness harness(*operation.profiles.front(), mutants::run);
    const auto entries = corpus::read("corpus/boundary/" + std::string(operation.name) + ".txt");
    return std::any_of(entries.begin(), entries.end(), [&](const corpus::Entry& entry) {
      return is_finding(harness.check(entry.program).kind);
    });
  }

 public:
  static std::string name(const testing::TestParamInfo<Fault>& of) {
    return std::string(mutants::row_of(of.param).name);
  }
};

TEST_P(TwoBoundaries, AreMetByTheSuitesOfEachOperation) {
  for (const Operation* operation : matching(mutants::row_of(GetParam()).operations)) {
    const bool fill = operation->parameter("src_stride") == nullptr;  // broadcasts nothing
    EXPECT_TRUE(fill || is_found(*operation)) << operation->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Faults, TwoBoundaries,
                         testing::Values(Fault::wrap_with_tail, Fault::carry_off_unit,
                                         Fault::broadcast_column),
                         TwoBoundaries::name);

}  // namespace
}  // namespace strideproof
