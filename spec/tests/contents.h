#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace strideproof::tests {

// The whole file; nothing if it cannot be read.
inline std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace strideproof::tests
