#pragma once
// The true conditions of the planted faults, which measure explanations. corpus/faults.table holds
// them and says how they were written.

#include <map>
#include <regex>
#include <string>
#include <vector>

namespace strideproof {

struct FaultCondition {
  // The sentence must match one alternative of each. Empty: the fault shows in every case.
  std::vector<std::vector<std::regex>> required;

  bool is_named_by(const std::string& sentence) const;
};

// By fault name. Throws SetupError if there is no such file.
std::map<std::string, FaultCondition> read_conditions(const std::string& file);

}  // namespace strideproof
