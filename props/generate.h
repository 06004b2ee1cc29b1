#pragma once
// Random cases and programs of every family: Random -> Case, directly, weighted to the edges of
// constraints and to landmarks. One word of seed gives one case.

#include <span>

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

// Of how many cases one is meant to be illegal: mostly one constraint broken just outside its edge,
// sometimes two, sometimes any values at all. 0: none.
inline constexpr int default_illegal = 4;

Case generate_case(Random& random, const Operation& operation, const Profile& profile,
                   int one_illegal_in = default_illegal);

// 2 to max_steps operations, out of those given, on one machine; steps often take up where an
// earlier one left its result.
Program generate_program(Random& random, std::span<const Operation* const> operations,
                         const Profile& profile, int one_illegal_in = 10 * default_illegal);

// Breaks one constraint, mostly just outside its edge. The constraints that it needs hold before.
void violate(Random& random, Case& c, const Constraint& constraint);

}  // namespace strideproof::props
