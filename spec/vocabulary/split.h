#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
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

// Reads a number in decimal, or in hexadecimal after 0x.
inline std::errc read_number(std::string_view text, uint64_t& number) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number, hex ? 16 : 10);
  return error == std::errc() && at != end ? std::errc::invalid_argument : error;
}

}  // namespace strideproof
