#include "conform/tests/variants.h"

#include <utility>

namespace strideproof::tests {
namespace {

// A parameter, or one of its four values.
int64_t& value(Case& c, std::string_view name, size_t of = 0) {
  return c.arguments.value[static_cast<size_t>(c.operation->parameter(name)->slot) + of];
}
bool has(const Case& c, std::string_view name) { return c.operation->parameter(name) != nullptr; }
// True if the case has both and the first is not NULL.
bool gives(const Case& c, std::string_view stride, std::string_view shape) {
  const Parameter* const parameter = c.operation->parameter(stride);
  return parameter != nullptr && has(c, shape) &&
         !c.arguments.is_null(static_cast<int>(parameter - c.operation->parameters.data()));
}

// BmGDMADir: S2L 0, L2S 1, S2S 2, L2L 3.
bool dst_is_local(int64_t direction) { return direction == 0 || direction == 3; }
bool src_is_local(int64_t direction) { return direction == 1 || direction == 3; }
// BmGDMAFormat: FLOAT32, INT16, UINT8, INT8, FLOAT16.
int64_t bytes_of_format(int64_t format) {
  return format == 0 ? 4 : format == 1 || format == 4 ? 2 : 1;
}

Change reject_if(bool illegal) { return illegal ? Change::reject : Change::run; }

// The addresses of memcpy_1D in local memory.
std::vector<const char*> local_addresses(Case& c) {
  std::vector<const char*> names;
  if (dst_is_local(value(c, "direction"))) names.push_back("dst_addr");
  if (src_is_local(value(c, "direction"))) names.push_back("src_addr");
  return names;
}

Change linear_base(Case& c) {
  const Profile& profile = *c.profile;
  for (const char* name : local_addresses(c)) {
    if (value(c, name) >= profile.lanes * profile.lane_bytes) return Change::reject;
    value(c, name) += profile.local_base;
  }
  return Change::run;
}

Change linear_length(Case& c) {
  const int64_t bytes = bytes_of_format(value(c, "format"));
  if (value(c, "format") > 4) return Change::run;
  if (value(c, "dst_addr") % bytes != 0 || value(c, "src_addr") % bytes != 0) return Change::reject;
  value(c, "format") = 2;  // uint8
  return Change::run;
}

Change linear_lanes(Case& c) {
  const int64_t bytes = value(c, "length") * bytes_of_format(value(c, "format"));
  for (const char* name : local_addresses(c))
    if (value(c, name) % c.profile->lane_bytes + bytes > c.profile->lane_bytes)
      return Change::reject;
  return Change::run;
}

void split(Case& c, std::string_view address, std::string_view lane) {
  if (value(c, lane) >= c.profile->lanes) return;  // illegal by itself
  value(c, lane) += value(c, address) / c.profile->lane_bytes;
  value(c, address) %= c.profile->lane_bytes;
}

Change local_address(Case& c) {
  if (has(c, "start_addr")) {
    if (value(c, "is_local_mem") != 0) split(c, "start_addr", "local_idx");
  } else if (has(c, "local_mem_addr")) {
    split(c, "local_mem_addr", "local_mem_idx");
  } else if (has(c, "src_local_idx") && has(c, "direction")) {
    if (dst_is_local(value(c, "direction"))) split(c, "dst_addr", "dst_local_idx");
    if (src_is_local(value(c, "direction"))) split(c, "src_addr", "src_local_idx");
  }
  return Change::run;
}

Change global_only(Case& c) {
  const char* const name = has(c, "start_addr")        ? "start_addr"
                           : has(c, "global_mem_addr") ? "global_mem_addr"
                                                       : "dst_global_mem_addr";
  if (has(c, "start_addr") && value(c, "is_local_mem") != 0) return Change::run;
  return reject_if(value(c, name) < c.profile->windows.back().first);
}

// Turns a stride in bytes into one in elements. False: it is no whole number of elements.
bool to_elements(Case& c, std::string_view stride, size_t of, int64_t extent, int64_t bytes) {
  int64_t& distance = value(c, stride, of);
  if (extent != 1 && distance % bytes != 0) return false;
  distance /= bytes;
  return true;
}

// A stride of a matrix and the extent of which it is the distance.
constexpr std::pair<std::string_view, std::string_view> row_strides[] = {{"row_stride", "row"},
                                                                         {"row_stride", "rows"},
                                                                         {"src_c_stride", "src_c"},
                                                                         {"dst_c_stride", "src_w"}};

struct FourStrides {
  std::string_view stride, shape, format;
};
constexpr FourStrides four_strides[] = {{"stride", "shape", "format"},
                                        {"src_stride", "src_shape", "src_format"},
                                        {"dst_stride", "dst_shape", "dst_format"},
                                        {"dst_stride", "shape", ""},
                                        {"src_stride", "shape", ""},
                                        {"src0_stride", "shape", ""},
                                        {"src1_stride", "shape", ""}};

int64_t bytes_of(Case& c, std::string_view format) {
  return has(c, format) ? bytes_of_format(value(c, format)) : c.operation->element_bytes;
}

// Strides from `first` to before `end` of each tensor, in the order n, c, h, w.
Change tensors_to_elements(Case& c, size_t first, size_t end) {
  for (const auto& [stride, shape, format] : four_strides) {
    if (!gives(c, stride, shape)) continue;
    for (size_t i = first; i < end; ++i)
      if (!to_elements(c, stride, i, value(c, shape, i), bytes_of(c, format)))
        return Change::reject;
  }
  return Change::run;
}

Change stride_unit(Case& c) {
  for (const auto& [stride, extent] : row_strides)
    if (has(c, stride) && has(c, extent) &&
        !to_elements(c, stride, 0, value(c, extent), bytes_of(c, "format")))
      return Change::reject;
  return tensors_to_elements(c, 0, 3);
}

Change section_unit(Case& c) {
  const int64_t bytes = bytes_of_format(value(c, "format"));
  int64_t& sec_size = value(c, "sec_size");
  if (sec_size > 65535 || sec_size % bytes != 0) return Change::reject;
  sec_size /= bytes;
  return Change::run;
}

Change transpose_n_c_ignored(Case& c) {
  if (value(c, "transpose") == 0) return Change::run;
  const auto planes = [&](const char* name) {
    return static_cast<uint64_t>(value(c, name, 0)) * static_cast<uint64_t>(value(c, name, 1));
  };
  if (planes("src_shape") != planes("dst_shape")) return Change::reject;
  value(c, "dst_shape", 0) = value(c, "src_shape", 1);
  value(c, "dst_shape", 1) = value(c, "src_shape", 0);
  return Change::run;
}

Change one_column(Case& c, std::string_view shape, std::string_view stride) {
  if (value(c, shape, 3) == 1) value(c, stride, 3) = 1;
  return Change::run;
}

// True for some stride of a tensor, by its name, value and extent.
template <class Which>
bool any_stride(Case& c, Which which) {
  for (const auto& [stride, shape, format] : four_strides)
    for (size_t i = 0; i < 4 && gives(c, stride, shape); ++i)
      if (which(stride, value(c, stride, i), value(c, shape, i))) return true;
  return false;
}

Change source_broadcast(Case& c) {
  return reject_if(any_stride(c, [](std::string_view name, int64_t stride, int64_t extent) {
    return name.starts_with("src") && stride == 0 && extent > 1;
  }));
}

Change source_overlap(Case& c) {
  return reject_if(
      has(c, "rows")  ? value(c, "rows") > 1 && value(c, "row_stride") < value(c, "cols")
      : has(c, "row") ? value(c, "direction") == 0 && value(c, "row") > 1 &&
                            value(c, "row_stride") < value(c, "col")
                      : value(c, "src_c") > 1 && value(c, "src_c_stride") < value(c, "src_w"));
}

Change single_row_stride(Case& c) {
  return reject_if(has(c, "row")
                       ? value(c, "direction") == 1 && value(c, "row") == 1 &&
                             value(c, "row_stride") < value(c, "col")
                       : value(c, "src_w") == 1 && value(c, "dst_c_stride") < value(c, "src_c"));
}

Change in_place(Case& c) {
  if (has(c, "nburst"))
    return reject_if(value(c, "dst_space") == value(c, "src_space") &&
                     value(c, "dst") == value(c, "src") &&
                     (value(c, "nburst") == 1 || value(c, "dst_stride") == value(c, "src_stride")));
  const int64_t direction = value(c, "direction");  // memcpy_1D
  return reject_if(dst_is_local(direction) == src_is_local(direction) &&
                   value(c, "dst_addr") == value(c, "src_addr") && value(c, "length") > 0);
}

Change empty_copy_checked(Case& c) {  // of memcpy_1D
  if (value(c, "length") != 0) return Change::run;
  const int64_t format = value(c, "format"), bytes = bytes_of_format(format);
  const bool legal = format <= 4 && value(c, "direction") <= 3 &&
                     value(c, "dst_addr") % bytes == 0 && value(c, "src_addr") % bytes == 0;
  return legal ? Change::done : Change::reject;
}

Change empty_copy(Case& c) {
  if (has(c, "length")) return value(c, "length") == 0 ? Change::done : Change::run;
  for (size_t i = 0; i < 4; ++i)
    if (value(c, "shape", i) <= 0) return Change::done;
  return Change::run;
}

Change unused_stride(Case& c) {
  if (has(c, "rows"))
    return reject_if(value(c, "rows") == 1 && value(c, "row_stride") < value(c, "cols"));
  return reject_if(
      any_stride(c, [](std::string_view, int64_t stride, int64_t) { return stride < 0; }));
}

Change trans_dst_stride(Case& c) {
  if (value(c, "repeat") <= 1) return Change::run;
  return value(c, "dst_stride")-- == 0 ? Change::reject : Change::run;
}

Change twice_for_16_bits(Case& c, const char* name) {
  if (value(c, "dtype") == 2 || value(c, "dtype") == 3) value(c, name) *= 2;
  return Change::run;
}

// More fractals than L0B holds: only a call that moves nothing may name them.
Change trans_frac_stride_any(Case& c) {
  if (value(c, "repeat") == 0) value(c, "dst_frac_stride") = 0;
  return Change::run;
}

// A shift by 32 is one by another count.
template <int64_t count>
Change shift_by_32(Case& c) {
  int64_t& given = value(c, "C");
  if (given == 32 || (count == 0 && given == -32)) given = count;
  return Change::run;
}

constexpr Variant table[] = {
    {"empty-copy=1", "bm_atomic_memcpy_1D", empty_copy_checked},
    {"empty-copy=2", "@(bm_atomic_memcpy_1D|okk_gdma_16bit_set_C_local)", empty_copy},
    {"unused-stride=1", "@(okk_gdma_32bit_matrix_L2S|okk_bdc_32bit_and_C)", unused_stride},
    {"unused-stride=2", "okk_gdma_16bit_set_C_system", unused_stride},
    {"stride-unit=1",
     "@(okk_*_16bit_cpy_S2S|okk_*_matrix_L2S|okk_*_xor|bm_atomic_mem*_[24]D|bm_atomic_cwtrans)",
     stride_unit},
    {"w-stride-unit=1", "@(okk_bdc_32bit_xor|okk_bdc_32bit_logical_shift_C)",
     [](Case& c) { return tensors_to_elements(c, 3, 4); }},
    {"stride-unit=1 w-stride-unit=1", "okk_bdc_32bit_xor",
     [](Case& c) { return tensors_to_elements(c, 0, 4); }},
    {"fill-w-stride=1", "@(okk_gdma_32bit_set_C_local|bm_atomic_memset_4D)",
     [](Case& c) { return one_column(c, "shape", has(c, "stride") ? "stride" : "dst_stride"); }},
    {"source-broadcast=1", "@(okk_gdma_8bit_cpy_S2L|okk_bdc_32bit_or|bm_atomic_memcpy_4D)",
     source_broadcast},
    {"source-overlap=1", "@(okk_gdma_32bit_matrix_S2L|bm_atomic_memcpy_2D|bm_atomic_cwtrans)",
     source_overlap},
    {"in-place=1", "@(bm_atomic_memcpy_1D|data_move)", in_place},
    {"local-address=1", "bm_atomic_mem*_[24]D", local_address},
    {"global-only=1", "@(bm_atomic_memset_4D|bm_atomic_memcpy_2D|bm_atomic_mask_memcpy_4D)",
     global_only},
    {"linear-base=1", "bm_atomic_memcpy_1D", linear_base},
    {"linear-length=1", "bm_atomic_memcpy_1D", linear_length},
    {"linear-lanes=1", "bm_atomic_memcpy_1D", linear_lanes},
    {"single-row-stride=1", "@(bm_atomic_memcpy_2D|bm_atomic_cwtrans)", single_row_stride},
    {"section-unit=1", "bm_atomic_memcpy_2D", section_unit},
    {"transpose-shape=2", "bm_atomic_memcpy_4D", transpose_n_c_ignored},
    {"memcpy4d-src-w-stride=1", "bm_atomic_memcpy_4D",
     [](Case& c) { return one_column(c, "src_shape", "src_stride"); }},
    {"memcpy4d-dst-w-stride=1", "bm_atomic_memcpy_4D",
     [](Case& c) { return one_column(c, "dst_shape", "dst_stride"); }},
    {"shift-by-32=1", "okk_bdc_32bit_logical_shift_C", shift_by_32<0>},
    {"shift-by-32=2", "okk_bdc_32bit_arithmetic_shift_C", shift_by_32<-32>},
    {"data-move-src-scope=1", "data_move",
     [](Case& c) { return reject_if(value(c, "src") % 32 != 0); }},
    {"trans-index-unit=1", "asc_copy_l12l0b_trans",
     [](Case& c) { return twice_for_16_bits(c, "index_id"); }},
    {"trans-stride-unit=1", "asc_copy_l12l0b_trans",
     [](Case& c) { return twice_for_16_bits(c, "src_stride"); }},
    {"trans-dst-stride=1", "asc_copy_l12l0b_trans", trans_dst_stride},
    {"trans-frac-stride-limit=1", "asc_copy_l12l0b_trans", trans_frac_stride_any},
    {"trans-frac-stride-limit=2", "asc_copy_l12l0b_trans_sync",
     [](Case& c) { return reject_if(value(c, "dst_frac_stride") > 65535); }},
    {"trans-repeat-zero=1", "asc_copy_l12l0b_trans",
     [](Case& c) { return value(c, "repeat") == 0 ? Change::done : Change::run; }},
};

}  // namespace

std::span<const Variant> variants() { return table; }

}  // namespace strideproof::tests
