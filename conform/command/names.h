#pragma once
// Names that the user writes: patterns of them, and suggestions where one does not exist.

#include <string>
#include <vector>

namespace strideproof {

bool matches_glob(const std::string& glob, const std::string& text);

// "; did you mean 'NAME'?" where one of the known names is near, else "".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

}  // namespace strideproof
