#pragma once
// The true conditions of the planted faults (corpus/faults.table, which says how they were written),
// to measure explanations by.

#include <map>
#include <regex>
#include <string>
#include <vector>

namespace strideproof {

struct FaultCondition {
  // Of each one alternative has to be in the sentence. None: the fault shows whatever the case.
  std::vector<std::vector<std::regex>> required;

  bool is_named_by(const std::string& sentence) const;
};

// By the fault. Throws SetupError where a line is none of the table.
std::map<std::string, FaultCondition> read_conditions(const std::string& file);

}  // namespace strideproof
