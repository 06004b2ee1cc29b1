// Each profile is one of the machines of the theorems, so the theorems hold for it.

#include "proofs/theorems/domain.h"

#include <gtest/gtest.h>

namespace strideproof::solver {
namespace {

// A theorem that declares a machine like the theorems and assumes that it is this one: vacuous if
// the declaration excludes it.
ProofStatus status_of(const std::function<SymBool(Proof&)>& is_this_one) {
  Theorem theorem;
  theorem.controls.emplace_back();
  theorem.proof = theorem.controls[0].claim = [&](Proof& proof) {
    proof.given(is_this_one(proof));
    proof.conclude("there is one", true);
  };
  return run(theorem).status;
}

SymBool is(const MachineShape<Sym>& m, const MachineShape<int64_t>& profile) {
  return all_of(m.lanes == profile.lanes, m.lane_bytes == profile.lane_bytes,
                m.unit_bytes == profile.unit_bytes);
}
ProofStatus status_of(const MachineShape<int64_t>& profile, int64_t element_bytes) {
  return status_of(
      [&](Proof& proof) { return is(any_machine(proof, Space::local, element_bytes), profile); });
}

class Domain : public ::testing::TestWithParam<Profile> {};

TEST_P(Domain, HoldsTheLanesOfTheProfile) {
  const Profile& profile = GetParam();
  if (profile.lanes == 0) {
    EXPECT_EQ(profile.lane_bytes, 0);
    return;
  }
  const auto shape = spec::machine_shape<int64_t>(profile);
  for (const int64_t element_bytes : {1, 2, 4})
    EXPECT_EQ(status_of(shape, element_bytes), ProofStatus::proved) << element_bytes;
}

TEST_P(Domain, HoldsTheBuffersOfTheProfile) {
  const auto buffers = spec::machine_shape<int64_t>(GetParam());
  EXPECT_EQ(status_of([&](Proof& proof) {
              const auto m = any_buffers(proof);
              return all_of(m.ub == buffers.ub, m.l1 == buffers.l1, m.l0b == buffers.l0b);
            }),
            ProofStatus::proved);
}

TEST_P(Domain, HoldsTheMemoriesOfTheProfile) {
  const Profile& profile = GetParam();
  ASSERT_FALSE(profile.windows.empty());
  int64_t end = 0;
  for (const Window& window : profile.windows) {
    EXPECT_GE(window.first, end);
    end = window.end();
  }
  EXPECT_LE(end, memory_end);
  EXPECT_GE(profile.local_base, 0);
  EXPECT_LE(profile.lanes * profile.lane_bytes, memory_end - profile.local_base);
}

INSTANTIATE_TEST_SUITE_P(Profiles, Domain, ::testing::ValuesIn(profiles()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(DomainOfTheorems, LeavesOtherMachinesOut) {
  const auto bm1684 = spec::machine_shape<int64_t>(*find_profile("bm1684"));
  auto wide = bm1684, odd = bm1684, narrow = bm1684;
  wide.lanes = most_lanes + 1;
  odd.lane_bytes += 2;
  narrow.unit_bytes = 2;
  EXPECT_EQ(status_of(wide, 1), ProofStatus::vacuous);
  EXPECT_EQ(status_of(odd, 2), ProofStatus::proved);
  EXPECT_EQ(status_of(odd, 4), ProofStatus::vacuous);
  EXPECT_EQ(status_of(narrow, 2), ProofStatus::proved);
  EXPECT_EQ(status_of(narrow, 4), ProofStatus::vacuous);
}

}  // namespace
}  // namespace strideproof::solver
