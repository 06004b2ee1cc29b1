#pragma once
// Suggestions for names that do not exist.

#include <string>
#include <vector>

namespace strideproof {

// "; did you mean 'NAME'?" where one of the known names is near, else "".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

}  // namespace strideproof
