#pragma once
// The spec compared with the reference, which was written apart.

#include "spec/spec.h"

namespace strideproof::spec {

// Legal or not: the reference and the spec name the same labels, violated and evaluated, and slacks
// have the signs of the verdicts. Returns what the spec says.
ConstraintResults expect_agreement(const Case& c);

// For a legal case on toy: the reference writes each byte of the footprint of dst and no other, and
// depends on each byte of the footprints of the sources and on no other.
void expect_exact_footprint(const Case& c);

}  // namespace strideproof::spec
