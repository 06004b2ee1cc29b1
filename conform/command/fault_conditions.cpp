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

FaultCondition condition_of(const std::vector<std::string>& fields) {
  FaultCondition condition;
  if (fields.size() == 2 && fields[1] == "always") return condition;
  if (fields.size() != 3)
    throw SetupError("not 'FAULT | CONDITION | REQUIRED' or 'FAULT | always'");
  for (const std::string& group : parts_of(fields[2], " & ")) {
    condition.required.emplace_back();
    for (const std::string& alternative : parts_of(group, "; "))
      condition.required.back().emplace_back(alternative);
  }
  return condition;
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
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) try {
      if (line.empty() || line[0] == '#') continue;
      const std::vector<std::string> fields = parts_of(line, " | ");
      if (!conditions.emplace(fields[0], condition_of(fields)).second)
        throw SetupError("a fault for the second time");
    } catch (const std::exception& error) {  // a broken expression too
      throw SetupError(fmt::format("{}:{}: {}", file, number, error.what()));
    }
  return conditions;
}

}  // namespace strideproof
