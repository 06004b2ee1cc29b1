#include "oracle/read_otherwise.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "oracle/windows.h"
#include "spec/operations/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// Appends what a change makes of each case listed from `first` on, as readings combine.
template <class Change>
void also(std::vector<Case>& cases, size_t first, const Case& c, Change change) {
  const size_t end = cases.size();
  for (size_t i = first; i <= end; ++i) {
    Case other = i == end ? c : cases[i];
    if (change(other)) cases.push_back(std::move(other));
  }
}

// ---- bm-atomic ----

bool is_local(const Case& c, bool dst) {
  using namespace bm_atomic;
  if (is_kind(*c.operation, Kind::memset_4D)) return c["is_local_mem"] != 0;
  if (is_kind(*c.operation, Kind::memcpy_2D)) return dst;  // of the operands as the spec calls them
  return dst ? dst_is_local(c["direction"]) : src_is_local(c["direction"]);
}

// linear-base
bool from_base(Case& c, const char* address, bool dst) {
  const Profile& profile = *c.profile;
  int64_t& at = c[address];
  if (!is_local(c, dst) || at >= profile.lanes * profile.lane_bytes) return false;
  at += profile.local_base;
  return true;
}

// local-address
bool as_offset(Case& c, const char* address, const char* lane, bool dst) {
  if (c.operation->parameter(lane) == nullptr || !is_local(c, dst)) return false;
  int64_t& at = c[address];
  if (at < c.profile->lane_bytes) return false;
  c[lane] += at / c.profile->lane_bytes;
  at %= c.profile->lane_bytes;
  return true;
}

// transpose-shape
bool with_written_shape(Case& c) {
  if (c["transpose"] == 0) return false;
  const int64_t* const src = &c["src_shape"];
  const int64_t written[] = {src[1], src[0], src[2], src[3]};
  int64_t* const dst = &c["dst_shape"];
  const bool other = !std::equal(std::begin(written), std::end(written), dst);
  std::copy(std::begin(written), std::end(written), dst);
  return other;
}

// section-cut
bool as_one_row(Case& c) {
  const bool transposed = c["transpose"] != 0;
  int64_t& rows = c[transposed ? "col" : "row"];
  int64_t& cols = c[transposed ? "row" : "col"];
  if (rows <= 1 || cols > highest(CType::u32) / rows) return false;
  cols *= rows;
  rows = 1;
  return true;
}

int64_t bytes_of_format(Case& c, const char* name) {
  return std::max<int64_t>(1, spec::bm_atomic::element_bytes_of(c[name]));
}

// section-unit
bool with_section_of_bytes(Case& c) {
  const int64_t bytes = bytes_of_format(c, "format");
  int64_t& sec_size = c["sec_size"];
  if (bytes == 1 || sec_size < bytes) return false;
  sec_size /= bytes;
  return true;
}

// mask-element: of a mask of bytes, channels that wrap past the last lane lie lower.
bool with_mask_of_bytes(Case& c) {
  int64_t* const shape = &c["shape"];
  int64_t &h = shape[2], &w = shape[3];
  if (std::max(h, w) > run_budget) return false;
  w = (h * w + 3) / 4;
  h = 1;
  return true;
}

// ---- strides and lengths in bytes ----

int64_t element_bytes(Case& c, const Parameter& parameter) {
  if (c.operation->family != Family::bm_atomic) return c.operation->element_bytes;
  if (c.operation->parameter("format") != nullptr) return bytes_of_format(c, "format");
  return bytes_of_format(c, (parameter.operands & on_src) != 0 ? "src_format" : "dst_format");
}

// stride-unit: n, c and h of a tensor, or the one stride of a matrix. w-stride-unit: w.
bool with_strides_of_bytes(Case& c, bool outer, bool w) {
  bool other = false;
  for (const Parameter& parameter : c.operation->parameters) {
    if (parameter.role != Role::stride) continue;
    const int64_t bytes = element_bytes(c, parameter);
    const int count = slots(parameter.type), of_w = std::max(1, count - 1);
    for (int i = outer ? 0 : of_w; i < (w ? count : of_w); ++i) {
      int64_t& stride = c.arguments.value[static_cast<size_t>(parameter.slot + i)];
      other = other || stride / bytes != stride;
      stride /= bytes;
    }
  }
  return other;
}

// linear-length
bool with_length_of_bytes(Case& c) {
  const int64_t bytes = bytes_of_format(c, "format");
  int64_t& length = c["length"];
  const int64_t before = std::exchange(length, ceil_div(length, bytes));
  return length != before;
}

// data-move-stride
bool with_gaps(Case& c) {
  for (const std::string_view name : {"src_stride", "dst_stride"})
    c[name] = std::max<int64_t>(0, c[name] - c["burst"]);
  return true;
}

// ---- the changes, in the order in which they combine ----

struct OtherReading {
  std::string_view entry;  // of the ledger: of operations that leave it open
  ReadBytes bytes;
  bool (*change)(Case&);  // false: the case has no other bytes
};
using enum ReadBytes;
constexpr OtherReading other_readings[] = {
    {"linear-base", elsewhere, [](Case& c) { return from_base(c, "dst_addr", true); }},
    {"linear-base", elsewhere, [](Case& c) { return from_base(c, "src_addr", false); }},
    {"local-address", elsewhere,
     [](Case& c) { return as_offset(c, "local_mem_addr", "local_mem_idx", true); }},
    {"section-unit", elsewhere, with_section_of_bytes},
    {"section-cut", elsewhere, as_one_row},
    {"local-address", elsewhere,
     [](Case& c) { return as_offset(c, "dst_addr", "dst_local_idx", true); }},
    {"local-address", elsewhere,
     [](Case& c) { return as_offset(c, "src_addr", "src_local_idx", false); }},
    {"transpose-shape", elsewhere, with_written_shape},
    {"local-address", elsewhere,
     [](Case& c) { return as_offset(c, "start_addr", "local_idx", true); }},
    {"mask-element", elsewhere, with_mask_of_bytes},
    {"trans-index-unit", elsewhere, [](Case& c) { return (c["index_id"] *= 2) > 0; }},
    {"trans-stride-unit", elsewhere, [](Case& c) { return (c["src_stride"] *= 2) > 0; }},
    {"data-move-stride", elsewhere, with_gaps},
    {"stride-unit", inside, [](Case& c) { return with_strides_of_bytes(c, true, false); }},
    {"w-stride-unit", inside, [](Case& c) { return with_strides_of_bytes(c, false, true); }},
    {"w-stride-unit", inside, [](Case& c) { return with_strides_of_bytes(c, true, true); }},
    {"linear-length", inside, with_length_of_bytes},
    {"trans-dst-stride", inside, [](Case& c) { return c["dst_stride"]-- > 0; }},
};

using OtherReadings = std::vector<const OtherReading*>;
const OtherReadings& other_readings_of(const Operation& operation) {
  static const std::vector<OtherReadings> all = [] {
    std::vector<OtherReadings> found(catalogue().size());
    for (const Operation& each : catalogue())
      for (const OtherReading& reading : other_readings)
        if (leaves_open(each, reading.entry))
          found[static_cast<size_t>(each.index)].push_back(&reading);
    return found;
  }();
  return all[static_cast<size_t>(operation.index)];
}

}  // namespace

bool leaves_open(const Operation& operation, std::string_view entry) {
  const auto& entries = operation.ambiguities;
  return std::find(entries.begin(), entries.end(), entry) != entries.end();
}

void read_otherwise(const Case& c, ReadBytes bytes, std::vector<Case>& into) {
  const size_t first = into.size();
  for (const OtherReading* reading : other_readings_of(*c.operation))
    if (reading->bytes == bytes) also(into, first, c, reading->change);
}

}  // namespace strideproof
