#include "oracle/counts.h"

#include <fmt/format.h>

namespace strideproof {

int64_t CaseCounts::not_judged_for(const std::string& reason) const {
  const auto found = not_judged.find(reason);
  return found == not_judged.end() ? 0 : found->second;
}

int64_t CaseCounts::not_judged_at_all() const {
  int64_t all = 0;
  for (const auto& [reason, cases] : not_judged) all += cases;
  return all;
}

void CaseCounts::add(VerdictKind kind) {
  if (kind == VerdictKind::rejected_as_documented)
    ++rejected;
  else if (is_right(kind) || is_finding(kind))
    ++executed;
  else
    ++not_judged[std::string(name(kind))];
}

CaseCounts& CaseCounts::operator+=(const CaseCounts& other) {
  executed += other.executed;
  rejected += other.rejected;
  for (const auto& [reason, cases] : other.not_judged) not_judged[reason] += cases;
  return *this;
}

std::string describe_not_judged(const CaseCounts& counts) {
  std::string text;
  for (const auto& [reason, cases] : counts.not_judged)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", cases, reason);
  return text;
}

std::string describe(const CaseCounts& counts) {
  const std::string rest = describe_not_judged(counts);
  return fmt::format("{} executed, {} rejected{}{}", counts.executed, counts.rejected,
                     rest.empty() ? "" : "; not judged: ", rest);
}

}  // namespace strideproof
