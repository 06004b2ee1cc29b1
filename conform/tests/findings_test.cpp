// Failing programs as findings.

#include "conform/check/findings.h"

#include <gtest/gtest.h>

#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

Verdict crash() {
  Verdict verdict;
  verdict.kind = VerdictKind::crash;
  verdict.detail = "SIGSEGV";
  return verdict;
}

// No worker is started: there is none.
TEST(Findings, OfARunThatHasEndedStandAsTheyAre) {
  const Profile& toy = *find_profile("toy");
  ReadingTable readings(toy);
  std::vector<Finding> found;
  Findings findings(
      {Target::Kind::library, "/nowhere/libmine.so"}, toy, 5, [] { return true; }, readings, found);
  const Program program = parse_program(
      "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=2,3,4,5 dst_stride=null fill=7");
  findings.add(program, crash());
  findings.add(program, crash());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, print(program));
  EXPECT_EQ(found[0].detail, "SIGSEGV; not shrunk: the run had ended");
}

}  // namespace
}  // namespace strideproof
