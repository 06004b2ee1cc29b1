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

std::string text(const Passage& passage) {
  return fmt::format("{}, {}: {}", passage.document, passage.place,
                     passage.words.empty() ? "silent" : fmt::format("\"{}\"", passage.words));
}

std::string text(const HeldReading& reading) {
  return fmt::format("{}={}", reading.id, reading.number);
}

}  // namespace strideproof
