// Implementations that read the documents otherwise:
//
//   STRIDEPROOF_VARIANT="ID=NUMBER"   the optimized implementation, which is given another case: the
//                                     one that means by default what the caller's case means under
//                                     the reading. Written from the words of the ledger, without
//                                     the reference.
//   STRIDEPROOF_READINGS="ID=NUMBER"  the reference under the reading
//   STRIDEPROOF_CUT="OP.PARAMETER:N"  beside either: a planted fault, a parameter cut to its lower
//                                     bits

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "conform/plugin/export/chosen_readings.h"
#include "conform/plugin/export/implementation.h"
#include "mutants/cut.h"

namespace strideproof::exported {
namespace {

enum class Answer : uint8_t { run, reject, done };  // done: nothing moves

int64_t& value(Case& c, std::string_view name, int of = 0) {
  return c.arguments.value[static_cast<size_t>(c.operation->parameter(name)->slot + of)];
}

bool has(const Case& c, std::string_view name) { return c.operation->parameter(name) != nullptr; }

// S2L 0, L2S 1, S2S 2, L2L 3
bool dst_is_local(Case& c) { return value(c, "direction") == 0 || value(c, "direction") == 3; }
bool src_is_local(Case& c) { return value(c, "direction") == 1 || value(c, "direction") == 3; }

int64_t bytes_of_format(int64_t format) {
  return format == 0 ? 4 : format == 1 || format == 4 ? 2 : 1;
}

Answer linear_base(Case& c) {
  const Profile& profile = *c.profile;
  for (const auto& [name, local] :
       {std::pair{"dst_addr", dst_is_local(c)}, std::pair{"src_addr", src_is_local(c)}}) {
    if (!local) continue;
    if (value(c, name) >= profile.lanes * profile.lane_bytes) return Answer::reject;
    value(c, name) += profile.local_base;
  }
  return Answer::run;
}

Answer linear_length(Case& c) {
  const int64_t bytes = bytes_of_format(value(c, "format"));
  if (value(c, "format") > 4) return Answer::run;
  if (value(c, "dst_addr") % bytes != 0 || value(c, "src_addr") % bytes != 0) return Answer::reject;
  value(c, "format") = 2;  // uint8
  return Answer::run;
}

Answer linear_lanes(Case& c) {
  const int64_t bytes = value(c, "length") * bytes_of_format(value(c, "format"));
  for (const auto& [name, local] :
       {std::pair{"dst_addr", dst_is_local(c)}, std::pair{"src_addr", src_is_local(c)}})
    if (local && value(c, name) % c.profile->lane_bytes + bytes > c.profile->lane_bytes)
      return Answer::reject;
  return Answer::run;
}

void split(Case& c, std::string_view address, std::string_view lane) {
  if (value(c, lane) >= c.profile->lanes) return;  // illegal by itself
  value(c, lane) += value(c, address) / c.profile->lane_bytes;
  value(c, address) %= c.profile->lane_bytes;
}

Answer local_address(Case& c) {
  if (has(c, "start_addr")) {
    if (value(c, "is_local_mem") != 0) split(c, "start_addr", "local_idx");
  } else if (has(c, "local_mem_addr")) {
    split(c, "local_mem_addr", "local_mem_idx");
  } else if (has(c, "src_local_idx") && has(c, "direction")) {
    if (dst_is_local(c)) split(c, "dst_addr", "dst_local_idx");
    if (src_is_local(c)) split(c, "src_addr", "src_local_idx");
  }
  return Answer::run;
}

Answer global_only(Case& c) {
  const char* const name = has(c, "start_addr")        ? "start_addr"
                           : has(c, "global_mem_addr") ? "global_mem_addr"
                                                       : "dst_global_mem_addr";
  if (has(c, "start_addr") && value(c, "is_local_mem") != 0) return Answer::run;
  return value(c, name) < c.profile->windows.back().first ? Answer::reject : Answer::run;
}

// Strides of memset_4D count bytes.
Answer stride_unit(Case& c) {
  const int64_t bytes = bytes_of_format(value(c, "format"));
  for (int i = 0; i < 3; ++i) {
    int64_t& stride = value(c, "stride", i);
    if (value(c, "shape", i) != 1 && stride % bytes != 0) return Answer::reject;
    stride /= bytes;
  }
  return Answer::run;
}

Answer section_unit(Case& c) {
  const int64_t bytes = bytes_of_format(value(c, "format"));
  int64_t& sec_size = value(c, "sec_size");
  if (sec_size > 65535 || sec_size % bytes != 0) return Answer::reject;
  sec_size /= bytes;
  return Answer::run;
}

Answer transpose_shape(Case& c) {
  if (value(c, "transpose") == 0) return Answer::run;
  const auto count = [&](const char* name, int first) {
    uint64_t product = 1;
    for (int i = first; i < first + 2; ++i) product *= static_cast<uint64_t>(value(c, name, i));
    return product;
  };
  if (count("src_shape", 0) != count("dst_shape", 0)) return Answer::reject;
  value(c, "dst_shape", 0) = value(c, "src_shape", 1);
  value(c, "dst_shape", 1) = value(c, "src_shape", 0);
  return Answer::run;
}

// memcpy_4D rejects a source stride of 0.
Answer source_broadcast(Case& c) {
  for (int i = 0; i < 4; ++i)
    if (value(c, "src_stride", i) == 0 && value(c, "src_shape", i) > 1) return Answer::reject;
  return Answer::run;
}

Answer source_overlap(Case& c) {
  const bool overlaps = value(c, "rows") > 1 && value(c, "row_stride") < value(c, "cols");
  return overlaps ? Answer::reject : Answer::run;
}

Answer in_place(Case& c) {  // of memcpy_1D
  const bool same =
      dst_is_local(c) == src_is_local(c) && value(c, "dst_addr") == value(c, "src_addr");
  return same && value(c, "length") > 0 ? Answer::reject : Answer::run;
}

Answer empty_copy(Case& c) {  // of a fill
  for (int i = 0; i < 4; ++i)
    if (value(c, "shape", i) <= 0) return Answer::done;
  return Answer::run;
}

Answer unused_stride(Case& c) {  // of a fill
  if (c.arguments.is_null(3)) return Answer::run;
  for (int i = 0; i < 3; ++i)
    if (value(c, "dst_stride", i) < 0) return Answer::reject;
  return Answer::run;
}

Answer shift_by_32(Case& c) {
  if (value(c, "C") == 32) value(c, "C") = -32;
  return Answer::run;
}

Answer trans_dst_stride(Case& c) {
  if (value(c, "repeat") <= 1) return Answer::run;
  return value(c, "dst_stride")-- == 0 ? Answer::reject : Answer::run;
}

Answer trans_index_unit(Case& c) {
  if (value(c, "dtype") == 2 || value(c, "dtype") == 3) value(c, "index_id") *= 2;
  return Answer::run;
}

Answer trans_repeat_zero(Case& c) { return value(c, "repeat") == 0 ? Answer::done : Answer::run; }

Answer trans_frac_stride_limit(Case& c) {
  return value(c, "dst_frac_stride") > 65535 ? Answer::reject : Answer::run;
}

constexpr std::pair<std::string_view, Answer (*)(Case&)> variants[] = {
    {"linear-base=1", linear_base},
    {"linear-length=1", linear_length},
    {"linear-lanes=1", linear_lanes},
    {"local-address=1", local_address},
    {"global-only=1", global_only},
    {"stride-unit=1", stride_unit},
    {"section-unit=1", section_unit},
    {"transpose-shape=2", transpose_shape},
    {"source-broadcast=1", source_broadcast},
    {"source-overlap=1", source_overlap},
    {"in-place=1", in_place},
    {"empty-copy=2", empty_copy},
    {"unused-stride=2", unused_stride},
    {"shift-by-32=2", shift_by_32},
    {"trans-dst-stride=1", trans_dst_stride},
    {"trans-index-unit=1", trans_index_unit},
    {"trans-repeat-zero=1", trans_repeat_zero},
    {"trans-frac-stride-limit=2", trans_frac_stride_limit},
};

std::string_view environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

// The catalogue exists from the first call on.
const mutants::Cut& cut() {
  static const mutants::Cut of_environment = [] {
    const std::string_view text = environment("STRIDEPROOF_CUT");
    return text.empty() ? mutants::Cut{} : mutants::parse_cut(text);
  }();
  return of_environment;
}

}  // namespace

const char* implementation_name() { return "another reading"; }

Result run(Machine& machine, const Case& c) {
  static const Readings readings = chosen_readings();
  static const std::string_view name = environment("STRIDEPROOF_VARIANT");
  Case received = c;
  mutants::apply(cut(), received);
  const auto variant = std::find_if(std::begin(variants), std::end(variants),
                                    [](const auto& row) { return row.first == name; });
  if (variant == std::end(variants)) return reference::run(machine, received, readings);
  const Answer answer = variant->second(received);
  if (answer == Answer::run) return optimized::run(machine, received);
  return {{.violated = answer == Answer::reject ? uint64_t{1} : 0}, 0};
}

}  // namespace strideproof::exported
