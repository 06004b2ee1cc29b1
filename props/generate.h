#pragma once
// Random cases and programs of every family: Random -> Case, directly, weighted to the edges of
// constraints and to landmarks. One word of seed gives one case.

#include <span>
#include <vector>

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

// One case in so many is meant to be illegal: mostly one constraint is violated just outside its
// edge, sometimes two are, sometimes all values are random. 0: no case.
inline constexpr int default_illegal = 4;

Case generate_case(Random& random, const Operation& operation, const Profile& profile,
                   int one_illegal_in = default_illegal);

// So many cases, always the same.
std::vector<Case> generate_cases(const Operation& operation, const Profile& profile,
                                 int count = 100'000);

// 2 to max_steps operations, out of those given, on one machine; steps often take up where an
// earlier one left its result.
Program generate_program(Random& random, std::span<const Operation* const> operations,
                         const Profile& profile, int one_illegal_in = 10 * default_illegal);

// A case of the operation. If it reads the count of a mask copy, and that is among `operations`, a
// mask copy comes first.
Program generate_single(Random& random, const Operation& operation,
                        std::span<const Operation* const> operations, const Profile& profile,
                        int one_illegal_in = default_illegal);

// Keeps the operations that the profile has.
std::vector<const Operation*> keep_on(std::vector<const Operation*> operations,
                                      const Profile& profile);

}  // namespace strideproof::props
