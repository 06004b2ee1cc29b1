#pragma once
// The readings under which an implementation runs: one per entry of the ledger.

#include <array>
#include <compare>
#include <cstdint>

namespace strideproof {

// By ledger_index; 0 is the default.
inline constexpr int max_ledger_entries = 96;
using Readings = std::array<uint8_t, max_ledger_entries>;
inline constexpr Readings default_readings{};

// Two readings of one entry of the ledger; one < other, 0 is the default.
struct ReadingPair {
  int entry;  // its ledger_index
  uint8_t one, other;
  friend auto operator<=>(const ReadingPair&, const ReadingPair&) = default;
};

}  // namespace strideproof
