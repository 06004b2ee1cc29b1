#include "model/optimized/bm_atomic_transpose.h"

#include "model/optimized/bm_atomic_blocks.h"

namespace strideproof::optimized {

// Inlined as a whole: measured a tenth faster on bytes than with calls between the loops.
[[gnu::flatten]] void transpose(int64_t element_bytes, int64_t rows, int64_t columns, uint8_t* to,
                                const Rows<int64_t>& dst, const uint8_t* from,
                                const Rows<int64_t>& src, Store store) {
  switch (element_bytes) {
    case 1: return Transpose<uint8_t>(to, dst, from, src, store).run(rows, columns);
    case 2: return Transpose<uint16_t>(to, dst, from, src, store).run(rows, columns);
    default: return Transpose<uint32_t>(to, dst, from, src, store).run(rows, columns);
  }
}

}  // namespace strideproof::optimized
