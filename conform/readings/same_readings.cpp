#include "conform/readings/same_readings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "spec/read_otherwise.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr uint32_t only(int reading) { return 1U << reading; }
constexpr uint32_t all_but(int reading) { return ~only(reading); }

bool every_operation(const Operation&) { return true; }
bool always(const ImplementationTraits&) { return true; }

bool is_matrix(const Operation& operation) {
  return operation.family == Family::okk_gdma && operation.parameter("rows") != nullptr;
}
bool has_signed_strides(const Operation& operation) {
  return leaves_open(operation, "negative-stride") && !is_matrix(operation);
}
bool has_unsigned_strides(const Operation& operation) {
  return operation.family == Family::bm_atomic;
}

constexpr std::string_view as_larger_extents = "a stride obeys the same rules, whatever the extent";
constexpr SameReadings table[] = {
    {"disjoint-by",
     0b11,
     every_operation,
     {{"copy-overlap", all_but(0)}},
     always,
     "every overlap is accepted"},
    {"gdma-shape-limit",
     0b101,
     is_matrix,
     {{"empty-copy", all_but(1)}},
     [](const ImplementationTraits& traits) {
       return traits.profile.lane_bytes / traits.profile.unit_bytes <= 0xffff;
     },
     "no lane has room for more rows than 65535"},
    {"unused-stride", 0b101, has_unsigned_strides, {}, always, "strides are unsigned"},
    {"unused-stride",
     0b111,
     has_unsigned_strides,
     {{"stride-unit", only(0)}, {"source-broadcast", only(0)}},
     always,
     as_larger_extents},
    {"unused-stride",
     0b011,
     has_signed_strides,
     {{"negative-stride", only(1)},
      {"stride-unit", only(0)},
      {"w-stride-unit", only(0)},
      {"source-broadcast", only(0)}},
     always,
     as_larger_extents},
    {"aligned-tail",
     0b11,
     bm_atomic::is_mask_copy,
     {{"mask-local-alignment", only(0)}},
     always,
     "operands start at whole units, and lanes end there"},
    {"mask-room",
     0b11,
     every_operation,
     {},
     [](const ImplementationTraits& traits) { return !traits.offers_window_end; },
     "the memory offered reaches the end of no window"},
    {"mask-count-after-rejection",
     0b11,
     every_operation,
     {},
     [](const ImplementationTraits& traits) { return traits.every_rejection_ends_process; },
     "a rejection ends the process"},
};

}  // namespace

std::span<const SameReadings> same_readings() { return table; }

bool only_illegal_cases_decide(std::string_view entry) {
  // Other readings of these two entries reject legal cases too.
  if (entry == "data-move-src-scope" || entry == "trans-frac-stride-limit") return false;
  // The readings of these two differ only after a case that violates a constraint.
  if (entry == "trans-repeat-zero" || entry == "mask-count-after-rejection") return true;
  return std::ranges::any_of(catalogue(), [&](const Operation& operation) {
    return std::ranges::any_of(operation.constraints, [&](const Constraint& constraint) {
      return constraint.grade == Grade::assumed && constraint.citation == entry;
    });
  });
}

std::string why_same(const Operation& operation, std::string_view entry,
                     const std::function<uint32_t(std::string_view entry)>& left,
                     const ImplementationTraits& traits) {
  for (const SameReadings& row : table) {
    if (row.entry != entry || (left(entry) & ~row.readings) != 0 || !row.concerns(operation) ||
        !row.holds(traits))
      continue;
    std::vector<std::string_view> because_of;
    bool all_met = true;
    for (const auto& [other, readings] : row.conditions) {
      if (!leaves_open(operation, other)) continue;
      because_of.push_back(other);
      all_met = all_met && (left(other) & ~readings) == 0;
    }
    if (all_met)
      return because_of.empty() ? std::string(row.why)
                                : fmt::format("{} ({})", row.why, fmt::join(because_of, ", "));
  }
  return {};
}

}  // namespace strideproof
