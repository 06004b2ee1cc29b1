#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace strideproof {

// The parts of a text between separators; at least one, perhaps empty.
inline std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (size_t from = 0; from <= text.size();) {
    const size_t to = std::min(text.find(separator, from), text.size());
    parts.emplace_back(text.substr(from, to - from));
    from = to + separator.size();
  }
  return parts;
}

}  // namespace strideproof
