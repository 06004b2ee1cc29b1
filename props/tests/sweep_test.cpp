// The comparison of all memory: it finds writes far from every operand, and the program that made
// them.

#include <algorithm>
#include <optional>
#include <vector>

#include "oracle/memory_range.h"
#include "props/tests/testing.h"

namespace strideproof::props {
namespace {

Result write_far(Machine& machine, const Case& c) {
  if (c["dst_addr"] == 0) *machine.at(Space::local, 63, 0x70000) ^= 1;
  return reference::run(machine, c);
}

TEST(Sweep, FindsWritesOutsideWindows) {
  Harness harness(bm1684, write_far);
  Case bad = copy_case();
  bad["dst_addr"] = 0;
  EXPECT_EQ(harness.check(bad).kind, VerdictKind::pass);
  const std::optional<Difference> difference = harness.sweep();
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->lane, 63);
  EXPECT_EQ(difference->offset, 0x70000);
  EXPECT_FALSE(harness.sweep());
  // From now on the place is watched.
  EXPECT_EQ(harness.check(bad).kind, VerdictKind::write_outside);
  EXPECT_EQ(harness.check(copy_case()).kind, VerdictKind::pass);
}

TEST(Sweep, CheckNamesTheCulprit) {
  Harness harness(bm1684, write_far);
  Case bad = copy_case();
  bad["dst_addr"] = 0;
  Verdict verdict;
  for (int i = 0; i < Harness::sweep_period; ++i) {
    verdict = harness.check(i == 1234 ? bad : copy_case());
    if (i + 1 < Harness::sweep_period) {
      ASSERT_EQ(verdict.kind, VerdictKind::pass);
    }
  }
  EXPECT_EQ(verdict.kind, VerdictKind::write_outside);
  ASSERT_TRUE(verdict.culprit);
  EXPECT_EQ(print(*verdict.culprit), print(bad));
}

TEST(Sweep, IsReportedNextToAFindingOfTheSameProgram) {
  Harness harness(bm1684, [](Machine& machine, const Case& c) {
    Result result = write_far(machine, c);
    if (c["dst_addr"] == 2) result.returned = 1;
    return result;
  });
  Case far = copy_case(), wrong = copy_case();
  far["dst_addr"] = 0, wrong["dst_addr"] = 2;
  EXPECT_EQ(harness.check(far).kind, VerdictKind::pass);
  for (int i = 2; i < Harness::sweep_period; ++i) harness.check(copy_case());
  const Verdict verdict = harness.check(wrong);
  EXPECT_EQ(verdict.kind, VerdictKind::wrong_return_value);
  EXPECT_NE(verdict.detail.find("far from every operand"), std::string::npos) << verdict.detail;
  EXPECT_NE(verdict.detail.find(print(far)), std::string::npos) << verdict.detail;
}

TEST(Sweep, SystemMemoryIsGivenBack) {
  Harness harness(bm1684, run_reference);
  Case c = parse_case(
      "okk_gdma_8bit_set_C_system bm1684 dst_addr=0x100000000 C=1 shape=1,1,1,1 dst_stride=null");
  for (int i = 0; i < 6'000; ++i) {
    c["dst_addr"] = 0x100000000 + i * Machine::chunk_bytes;
    ASSERT_EQ(harness.check(c).kind, VerdictKind::pass);
  }
}

TEST(Sweep, ComparesThePagesThatOneMachineHasAccessed) {
  Machine one(bm1684), other(bm1684);
  *one.at(Space::local, 3, 0x5001) = 1;
  *other.at(Space::local, 9, 0x3000) = 1;
  const std::vector<MemoryRange> found = accessed(all_memory(one), one, other);
  if (found == all_memory(one)) GTEST_SKIP() << "the system does not say which pages were accessed";
  const auto holds = [&](int64_t lane, int64_t offset) {
    return std::ranges::any_of(found, [&](const MemoryRange& range) {
      return range.lane == lane && range.first <= offset && offset < range.end();
    });
  };
  EXPECT_TRUE(holds(3, 0x5001) && holds(9, 0x3000));
  EXPECT_FALSE(holds(40, 0));  // the system may join pages to 2 MiB, 4 lanes
}

}  // namespace
}  // namespace strideproof::props
