#include "conform/base/text.h"

#include <fmt/chrono.h>
#include <fmt/ranges.h>

#include <ctime>

namespace strideproof {

std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  return text;
}

std::string escape(std::string_view text) {
  std::string out;
  for (const char ch : text) switch (ch) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += ch;
    }
  return out;
}

std::string counted(int64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string first_of(const std::vector<std::string>& names, size_t shown) {
  if (names.size() <= shown + 2) return fmt::format("{}", fmt::join(names, ", "));
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(shown);
  return fmt::format("{} and {} more", fmt::join(names.begin(), end, ", "), names.size() - shown);
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))); }
std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace strideproof
