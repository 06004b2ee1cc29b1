#pragma once
// Transposes in blocks of whole cache lines.

#include <cstdint>

#include "model/optimized/bm_atomic_rows.h"

namespace strideproof::optimized {

// A transpose: row i, element j of src is row j, element i of dst.
template <class I>
struct TransposePlan {
  I rows, columns;  // of src
  Rows<I> dst, src;
};

enum class Store : uint8_t { move, add_float32 };

// Element i of row j of dst = element j of row i of src (or += it: only elements of 4 bytes), for
// all i < rows, j < columns. The elements of a row are adjacent, of 1, 2 or 4 bytes. Rows start in
// the memories dst and src; the operands are disjoint or, if there is a single row or column,
// identical.
void transpose(int64_t element_bytes, const TransposePlan<int64_t>& plan, uint8_t* dst,
               const uint8_t* src, Store store = Store::move);

}  // namespace strideproof::optimized
