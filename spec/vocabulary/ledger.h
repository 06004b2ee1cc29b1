#pragma once
// The ambiguity ledger: the points that the documents leave open, with the possible readings of
// each. A reading is decided per entry AND operation; "rejected" is a reading like any other; under
// every reading bytes outside the footprint stay as they were. docs/semantics.md names the sources.

#include <array>
#include <bitset>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strideproof {

// A list in a row of the table.
template <class T>
class RowList {
 public:
  constexpr RowList() = default;
  constexpr RowList(std::initializer_list<T> items) {
    for (const T& item : items) items_[size_++] = item;
  }
  constexpr size_t size() const { return size_; }
  constexpr const T& operator[](size_t i) const { return items_[i]; }
  constexpr const T& front() const { return items_[0]; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }

 private:
  std::array<T, 6> items_{};
  size_t size_ = 0;
};

// The words of a document that leave a point open, verbatim; no words: the document is silent.
struct Passage {
  std::string_view document;  // the name of its family
  std::string_view place;
  std::string_view words;
};

struct LedgerEntry {
  std::string_view id;
  std::string_view question;
  RowList<Passage> sources;
  RowList<std::string_view> readings;  // the first is the default
  std::string_view why;                // it is the default
};

std::span<const LedgerEntry> ledger();
int ledger_index(std::string_view id);  // -1: no such entry

// ---- the readings under which an implementation runs: one per entry of the ledger ----

// By ledger_index; 0 is the default.
inline constexpr int max_ledger_entries = 96;
using Readings = std::array<uint8_t, max_ledger_entries>;
inline constexpr Readings default_readings{};
using Entries = std::bitset<max_ledger_entries>;  // a set of entries

// The reading of an entry to which an implementation is held, by its number.
struct HeldReading {
  std::string_view id;  // of the ledger
  size_t number = 0;
  friend auto operator<=>(const HeldReading&, const HeldReading&) = default;
};
Readings readings_of(const std::vector<HeldReading>& held);  // of other entries the default

// Two readings of one entry of the ledger; one < other, 0 is the default.
struct ReadingPair {
  int entry;  // its ledger_index
  uint8_t one, other;
  friend auto operator<=>(const ReadingPair&, const ReadingPair&) = default;
};

// "okk-gdma, cpy functions: "…"", or "okk-gdma, set_C functions: silent".
std::string text(const Passage& passage);
std::string text(const HeldReading& reading);  // "shift-by-32=0", as --reading takes it

}  // namespace strideproof
