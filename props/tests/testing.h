#pragma once
// Shared by the tests of props.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "oracle/harness.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props {

// The seed of everything random in these tests: 1, or STRIDEPROOF_SEED of the environment.
// Without RC_PARAMS, RapidCheck uses this seed and share(3'000) cases. Printed at the start.
uint64_t seed();

// The number of random cases: `usual`, scaled by STRIDEPROOF_PERCENT of the environment (1 to
// 10,000, default 100). Printed at the start.
int share(int usual);

inline const Profile& bm1684 = *find_profile("bm1684");

inline Result run_reference(Machine& machine, const Case& c) { return reference::run(machine, c); }

// One harness of the optimized implementation per profile, for the whole test executable.
Harness& optimized_harness(const Profile& profile);

// Two machines per profile, 0 and 1, for tests that run operations themselves.
Machine& scratch_machine(const Profile& profile, int which);

// True if a case has few enough elements to look at every byte of it.
bool small(const Case& c);

// A legal copy of bm1684, and one with an odd address.
Case copy_case();
Case illegal_case();

// The bytes of an operand of a legal case, in the order of the footprint.
std::vector<uint8_t*> bytes_of(Machine& machine, const Case& c, Operands operand);

// Returns true if the verdict is not a finding. Otherwise fails the test, with the minimised
// program.
bool expect_no_finding(Harness& harness, const Program& program, const Verdict& verdict);
bool expect_no_finding(Harness& harness, const Case& c, const Verdict& verdict);

inline std::vector<const Operation*> operations_on(const Profile& profile) {
  return keep_on(matching("*"), profile);
}
inline std::vector<const Profile*> all_profiles() {
  std::vector<const Profile*> all;
  for (const Profile& profile : profiles()) all.push_back(&profile);
  return all;
}
// Names of tests with an operation, or a profile, as their parameter.
constexpr auto by_name = [](const auto& info) { return std::string(info.param->name); };

}  // namespace strideproof::props
