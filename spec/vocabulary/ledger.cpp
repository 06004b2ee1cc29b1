#include "spec/vocabulary/ledger.h"

#include "spec/vocabulary/ledger_table.h"

namespace strideproof {

std::span<const LedgerEntry> ledger() { return ledger_table::entries; }

int ledger_index(std::string_view id) {
  for (size_t i = 0; i < ledger_table::entries.size(); ++i)
    if (ledger_table::entries[i].id == id) return static_cast<int>(i);
  return -1;
}

std::string text(const Passage& passage) {
  const std::string where =
      std::string(passage.document) + ", " + std::string(passage.place) + ": ";
  return where + (passage.words.empty() ? "silent" : '"' + std::string(passage.words) + '"');
}

}  // namespace strideproof
