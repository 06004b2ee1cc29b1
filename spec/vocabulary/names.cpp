#include "spec/vocabulary/names.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace strideproof {
namespace {

// Insertions, deletions, replacements and swaps of neighbours between two words.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    std::vector<size_t> next = {i + 1};
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = row[j] + (a[i] == b[j] ? 0 : 1);
      next.push_back(std::min({replaced, row[j + 1] + 1, next[j] + 1}));
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        next.back() = std::min(next.back(), before[j - 1] + 1);
    }
    before = std::exchange(row, std::move(next));
  }
  return row.back();
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view text) {
  return fnmatch(std::string(glob).c_str(), std::string(text).c_str(), FNM_EXTMATCH) == 0;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known) {
  const auto distance = [word](std::string_view name) {
    const bool is_most_of_it = name.starts_with(word) && 2 * word.size() >= name.size();
    return is_most_of_it ? 1 : edit_distance(word, name);
  };
  const auto nearest = std::ranges::min_element(known, {}, distance);
  const bool is_near =
      nearest != known.end() && distance(*nearest) <= std::max<size_t>(2, word.size() / 4);
  return is_near ? fmt::format("; did you mean '{}'?", *nearest) : "";
}

}  // namespace strideproof
