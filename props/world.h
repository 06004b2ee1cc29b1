#pragma once

#include <cstdint>

namespace strideproof::props {

// How much of a small world is visited: all of it, or one place and one way to spread each of its
// shapes, for those who do something with each.
enum class World : uint8_t { full, plain };

}  // namespace strideproof::props
