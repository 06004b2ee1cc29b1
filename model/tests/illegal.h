#pragma once

#include <string_view>

namespace strideproof {

// An illegal case, written by hand, and exactly what it violates.
struct Illegal {
  std::string_view labels;  // violated, in their order
  std::string_view line;
};

}  // namespace strideproof
