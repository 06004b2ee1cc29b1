#include "conform/command/fault_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "conform/base/setup_error.h"
#include "spec/vocabulary/split.h"

namespace strideproof {

bool FaultCondition::is_named_by(const std::string& sentence) const {
  if (required.empty()) return sentence.find("fails in all") != std::string::npos;
  return std::ranges::all_of(required, [&](const auto& alternatives) {
    return std::ranges::any_of(alternatives,
                               [&](const auto& one) { return std::regex_search(sentence, one); });
  });
}

std::map<std::string, FaultCondition> read_conditions(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw SetupError(fmt::format("cannot read {}", file));
  std::map<std::string, FaultCondition> conditions;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> fields = split(line, " | ");
    FaultCondition& condition = conditions[fields[0]];
    if (fields.at(1) == "always") continue;
    for (const std::string& group : split(fields.at(2), " & ")) {
      condition.required.emplace_back();
      for (const std::string& alternative : split(group, "; "))
        condition.required.back().emplace_back(alternative);
    }
  }
  return conditions;
}

}  // namespace strideproof
