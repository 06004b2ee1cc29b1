#include "conform/readings/same_readings.h"

#include <algorithm>

#include "spec/read_otherwise.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr uint32_t only(int reading) { return 1U << reading; }
constexpr uint32_t all_but(int reading) { return ~only(reading); }

bool any(const Operation&) { return true; }
bool whatever(const Answers&) { return true; }

bool is_matrix(const Operation& operation) {
  return operation.family == Family::okk_gdma && operation.parameter("rows") != nullptr;
}
bool has_signed_strides(const Operation& operation) {
  return leaves_open(operation, "negative-stride") && !is_matrix(operation);
}
bool has_unsigned_strides(const Operation& operation) {
  return operation.family == Family::bm_atomic;
}
bool is_mask_copy(const Operation& operation) {
  return bm_atomic::is_kind(operation, bm_atomic::Kind::mask_memcpy_4D);
}

constexpr SameReadings table[] = {
    {"disjoint-by",
     0b11,
     any,
     {{"copy-overlap", all_but(0)}},
     whatever,
     "every overlap is accepted (copy-overlap)"},
    {"gdma-shape-limit",
     0b101,
     is_matrix,
     {{"empty-copy", all_but(1)}},
     [](const Answers& a) { return a.profile.lane_bytes / a.profile.unit_bytes <= 0xffff; },
     "no lane has room for more rows than 65535"},
    {"unused-stride", 0b101, has_unsigned_strides, {}, whatever, "strides have no sign"},
    {"unused-stride",
     0b111,
     has_unsigned_strides,
     {{"stride-unit", only(0)}, {"source-broadcast", only(0)}},
     whatever,
     "no rule concerns the stride of any extent (stride-unit, source-broadcast)"},
    {"unused-stride",
     0b011,
     has_signed_strides,
     {{"negative-stride", only(1)},
      {"stride-unit", only(0)},
      {"w-stride-unit", only(0)},
      {"source-broadcast", only(0)}},
     whatever,
     "no rule concerns the stride of any extent (negative-stride, stride-unit, source-broadcast)"},
    {"aligned-tail",
     0b11,
     is_mask_copy,
     {{"mask-local-alignment", only(0)}},
     whatever,
     "operands start and lanes end at whole units (mask-local-alignment)"},
    {"mask-room",
     0b11,
     any,
     {},
     [](const Answers& a) { return !a.reaches_window_end; },
     "the memory offered does not reach the end of a window"},
    {"mask-count-after-rejection",
     0b11,
     any,
     {},
     [](const Answers& a) { return a.rejection_ends_process; },
     "a rejection ends the process"},
};

}  // namespace

std::span<const SameReadings> same_readings() { return table; }

std::string_view why_same(const Operation& operation, std::string_view entry,
                          const std::function<uint32_t(std::string_view entry)>& left,
                          const Answers& answers) {
  const auto is_met = [&](const SameReadings::Condition& condition) {
    return !leaves_open(operation, condition.entry) ||
           (left(condition.entry) & ~condition.readings) == 0;
  };
  for (const SameReadings& row : table)
    if (row.entry == entry && (left(entry) & ~row.readings) == 0 && row.concerns(operation) &&
        row.holds(answers) && std::ranges::all_of(row.conditions, is_met))
      return row.why;
  return {};
}

}  // namespace strideproof
