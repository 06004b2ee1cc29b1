#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace strideproof {

// The parts of a text between separators: at least one, perhaps empty. Valid as long as the text
// is.
inline std::vector<std::string_view> parts_of(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (size_t from = 0; from <= text.size();) {
    const size_t to = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + separator.size();
  }
  return parts;
}
inline std::vector<std::string> split(std::string_view text, std::string_view separator) {
  const std::vector<std::string_view> parts = parts_of(text, separator);
  return {parts.begin(), parts.end()};
}

}  // namespace strideproof
