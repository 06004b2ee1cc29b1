#include "spec/vocabulary/ledger.h"

#include <fmt/format.h>

#include "spec/vocabulary/ledger_table.h"

namespace strideproof {

std::span<const LedgerEntry> ledger() { return ledger_table::entries; }

int ledger_index(std::string_view id) {
  for (size_t i = 0; i < std::size(ledger_table::entries); ++i)
    if (ledger_table::entries[i].id == id) return static_cast<int>(i);
  return -1;
}

Readings readings_of(const std::vector<HeldReading>& held) {
  Readings readings = default_readings;
  for (const HeldReading& reading : held)
    readings[static_cast<size_t>(ledger_index(reading.id))] = static_cast<uint8_t>(reading.number);
  return readings;
}

std::string text(const Passage& passage) {
  return fmt::format("{}, {}: {}", passage.document, passage.place,
                     passage.words.empty() ? "silent" : fmt::format("\"{}\"", passage.words));
}

std::string text(const HeldReading& reading) {
  return fmt::format("{}={}", reading.id, reading.number);
}

}  // namespace strideproof
