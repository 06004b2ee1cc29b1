// The work of probes.

#include "conform/check/prober.h"

#include <gtest/gtest.h>

namespace strideproof {
namespace {

TEST(Work, CountsTheMemoryOfASweep) {
  const auto work_of_a_run = [](bool sweeps) {
    constexpr int64_t allowed = 1'000'000;
    Prober prober({Target::Kind::library, PLUGINS "/good.so"}, *find_profile("toy"), 5,
                  [] { return false; }, {});
    prober.begin(allowed, false, sweeps);
    EXPECT_EQ(prober.work_left() > allowed, sweeps);
    const Program program =
        parse_program("okk_gdma_8bit_set_C_local toy dst_addr=0 C=3 shape=1,1,1,1 dst_stride=null");
    const int64_t before = prober.work_left();
    EXPECT_EQ(prober.run(program).kind, VerdictKind::pass);
    EXPECT_EQ(before - prober.work_left(), prober.work_done());
    return std::pair(prober.work_done(), prober.work_of_a_sweep());
  };
  const auto [alone, no_sweep] = work_of_a_run(false);
  const auto [with_sweep, sweep] = work_of_a_run(true);
  EXPECT_EQ(no_sweep, 0);
  const Profile& toy = *find_profile("toy");
  EXPECT_GT(sweep, toy.lanes * toy.lane_bytes / 100);
  EXPECT_EQ(with_sweep, alone + sweep);
}

TEST(Work, OfAFreshWorkerIsThatOfACrash) {
  Prober prober({Target::Kind::library, PLUGINS "/good.so"}, *find_profile("toy"), 5,
                [] { return false; }, {});
  prober.begin(1'000'000, false);
  prober.use_fresh_worker();
  EXPECT_EQ(prober.work_done(), 0) << "no worker was started";
  const Program program =
      parse_program("okk_gdma_8bit_set_C_local toy dst_addr=0 C=3 shape=1,1,1,1 dst_stride=null");
  EXPECT_EQ(prober.run(program).kind, VerdictKind::pass);
  const int64_t before = prober.work_done();
  prober.use_fresh_worker();
  EXPECT_EQ(prober.work_done() - before, prober.work_of_a_crash());
}

}  // namespace
}  // namespace strideproof
