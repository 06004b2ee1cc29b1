#pragma once
// The readings of the ledger that a run of the reference takes. An id that the ledger does not have
// is an error of the compiler.

#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/ledger_table.h"

namespace strideproof::reference {

class TakenReadings {
 public:
  struct LedgerIndex {
    size_t index;
    consteval LedgerIndex(const char* id) : index(index_of(id)) {}  // NOLINT: converts from an id
  };
  explicit TakenReadings(const Readings& readings) : readings_(readings) {}

  int reading(LedgerIndex entry) const {  // 0: the default
    asked_.set(entry.index);
    return readings_[entry.index];
  }
  bool takes(LedgerIndex entry, int reading_number) const {
    return reading(entry) == reading_number;
  }
  // The entries whose reading was asked for: readings of others change nothing. An operation asks
  // only where the answer may matter, so that few readings have to be tried.
  const Entries& asked() const { return asked_; }

 private:
  static consteval size_t index_of(std::string_view id) {
    for (size_t i = 0; i < std::size(ledger_table::entries); ++i)
      if (ledger_table::entries[i].id == id) return i;
    throw "the ledger has no such entry";
  }

  const Readings& readings_;
  mutable Entries asked_;
};

}  // namespace strideproof::reference
