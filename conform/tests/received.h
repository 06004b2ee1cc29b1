#pragma once
// The exported functions of abi_test end here, in place of an implementation.

#include "spec/vocabulary/case.h"

namespace strideproof::tests {

// The arguments of the last call.
extern const Operation* called;
extern Arguments<int64_t> received;

inline constexpr uint64_t answer_of_all = 17;

}  // namespace strideproof::tests
