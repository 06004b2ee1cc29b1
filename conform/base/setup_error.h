#pragma once

#include <stdexcept>

namespace strideproof {

// The target is unusable, or the environment is broken: exit status 2. what() is one line.
struct SetupError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace strideproof
