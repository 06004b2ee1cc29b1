#pragma once
// Readings of an entry of the ledger that are the same for an operation: by how its other entries
// are read, or by how the implementation answers, no case distinguishes them.

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/operation.h"
#include "spec/vocabulary/profile.h"

namespace strideproof {

struct Implementation {
  const Profile& profile;
  bool every_rejection_ends_it = false;
  bool offers_window_end = true;  // the last byte of some window of system memory
  bool illegal_given = true;      // illegal cases are given to it
};

// True if readings of the entry differ only on cases that are illegal by default, as long as all
// other entries have their defaults.
bool only_illegal_cases_decide(std::string_view entry);

struct SameReadings {
  struct EntryCondition {
    std::string_view entry;
    uint32_t readings;  // only some of these are left; a bit for each
  };
  std::string_view entry;
  uint32_t readings;  // that are the same; a bit for each
  bool (*concerns)(const Operation& operation);
  RowList<EntryCondition> conditions;  // on the entries that the operation leaves open
  bool (*holds)(const Implementation& implementation);
  std::string_view why;
};

std::span<const SameReadings> same_readings();

// left: the readings of an entry that are left, a bit for each. The reason why those of this entry are
// the same, with the entries that it depends on; empty: they may differ.
std::string why_same(const Operation& operation, std::string_view entry,
                     const std::function<uint32_t(std::string_view entry)>& left,
                     const Implementation& implementation);

}  // namespace strideproof
