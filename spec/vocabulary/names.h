#pragma once
// Names that the user writes: patterns of them, and suggestions where one does not exist.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace strideproof {

// A glob of *, ?, [a-z] and @(one|another), as fnmatch takes it with FNM_EXTMATCH.
bool matches_glob(std::string_view glob, std::string_view text);

// "; did you mean 'NAME'?" where one of the known names is near, else "".
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known);

// The same for the names of objects.
template <class Known, class Name = std::identity>
std::string did_you_mean(std::string_view word, const Known& known, Name name = {}) {
  std::vector<std::string_view> names;
  for (const auto& each : known) names.push_back(std::invoke(name, each));
  return did_you_mean(word, names);
}

}  // namespace strideproof
