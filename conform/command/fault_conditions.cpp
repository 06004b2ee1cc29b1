#include "conform/command/fault_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "conform/check/setup_error.h"

namespace strideproof {
namespace {

std::vector<std::string> parts_of(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  size_t from = 0;
  for (size_t at; (at = text.find(separator, from)) != std::string::npos;
       from = at + separator.size())
    parts.push_back(text.substr(from, at - from));
  parts.push_back(text.substr(from));
  return parts;
}

}  // namespace

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
    const std::vector<std::string> fields = parts_of(line, " | ");
    FaultCondition& condition = conditions[fields[0]];
    if (fields.at(1) == "always") continue;
    for (const std::string& group : parts_of(fields.at(2), " & ")) {
      condition.required.emplace_back();
      for (const std::string& alternative : parts_of(group, "; "))
        condition.required.back().emplace_back(alternative);
    }
  }
  return conditions;
}

}  // namespace strideproof
