#pragma once
// docs/proofs.md, for the tests of the theorems that it lists.

#include <sstream>
#include <string>
#include <vector>

#include "spec/tests/contents.h"

namespace strideproof::solver {

inline const std::string& page() {
  static const std::string text = tests::contents(PROOF_PAGE);
  return text;
}

inline bool page_has(const std::string& section) {
  return page().find("\n" + section.substr(0, section.size() - 1)) != std::string::npos;
}

inline std::vector<std::string> page_titles() {
  std::vector<std::string> titles;
  std::istringstream lines(page());
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("### ", 0) == 0) titles.push_back(line.substr(4));
  return titles;
}

}  // namespace strideproof::solver
