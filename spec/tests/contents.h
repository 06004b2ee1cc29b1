#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace strideproof::tests {

// The whole file.
inline std::string contents(const std::string& path) {
  const std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace strideproof::tests
