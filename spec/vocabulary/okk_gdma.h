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

inline constexpr int64_t largest_extent = 65535;

}  // namespace strideproof::okk_gdma
