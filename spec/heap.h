#pragma once
// Memory that a process frees and soon needs again.

#include <malloc.h>

namespace strideproof {

// The heap keeps what is freed. Else glibc gives large blocks back to the system, and clearing new
// pages takes longer than the work: 80 ms for a context of Z3, a sixth of a short check.
inline void keep_heap() {
  constexpr int largest_threshold = 32 << 20;  // that glibc allows
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, largest_threshold);
}

}  // namespace strideproof
