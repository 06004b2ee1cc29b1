// The typed views, which the spec and the reference share: the field of each parameter has its
// value. The order of the fields is written by hand from the prototypes of the documents (of the
// structs of bm-atomic from their members).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/okk_bdc.h"
#include "spec/vocabulary/okk_gdma.h"
#include "spec/vocabulary/tik.h"

namespace strideproof {
namespace {

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

// Each parameter of an operation and its values, which differ from each other. Those of `chosen` are
// null; a boolean is 1 for `chosen` alone.
std::string parameters(const Operation& operation, const Parameter& chosen) {
  std::string all;
  for (const Parameter& parameter : operation.parameters) {
    const bool is_chosen = &parameter == &chosen;
    std::vector<int64_t> values;
    for (int i = 0; i < slots(parameter.type); ++i)
      values.push_back(parameter.type == CType::boolean ? is_chosen : parameter.slot + i + 2);
    all += fmt::format(
        "{}{}={}", all.empty() ? "" : " ", parameter.name,
        is_chosen && parameter.nullable ? "null" : fmt::format("{}", fmt::join(values, ",")));
  }
  return all;
}

TEST(Views, FieldsAreTheParametersOfTheirName) {
  for (const Operation& operation : catalogue())
    for (const Parameter& chosen : operation.parameters) {
      const std::string expected = parameters(operation, chosen);
      const Case c = parse_case(fmt::format("{} toy {}", operation.name, expected));
      EXPECT_EQ(view_fields(c), expected) << operation.name;
    }
}

}  // namespace
}  // namespace strideproof
