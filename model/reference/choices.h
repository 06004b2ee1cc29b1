#pragma once
// The readings of the ledger that a run of the reference takes. An id that the ledger does not have
// is an error of the compiler.

#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/ledger_table.h"

namespace strideproof::reference {

class Choices {
 public:
  struct Entry {
    size_t index;
    consteval Entry(const char* id) : index(index_of(id)) {}  // NOLINT: converts from an id
  };
  explicit Choices(const Readings& readings) : readings_(readings) {}

  int reading(Entry entry) const { return readings_[entry.index]; }  // 0: the default
  bool takes(Entry entry, int reading_number) const { return reading(entry) == reading_number; }

 private:
  static consteval size_t index_of(std::string_view id) {
    for (size_t i = 0; i < std::size(ledger_table::entries); ++i)
      if (ledger_table::entries[i].id == id) return i;
    throw "the ledger has no such entry";
  }

  const Readings& readings_;
};

}  // namespace strideproof::reference
