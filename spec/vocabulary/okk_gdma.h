#pragma once
// Vocabulary of the family okk-gdma ("GDMA Functions" of OKKernel): its kinds of operation, and
// typed views of their parameters.
//
//   dst(n, c, h, w) = src(n, c, h, w)      cpy:    strides count ELEMENTS, addresses bytes
//   dst(n, c, h, w) = C                    set_C
//   dst(x, y) = src(x, y)                  matrix: x in [0, rows), y in [0, cols)

#include <cstdint>

#include "spec/vocabulary/okk.h"
#include "spec/vocabulary/parameters.h"

namespace strideproof::okk_gdma {

enum class Kind : int { cpy, set_C, matrix };
inline Kind kind(const Operation& operation) { return static_cast<Kind>(operation.variant); }

// The view of a copy or a fill.
using okk::View, okk::view_of;

// Elements are 32-bit. The local side is in the matrix layout, the system side has row_stride.
template <class I>
struct Matrix : parameters::okk_gdma_32bit_matrix_S2L<I> {
  Space dst_space, src_space;
};

template <class I>
Matrix<I> matrix_of(const Operation& operation, const Arguments<I>& a) {
  return {slots_as<parameters::okk_gdma_32bit_matrix_S2L>(a),
          okk::space_of(operation.parameters[0]), okk::space_of(operation.parameters[1])};
}

inline constexpr int64_t largest_extent = 65535;

}  // namespace strideproof::okk_gdma
