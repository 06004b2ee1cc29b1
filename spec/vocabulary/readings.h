#pragma once
// The readings under which an implementation runs: one per entry of the ledger.

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace strideproof {

// By ledger_index; 0 is the default.
inline constexpr int max_ledger_entries = 96;
using Readings = std::array<uint8_t, max_ledger_entries>;
inline constexpr Readings default_readings{};

// The reading of an entry to which an implementation is held, by its number.
struct HeldReading {
  std::string_view id;  // of the ledger
  size_t number = 0;
  friend auto operator<=>(const HeldReading&, const HeldReading&) = default;
};

// Two readings of one entry of the ledger; one < other, 0 is the default.
struct ReadingPair {
  int entry;  // its ledger_index
  uint8_t one, other;
  friend auto operator<=>(const ReadingPair&, const ReadingPair&) = default;
};

}  // namespace strideproof
