#pragma once
// Readings of an entry of the ledger that no case of an operation distinguishes, because of the
// readings of other entries, or because of how the implementation answers.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/operation.h"
#include "spec/vocabulary/profile.h"

namespace strideproof {

// The traits of an implementation that decide which cases distinguish readings.
struct ImplementationTraits {
  const Profile& profile;
  bool every_rejection_ends_process = false;
  bool offers_window_end = true;  // the last byte of some window of system memory
  bool illegal_given = true;
};

// True if readings of the entry differ only on cases that are illegal by default, as long as all
// other entries have their defaults.
bool only_illegal_cases_decide(std::string_view entry);

struct SameReadings {
  struct EntryCondition {
    std::string_view entry;
    uint32_t readings;  // the readings that may be left; a bit for each
  };
  std::string_view entry;
  uint32_t readings;  // the readings that are the same; a bit for each
  bool (*concerns)(const Operation& operation);
  RowList<EntryCondition> conditions;  // on the entries that the operation leaves open
  bool (*holds)(const ImplementationTraits& traits);
  std::string_view why;
};

std::span<const SameReadings> same_readings();

// The reason why all readings left of the entry are the same, with the entries on which it depends;
// empty if readings may differ. left: the readings left of an entry, a bit for each.
std::string why_same(const Operation& operation, std::string_view entry,
                     const std::function<uint32_t(std::string_view entry)>& left,
                     const ImplementationTraits& traits);

}  // namespace strideproof
