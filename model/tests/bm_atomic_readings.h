#pragma once
// What bm-atomic does under the readings of the ledger, worked out by hand for the toy profile.

#include "model/tests/reading_case.h"

namespace strideproof {

const std::vector<ReadingCase>& bm_atomic_readings();

}  // namespace strideproof
