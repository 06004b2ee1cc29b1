#pragma once
// The ambiguity ledger: the points that the documents leave open, with the possible readings of
// each. A reading is decided per entry AND operation; "rejected" is a reading like any other; under
// every reading bytes outside the footprint stay as they were. docs/semantics.md names the sources.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace strideproof {

struct LedgerEntry {
  std::string_view id;
  std::string_view question;
  std::string_view where;                      // in which document, at which words
  std::span<const std::string_view> readings;  // the first is the default
  std::string_view why;                        // it is the default
};

std::span<const LedgerEntry> ledger();
int ledger_index(std::string_view id);  // -1: no such entry

// One reading per entry, by ledger_index; 0 is the default.
inline constexpr int max_ledger_entries = 64;
using Readings = std::array<uint8_t, max_ledger_entries>;
inline constexpr Readings default_readings{};

}  // namespace strideproof
