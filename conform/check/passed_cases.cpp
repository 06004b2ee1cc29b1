#include "conform/check/passed_cases.h"

#include "oracle/windows.h"

namespace strideproof {
namespace {

std::pair<const Operation*, uint64_t> operation_and_violations(const Program& program) {
  return {program.steps.front().operation, evaluate_first(program).violated};
}

}  // namespace

void PassedCases::add(const Program& program) {
  constexpr size_t kept = 400;
  if (program.steps.size() > 1) return;
  std::deque<Program>& all = of_operation_[program.steps.front().operation];
  all.push_back(program);
  if (all.size() > kept) all.pop_front();
}

void PassedCases::add_rejected(const Program& program) {
  constexpr size_t kept = 8;
  if (program.steps.size() > 1) return;
  std::vector<Program>& all = rejected_[operation_and_violations(program)];
  if (all.size() < kept) all.push_back(program);
}

std::vector<Program> PassedCases::with_violations_of(const Program& program) const {
  if (program.steps.size() > 1) return {};
  const auto rules = operation_and_violations(program);
  const auto all = rejected_.find(rules);
  return rules.second == 0 || all == rejected_.end() ? std::vector<Program>() : all->second;
}

std::vector<Program> PassedCases::with_operation_of(const Program& program) const {
  const auto all = of_operation_.find(program.steps.front().operation);
  if (program.steps.size() > 1 || all == of_operation_.end()) return {};
  return {all->second.begin(), all->second.end()};
}

}  // namespace strideproof
