#pragma once

#include <compare>
#include <cstdint>

namespace strideproof {

// Two readings of one entry of the ledger; one < other, 0 is the default.
struct ReadingPair {
  int entry;  // its ledger_index
  uint8_t one, other;
  friend auto operator<=>(const ReadingPair&, const ReadingPair&) = default;
};

}  // namespace strideproof
