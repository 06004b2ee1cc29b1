#include "oracle/counts.h"

#include <fmt/format.h>

#include <algorithm>

namespace strideproof {

int64_t CaseCounts::not_judged_for(const std::string& reason) const {
  const auto found = not_judged.find(reason);
  return found == not_judged.end() ? 0 : found->second;
}

int64_t CaseCounts::not_judged_total() const {
  int64_t all = 0;
  for (const auto& [reason, cases] : not_judged) all += cases;
  return all;
}

void CaseCounts::add(VerdictKind kind) {
  if (is_finding(kind)) ++failing;
  if (kind == VerdictKind::rejected_as_documented || kind == VerdictKind::rejected_valid)
    ++rejected;
  else if (is_right(kind) || is_finding(kind))
    ++executed;
  else
    ++not_judged[std::string(name(kind))];
}

void CaseCounts::take_back_not_judged(const std::string& reason) {
  if (--not_judged[reason] == 0) not_judged.erase(reason);
}

CaseCounts& CaseCounts::operator+=(const CaseCounts& other) {
  executed += other.executed;
  rejected += other.rejected;
  failing += other.failing;
  for (const auto& [reason, cases] : other.not_judged) not_judged[reason] += cases;
  for (const auto& [reason, cases] : other.left_out) left_out[reason] += cases;
  return *this;
}

std::vector<const Operation*> operations_of(const Program& program) {
  std::vector<const Operation*> all;
  for (const Case& step : program.steps)
    if (std::ranges::count(all, step.operation) == 0) all.push_back(step.operation);
  return all;
}

std::string describe_not_judged(const CaseCounts& counts) {
  std::string text;
  const auto add = [&](const char* title, const std::map<std::string, int64_t>& reasons) {
    std::string all;
    for (const auto& [reason, cases] : reasons)
      all += fmt::format("{}{} {}", all.empty() ? "" : ", ", cases, reason);
    if (!all.empty()) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", title, all);
  };
  add("not judged", counts.not_judged);
  add("left out", counts.left_out);
  return text;
}

std::string describe(const CaseCounts& counts) {
  const std::string rest = describe_not_judged(counts);
  return fmt::format("{} executed, {} rejected{}{}", counts.executed, counts.rejected,
                     rest.empty() ? "" : "; ", rest);
}

}  // namespace strideproof
