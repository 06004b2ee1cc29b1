#pragma once
// The operations on words and elements for proofs and planted faults: on terms of a solver, or on
// single words.

// On aarch64 every function that uses NEON needs an attribute of its own, so words are emulated.
#if defined(__aarch64__)
#define HWY_COMPILE_ONLY_EMU128
#endif
#include <hwy/highway.h>

#include <cstdint>

#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::optimized::baseline {

#include "model/optimized/convert-inl.h"
#include "model/optimized/words-inl.h"

// The Tags of single words.
struct WordTags {
  hwy::HWY_NAMESPACE::CappedTag<int32_t, 1> ints;
  hwy::HWY_NAMESPACE::CappedTag<uint32_t, 1> words;
};

}  // namespace strideproof::optimized::baseline
