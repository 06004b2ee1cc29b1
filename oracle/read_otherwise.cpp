#include "oracle/read_otherwise.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "oracle/windows.h"
#include "spec/operations/bm_atomic.h"
#include "spec/vocabulary/asc.h"

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
bool as_offset(Case& c, const char* address, const char* lane, bool local) {
  int64_t& at = c[address];
  if (!local || at < c.profile->lane_bytes) return false;
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

void bm_atomic_elsewhere(const Case& c, std::vector<Case>& into) {
  using bm_atomic::Kind;
  const size_t first = into.size();
  switch (bm_atomic::kind(*c.operation)) {
    case Kind::memcpy_1D:
      also(into, first, c, [](Case& x) { return from_base(x, "dst_addr", true); });
      also(into, first, c, [](Case& x) { return from_base(x, "src_addr", false); });
      return;
    case Kind::memcpy_2D:
      also(into, first, c,
           [](Case& x) { return as_offset(x, "local_mem_addr", "local_mem_idx", true); });
      also(into, first, c, with_section_of_bytes);
      also(into, first, c, as_one_row);
      return;
    case Kind::memcpy_4D:
      also(into, first, c,
           [](Case& x) { return as_offset(x, "dst_addr", "dst_local_idx", is_local(x, true)); });
      also(into, first, c,
           [](Case& x) { return as_offset(x, "src_addr", "src_local_idx", is_local(x, false)); });
      also(into, first, c, with_written_shape);
      return;
    case Kind::memset_4D:
      also(into, first, c,
           [](Case& x) { return as_offset(x, "start_addr", "local_idx", is_local(x, true)); });
      return;
    case Kind::mask_memcpy_4D: also(into, first, c, with_mask_of_bytes); return;
    default: return;
  }
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

// trans-dst-stride
bool from_start_to_start(Case& c) { return c["dst_stride"]-- > 0; }

}  // namespace

bool leaves_open(const Operation& operation, std::string_view entry) {
  const auto& entries = operation.ambiguities;
  return std::find(entries.begin(), entries.end(), entry) != entries.end();
}

void read_otherwise(const Case& c, ReadBytes bytes, std::vector<Case>& into) {
  const Operation& operation = *c.operation;
  const size_t first = into.size();
  if (bytes == ReadBytes::inside) {
    if (leaves_open(operation, "stride-unit"))
      also(into, first, c, [](Case& x) { return with_strides_of_bytes(x, true, false); });
    if (leaves_open(operation, "w-stride-unit"))
      for (const bool outer : {false, true})
        also(into, first, c, [&](Case& x) { return with_strides_of_bytes(x, outer, true); });
    if (leaves_open(operation, "linear-length")) also(into, first, c, with_length_of_bytes);
    if (operation.family == Family::asc) also(into, first, c, from_start_to_start);
    return;
  }
  if (operation.family == Family::bm_atomic) bm_atomic_elsewhere(c, into);
  if (operation.family == Family::asc)  // trans-index-unit, trans-stride-unit
    for (const std::string_view name : {"index_id", "src_stride"})
      also(into, first, c, [&](Case& x) { return (x[name] *= 2) > 0; });
  if (operation.family == Family::tik)  // data-move-stride
    also(into, first, c, [](Case& x) {
      for (const std::string_view name : {"src_stride", "dst_stride"})
        x[name] = std::max<int64_t>(0, x[name] - x["burst"]);
      return true;
    });
}

}  // namespace strideproof
