#pragma once
// The fuzz target itself; libfuzzer.cpp has the code that all targets share.

#include "fuzz/encoding.h"
#include "oracle/harness.h"

namespace strideproof::fuzz {

struct FuzzTarget {
  Domain domain;
  Harness::Run implementation;
};

// Defined once in every target. Called once, before the first input.
FuzzTarget target();

}  // namespace strideproof::fuzz
