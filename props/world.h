#pragma once

#include <cstdint>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

// How much of a small world is visited: all of it, or one place and one way to spread each of its
// shapes, for those who do something with each.
enum class World : uint8_t { full, plain };

// Elements of one byte are too few to be all different: by their top bit those of the source differ
// from those of the destination, so that an element that is not written, or written twice, shows.
inline void show_apart(Case& c, int64_t element_bytes) {
  c.data[0] = element_bytes == 1 ? DataClass::low : DataClass::unique;
  c.data[1] = element_bytes == 1 ? DataClass::high : DataClass::unique;
}

}  // namespace strideproof::props
