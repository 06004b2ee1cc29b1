#pragma once
// Vocabulary of the family okk-gdma ("GDMA Functions" of OKKernel): its kinds of operation, typed
// views of their parameters, and the names of constraints and landmarks.
//
//   dst(n, c, h, w) = src(n, c, h, w)      cpy:    strides count ELEMENTS, addresses bytes
//   dst(n, c, h, w) = C                    set_C
//   dst(x, y) = src(x, y)                  matrix: x in [0, rows), y in [0, cols)

#include <cstdint>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/dim4.h"
#include "spec/vocabulary/operation.h"

namespace strideproof::okk_gdma {

enum class Kind : int {
  cpy_S2L,
  cpy_L2S,
  cpy_L2L,
  cpy_S2S,
  set_C_system,
  set_C_local,
  matrix_S2L,
  matrix_L2S
};
Kind kind(const Operation& operation);
bool is_copy(Kind kind);
bool is_fill(Kind kind);
bool is_matrix(Kind kind);
Space dst_space(Kind kind);
Space src_space(Kind kind);  // for copies and matrices

using strideproof::Dim4;
using strideproof::Stride;

template <class I>
struct Copy {
  int64_t element_bytes;
  Space dst_space, src_space;
  I dst_addr, src_addr;
  Dim4<I> shape;
  Stride<I> dst_stride, src_stride;
};

template <class I>
struct Fill {
  int64_t element_bytes;
  Space dst_space;
  I dst_addr;
  I C;  // the element's bits
  Dim4<I> shape;
  Stride<I> dst_stride;
};

// Elements are 32-bit. The local side is in the matrix layout, the system side has row_stride.
template <class I>
struct Matrix {
  Space dst_space, src_space;
  I dst_addr, src_addr;
  I rows, cols, cols_per_channel, row_stride;
};

// Parameters: 0 dst_addr, 1 src_addr, 2 shape, 3 dst_stride, 4 src_stride.
template <class I>
Copy<I> copy_of(const Operation& operation, const Arguments<I>& a) {
  return {operation.element_bytes,
          dst_space(kind(operation)),
          src_space(kind(operation)),
          a.value[0],
          a.value[1],
          dim4_at(a, 2),
          {a.is_null(3), dim4_at(a, 6)},
          {a.is_null(4), dim4_at(a, 10)}};
}
// Parameters: 0 dst_addr, 1 C, 2 shape, 3 dst_stride.
template <class I>
Fill<I> fill_of(const Operation& operation, const Arguments<I>& a) {
  return {operation.element_bytes, dst_space(kind(operation)),   a.value[0], a.value[1],
          dim4_at(a, 2),           {a.is_null(3), dim4_at(a, 6)}};
}
// Parameters: 0 dst_addr, 1 src_addr, 2 rows, 3 cols, 4 cols_per_channel, 5 row_stride.
template <class I>
Matrix<I> matrix_of(const Operation& operation, const Arguments<I>& a) {
  return {dst_space(kind(operation)),
          src_space(kind(operation)),
          a.value[0],
          a.value[1],
          a.value[2],
          a.value[3],
          a.value[4],
          a.value[5]};
}

// Constraints. The meaning of each is in the table of okk_gdma.cpp, its formula in
// spec/operations/okk_gdma.h and, independently, in model/reference/okk_gdma.cpp.
enum class ConstraintId : uint8_t {
  shape_n_min,
  shape_n_max,
  shape_c_min,
  shape_c_max,
  shape_h_min,
  shape_h_max,
  shape_w_min,
  shape_w_max,
  dst_stride_n_min,
  dst_stride_c_min,
  dst_stride_h_min,
  dst_stride_w_one,
  src_stride_n_min,
  src_stride_c_min,
  src_stride_h_min,
  src_stride_w_one,
  rows_min,
  rows_max,
  cols_min,
  cols_max,
  cols_per_channel_min,
  cols_per_channel_max,
  row_stride_min,   // matrix_S2L
  row_stride_cols,  // matrix_L2S
  dst_addr_aligned,
  src_addr_aligned,
  dst_addr_start,
  src_addr_start,  // the lane, or the window, in which the operand starts exists
  dst_end,
  src_end,  // the last byte touched lies in the same lane, or window
  dst_alias,
  overlap,
};

enum class LandmarkId : uint8_t {
  one_element,
  dst_explicit,
  src_explicit,
  rows_collapse,
  rows_apart,
  run_tail,
  run_over_64ki,
  dst_wrap,
  src_wrap,
  dst_exact_lanes,
  src_exact_lanes,
  dst_start_lane,
  src_start_lane,
  dst_padding,
  src_padding,
  dst_off_unit,
  src_off_unit,
  dst_over_4gib,
  src_over_4gib,
  dst_last_byte,
  src_last_byte,
  src_broadcast,
  dst_interleaved,
  in_place,
  operands_interleaved,
  partial_channel,
  channel_wider,
  square,
  rows_gapped,
  rows_overlap,
};

}  // namespace strideproof::okk_gdma
