// The typed views, which the spec and the reference share, against lines written by hand from the
// prototypes of the documents: each parameter has a value of its own, and its field has that value.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/okk_bdc.h"
#include "spec/vocabulary/okk_gdma.h"
#include "spec/vocabulary/tik.h"

namespace strideproof {
namespace {

struct Row {
  std::string_view operations;  // a glob
  std::string_view parameters;
};

// In the order of the prototypes; of the structs of bm-atomic in that of their members.
constexpr Row rows[] = {
    {"okk_gdma_*bit_cpy_*",
     "dst_addr=1 src_addr=2 shape=3,4,5,6 dst_stride=7,8,9,10 src_stride=11,12,13,14"},
    {"okk_gdma_*bit_cpy_*",
     "dst_addr=1 src_addr=2 shape=3,4,5,6 dst_stride=null src_stride=11,12,13,14"},
    {"okk_gdma_*bit_cpy_*",
     "dst_addr=1 src_addr=2 shape=3,4,5,6 dst_stride=7,8,9,10 src_stride=null"},
    {"okk_gdma_*bit_set_C_*", "dst_addr=1 C=2 shape=3,4,5,6 dst_stride=7,8,9,10"},
    {"okk_gdma_*bit_set_C_*", "dst_addr=1 C=2 shape=3,4,5,6 dst_stride=null"},
    {"okk_gdma_32bit_matrix_*",
     "dst_addr=1 src_addr=2 rows=3 cols=4 cols_per_channel=5 row_stride=6"},
    {"okk_bdc_32bit_*",
     "dst_addr=1 src0_addr=2 src1_addr=3 shape=4,5,6,7 dst_stride=8,9,10,11 "
     "src0_stride=12,13,14,15 src1_stride=16,17,18,19"},
    {"okk_bdc_32bit_*",
     "dst_addr=1 src0_addr=2 src1_addr=3 shape=4,5,6,7 dst_stride=null src0_stride=12,13,14,15 "
     "src1_stride=16,17,18,19"},
    {"okk_bdc_32bit_*",
     "dst_addr=1 src0_addr=2 src1_addr=3 shape=4,5,6,7 dst_stride=8,9,10,11 src0_stride=null "
     "src1_stride=16,17,18,19"},
    {"okk_bdc_32bit_*",
     "dst_addr=1 src0_addr=2 src1_addr=3 shape=4,5,6,7 dst_stride=8,9,10,11 "
     "src0_stride=12,13,14,15 src1_stride=null"},
    {"okk_bdc_32bit_*C*",
     "dst_addr=1 src_addr=2 C=3 shape=4,5,6,7 dst_stride=8,9,10,11 src_stride=12,13,14,15"},
    {"okk_bdc_32bit_*C*",
     "dst_addr=1 src_addr=2 C=3 shape=4,5,6,7 dst_stride=null src_stride=12,13,14,15"},
    {"okk_bdc_32bit_*C*",
     "dst_addr=1 src_addr=2 C=3 shape=4,5,6,7 dst_stride=8,9,10,11 src_stride=null"},
    {"bm_atomic_memcpy_1D", "src_addr=1 dst_addr=2 length=3 format=4 direction=5"},
    {"bm_atomic_memcpy_2D",
     "global_mem_addr=2 local_mem_addr=3 local_mem_idx=4 row=5 col=6 row_stride=7 sec_size=8 "
     "format=9 direction=10 transpose=1 result_add=0"},
    {"bm_atomic_memcpy_2D",
     "global_mem_addr=2 local_mem_addr=3 local_mem_idx=4 row=5 col=6 row_stride=7 sec_size=8 "
     "format=9 direction=10 transpose=0 result_add=1"},
    {"bm_atomic_memcpy_4D",
     "src_addr=2 src_local_idx=3 src_shape=4,5,6,7 src_stride=8,9,10,11 src_format=12 dst_addr=13 "
     "dst_local_idx=14 dst_shape=15,16,17,18 dst_stride=19,20,21,22 dst_format=23 direction=24 "
     "transpose=1"},
    {"bm_atomic_memset_4D",
     "start_addr=2 shape=3,4,5,6 stride=7,8,9,10 const_val=11 format=12 is_local_mem=1 "
     "local_idx=13"},
    {"bm_atomic_cwtrans",
     "src_addr=1 src_local_idx=2 dst_addr=3 dst_local_idx=4 src_c=5 src_w=6 format=7 "
     "src_c_stride=8 dst_c_stride=9"},
    {"bm_atomic_mask_memcpy_4D",
     "data_local_mem_addr=1 mask_local_mem_addr=2 local_mem_idx=3 dst_global_mem_addr=4 "
     "shape=5,6,7,8"},
    {"bm_get_mask_memcpy_res_num", ""},
    {"data_move",
     "dst_space=1 dst=2 src_space=3 src=4 dtype=5 sid=6 nburst=7 burst=8 src_stride=9 "
     "dst_stride=10"},
    {"asc_copy_l12l0b_trans*",
     "dst=2 src=3 index_id=4 repeat=5 src_stride=6 dst_stride=7 addrmode=1 dst_frac_stride=8 "
     "dtype=9"},
};

std::string text(const Dim4<int64_t>& d) { return fmt::format("{},{},{},{}", d.n, d.c, d.h, d.w); }
std::string text(const Stride<int64_t>& s) { return s.null ? "null" : text(s.stride); }

// The fields under the names of the parameters.
std::string fields(const okk_gdma::Copy<int64_t>& v) {
  return fmt::format("dst_addr={} src_addr={} shape={} dst_stride={} src_stride={}", v.dst_addr,
                     v.src_addr, text(v.shape), text(v.dst_stride), text(v.src_stride));
}
std::string fields(const okk_gdma::Fill<int64_t>& v) {
  return fmt::format("dst_addr={} C={} shape={} dst_stride={}", v.dst_addr, v.C, text(v.shape),
                     text(v.dst_stride));
}
std::string fields(const okk_gdma::Matrix<int64_t>& v) {
  return fmt::format("dst_addr={} src_addr={} rows={} cols={} cols_per_channel={} row_stride={}",
                     v.dst_addr, v.src_addr, v.rows, v.cols, v.cols_per_channel, v.row_stride);
}
std::string fields(const okk_bdc::View<int64_t>& v, bool two) {
  if (two)
    return fmt::format(
        "dst_addr={} src0_addr={} src1_addr={} shape={} dst_stride={} src0_stride={} "
        "src1_stride={}",
        v.dst.address, v.src.address, v.src1.address, text(v.shape), text(v.dst.stride),
        text(v.src.stride), text(v.src1.stride));
  return fmt::format("dst_addr={} src_addr={} C={} shape={} dst_stride={} src_stride={}",
                     v.dst.address, v.src.address, v.C, text(v.shape), text(v.dst.stride),
                     text(v.src.stride));
}
std::string fields(const bm_atomic::Linear<int64_t>& v) {
  return fmt::format("src_addr={} dst_addr={} length={} format={} direction={}", v.src_addr,
                     v.dst_addr, v.length, v.format, v.direction);
}
std::string fields(const bm_atomic::Matrix2D<int64_t>& v) {
  return fmt::format(
      "global_mem_addr={} local_mem_addr={} local_mem_idx={} row={} col={} row_stride={} "
      "sec_size={} format={} direction={} transpose={} result_add={}",
      v.global_mem_addr, v.local_mem_addr, v.local_mem_idx, v.row, v.col, v.row_stride, v.sec_size,
      v.format, v.direction, v.transpose, v.result_add);
}
std::string fields(const bm_atomic::Tensor4D<int64_t>& v) {
  return fmt::format(
      "src_addr={} src_local_idx={} src_shape={} src_stride={} src_format={} dst_addr={} "
      "dst_local_idx={} dst_shape={} dst_stride={} dst_format={} direction={} transpose={}",
      v.src_addr, v.src_local_idx, text(v.src_shape), text(v.src_stride), v.src_format, v.dst_addr,
      v.dst_local_idx, text(v.dst_shape), text(v.dst_stride), v.dst_format, v.direction,
      v.transpose);
}
std::string fields(const bm_atomic::Fill4D<int64_t>& v) {
  return fmt::format(
      "start_addr={} shape={} stride={} const_val={} format={} is_local_mem={} local_idx={}",
      v.start_addr, text(v.shape), text(v.stride), v.const_val, v.format, v.is_local_mem,
      v.local_idx);
}
std::string fields(const bm_atomic::CWTranspose<int64_t>& v) {
  return fmt::format(
      "src_addr={} src_local_idx={} dst_addr={} dst_local_idx={} src_c={} src_w={} format={} "
      "src_c_stride={} dst_c_stride={}",
      v.src_addr, v.src_local_idx, v.dst_addr, v.dst_local_idx, v.src_c, v.src_w, v.format,
      v.src_c_stride, v.dst_c_stride);
}
std::string fields(const bm_atomic::MaskedCopy<int64_t>& v) {
  return fmt::format(
      "data_local_mem_addr={} mask_local_mem_addr={} local_mem_idx={} dst_global_mem_addr={} "
      "shape={}",
      v.data_local_mem_addr, v.mask_local_mem_addr, v.local_mem_idx, v.dst_global_mem_addr,
      text(v.shape));
}
std::string fields(const tik::Move<int64_t>& v) {
  return fmt::format(
      "dst_space={} dst={} src_space={} src={} dtype={} sid={} nburst={} burst={} src_stride={} "
      "dst_stride={}",
      v.dst_space, v.dst, v.src_space, v.src, v.dtype, v.sid, v.nburst, v.burst, v.src_stride,
      v.dst_stride);
}
std::string fields(const asc::Transpose<int64_t>& v) {
  return fmt::format(
      "dst={} src={} index_id={} repeat={} src_stride={} dst_stride={} addrmode={} "
      "dst_frac_stride={} dtype={}",
      v.dst, v.src, v.index_id, v.repeat, v.src_stride, v.dst_stride, v.addrmode, v.dst_frac_stride,
      v.dtype);
}

std::string bm_atomic_fields(const Case& c) {
  using namespace bm_atomic;
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D: return fields(linear_of(c.arguments));
    case Kind::memcpy_2D: return fields(matrix_of(c.arguments));
    case Kind::memcpy_4D: return fields(tensor_of(c.arguments));
    case Kind::memset_4D: return fields(fill_of(c.arguments));
    case Kind::cwtrans: return fields(cwtrans_of(c.arguments));
    case Kind::mask_memcpy_4D: return fields(mask_of(c.arguments));
    case Kind::mask_count: break;
  }
  return "";
}

// The view is chosen by the document's name of the operation.
std::string view_fields(const Case& c) {
  const auto named = [&](std::string_view part) {
    return c.operation->name.find(part) != std::string_view::npos;
  };
  if (named("data_move")) return fields(tik::move_of(c.arguments));
  if (named("asc_")) return fields(asc::transpose_of(c.arguments));
  if (named("bm_")) return bm_atomic_fields(c);
  if (named("okk_bdc_"))
    return fields(okk_bdc::view_of(*c.operation, c.arguments),
                  !named("C_") && !c.operation->name.ends_with("_C"));
  if (named("_cpy_")) return fields(okk_gdma::copy_of(*c.operation, c.arguments));
  if (named("_set_C_")) return fields(okk_gdma::fill_of(*c.operation, c.arguments));
  return fields(okk_gdma::matrix_of(*c.operation, c.arguments));
}

TEST(Views, FieldsAreTheParametersOfTheirName) {
  std::set<std::string_view> seen;
  for (const Row& row : rows)
    for (const Operation* operation : matching(row.operations)) {
      // The glob of the operations of okk-bdc that have two sources matches those with C too.
      if (operation->parameter("C") != nullptr &&
          row.parameters.find(" C=") == std::string_view::npos)
        continue;
      const Case c = parse_case(fmt::format("{} toy {}", operation->name, row.parameters));
      EXPECT_EQ(view_fields(c), row.parameters) << operation->name;
      seen.insert(operation->name);
    }
  EXPECT_EQ(seen.size(), catalogue().size());
}

}  // namespace
}  // namespace strideproof
