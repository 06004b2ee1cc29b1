#pragma once
// What a fuzz target is, beside the machinery of libfuzzer.cpp that all of them share.

#include "fuzz/encoding.h"
#include "oracle/harness.h"

namespace strideproof::fuzz {

struct Target {
  Domain domain;
  Harness::Run implementation;
};

// Defined once in every target. Called once, before the first input.
Target target();

}  // namespace strideproof::fuzz
