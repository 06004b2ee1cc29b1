#include "conform/command/names.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace strideproof {
namespace {

// Insertions, deletions and replacements between two words.
size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({replaced, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

bool matches_glob(const std::string& glob, const std::string& text) {
  return fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string* nearest = nullptr;
  size_t distance = std::max<size_t>(2, word.size() / 4) + 1;
  for (const std::string& name : known)
    if (const size_t d = edit_distance(word, name); d < distance) {
      distance = d;
      nearest = &name;
    }
  return nearest == nullptr ? "" : fmt::format("; did you mean '{}'?", *nearest);
}

}  // namespace strideproof
