#include "spec/read_otherwise.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "spec/operations/bm_atomic.h"

namespace strideproof {
namespace {

// read: the case whose default meaning the reading gives to c. named: the case that means, under the
// reading, what c means by default.
enum class Way : uint8_t { read, named };

struct OtherReading {
  std::string_view entry;  // of the ledger: of operations that leave it open
  ReadBytes bytes;
  bool (*change)(Case&, Way, const OtherReading&);  // false: there is no other case
  std::string_view parameter = {};                  // that is changed
  std::string_view lane = {};                       // local-address: the parameter of its lane
};

// Appends what a change makes of each case listed from `first` on, as readings combine.
void also(std::vector<Case>& cases, size_t first, const Case& c, const OtherReading& reading) {
  const size_t end = cases.size();
  for (size_t i = first; i <= end; ++i) {
    Case other = i == end ? c : cases[i];
    if (reading.change(other, Way::read, reading)) cases.push_back(std::move(other));
  }
}

// ---- bm-atomic ----

bool is_local(const Case& c, std::string_view address) {
  using namespace bm_atomic;
  if (is_kind(*c.operation, Kind::memset_4D)) return c["is_local_mem"] != 0;
  if (is_kind(*c.operation, Kind::memcpy_2D)) return address == "local_mem_addr";
  return address == "dst_addr" ? dst_is_local(c["direction"]) : src_is_local(c["direction"]);
}

// linear-base
bool from_base(Case& c, Way way, const OtherReading& reading) {
  const Profile& profile = *c.profile;
  const int64_t first = way == Way::read ? 0 : profile.local_base;
  int64_t& at = c[reading.parameter];
  if (!is_local(c, reading.parameter) || at < first ||
      at - first >= profile.lanes * profile.lane_bytes)
    return false;
  at += profile.local_base - 2 * first;
  return true;
}

// local-address: the address holds the lane, or some lanes.
bool as_offset(Case& c, Way way, const OtherReading& reading) {
  const auto& [entry, bytes, change, address, lane] = reading;
  if (c.operation->parameter(lane) == nullptr || !is_local(c, address)) return false;
  int64_t &at = c[address], &start = c[lane];
  const int64_t size = c.profile->lane_bytes;
  const int64_t by = way == Way::read                        ? at / size
                     : at < size && start < c.profile->lanes ? -start
                                                             : 0;
  at -= by * size;
  start += by;
  return by != 0;
}

// transpose-shape
bool with_written_shape(Case& c, Way way, const OtherReading&) {
  if (c["transpose"] == 0) return false;
  const int64_t* const src = &c["src_shape"];
  const int64_t written[] = {src[1], src[0], src[2], src[3]};
  const int64_t* const first = way == Way::read ? written : src;
  int64_t* const dst = &c["dst_shape"];
  const bool other = !std::equal(first, first + 4, dst);
  std::copy_n(first, 4, dst);
  return other;
}

// section-cut
bool as_one_row(Case& c, Way way, const OtherReading&) {
  if (way == Way::named) return false;
  const bool transposed = c["transpose"] != 0;
  int64_t& rows = c[transposed ? "col" : "row"];
  int64_t& cols = c[transposed ? "row" : "col"];
  if (rows <= 1 || cols > highest(CType::u32) / rows) return false;
  cols *= rows;
  rows = 1;
  return true;
}

// A value in bytes becomes one in elements, or the other way round; `up` counts for a whole one.
bool in_bytes(Case& c, Way way, const Parameter& parameter, int slot, int64_t bytes,
              int64_t up = 0) {
  int64_t& value = c.arguments.value[static_cast<size_t>(slot)];
  const int64_t other =
      way == Way::read ? (value + up) / bytes
                       : std::clamp(value * bytes, lowest(parameter.type), highest(parameter.type));
  return std::exchange(value, other) != other;
}

// section-unit; linear-length, of which a part of an element is a whole one
bool with_size_of_bytes(Case& c, Way way, const OtherReading& reading) {
  const Parameter& parameter = *c.operation->parameter(reading.parameter);
  const int64_t bytes = bm_atomic::element_bytes_of(c["format"]);
  const int64_t up = reading.parameter == "length" ? bytes - 1 : 0;
  return in_bytes(c, way, parameter, parameter.slot, bytes, up) && c[reading.parameter] != 0;
}

// mask-element: of a mask of bytes, channels that wrap past the last lane lie lower.
bool with_mask_of_bytes(Case& c, Way way, const OtherReading&) {
  int64_t* const shape = &c["shape"];
  int64_t &h = shape[2], &w = shape[3];
  if (way == Way::named || std::max(h, w) > highest(CType::u16)) return false;
  w = (h * w + 3) / 4;
  h = 1;
  return true;
}

// ---- strides and lengths in bytes ----

int64_t element_bytes(Case& c, const Parameter& parameter) {
  if (c.operation->family != Family::bm_atomic) return c.operation->element_bytes;
  const bool one_format = c.operation->parameter("format") != nullptr;
  const bool of_src = (parameter.operands & on_src) != 0;
  return bm_atomic::element_bytes_of(c[one_format ? "format"
                                       : of_src   ? "src_format"
                                                  : "dst_format"]);
}

// stride-unit: n, c and h of a tensor, or the one stride of a matrix. w-stride-unit: w.
template <bool outer, bool w>
bool with_strides_of_bytes(Case& c, Way way, const OtherReading&) {
  bool other = false;
  for (const Parameter& parameter : c.operation->parameters) {
    if (parameter.role != Role::stride) continue;
    const int64_t bytes = element_bytes(c, parameter);
    const int count = slots(parameter.type), of_w = std::max(1, count - 1);
    for (int i = outer ? 0 : of_w; i < (w ? count : of_w); ++i)
      other = in_bytes(c, way, parameter, parameter.slot + i, bytes) || other;
  }
  return other;
}

// data-move-stride
bool with_gaps(Case& c, Way way, const OtherReading&) {
  const int64_t by = way == Way::read ? -c["burst"] : c["burst"];
  for (const std::string_view name : {"src_stride", "dst_stride"})
    c[name] = std::max<int64_t>(0, c[name] + by);
  return true;
}

// trans-index-unit, trans-stride-unit
bool doubled(Case& c, Way way, const OtherReading& reading) {
  int64_t& value = c[reading.parameter];
  if (value == 0 || (way == Way::named && value % 2 != 0)) return false;
  value = way == Way::read ? 2 * value : value / 2;
  return true;
}

// trans-dst-stride
bool from_start_to_start(Case& c, Way way, const OtherReading&) {
  return way == Way::read ? c["dst_stride"]-- > 0 : c["dst_stride"]++ < highest(CType::u16);
}

// ---- the changes, in the order in which they combine ----

using enum ReadBytes;
constexpr OtherReading other_readings[] = {
    {"linear-base", elsewhere, from_base, "dst_addr"},
    {"linear-base", elsewhere, from_base, "src_addr"},
    {"local-address", elsewhere, as_offset, "local_mem_addr", "local_mem_idx"},
    {"section-unit", elsewhere, with_size_of_bytes, "sec_size"},
    {"section-cut", elsewhere, as_one_row},
    {"local-address", elsewhere, as_offset, "dst_addr", "dst_local_idx"},
    {"local-address", elsewhere, as_offset, "src_addr", "src_local_idx"},
    {"transpose-shape", elsewhere, with_written_shape},
    {"local-address", elsewhere, as_offset, "start_addr", "local_idx"},
    {"mask-element", elsewhere, with_mask_of_bytes},
    {"trans-index-unit", elsewhere, doubled, "index_id"},
    {"trans-stride-unit", elsewhere, doubled, "src_stride"},
    {"data-move-stride", elsewhere, with_gaps},
    {"stride-unit", inside, with_strides_of_bytes<true, false>},
    {"w-stride-unit", inside, with_strides_of_bytes<false, true>},
    {"w-stride-unit", inside, with_strides_of_bytes<true, true>},
    {"linear-length", inside, with_size_of_bytes, "length"},
    {"trans-dst-stride", inside, from_start_to_start},
};

}  // namespace

bool leaves_open(const Operation& operation, std::string_view entry) {
  return std::ranges::count(operation.ambiguities, entry) > 0;
}

void read_otherwise(const Case& c, ReadBytes bytes, std::vector<Case>& into) {
  const size_t first = into.size();
  for (const OtherReading& reading : other_readings)
    if (reading.bytes == bytes && leaves_open(*c.operation, reading.entry))
      also(into, first, c, reading);
}

std::vector<Case> named_otherwise(const Case& c) {
  std::vector<Case> all;
  for (const OtherReading& reading : other_readings)
    if (leaves_open(*c.operation, reading.entry))
      if (Case other = c; reading.change(other, Way::named, reading))
        all.push_back(std::move(other));
  return all;
}

}  // namespace strideproof
