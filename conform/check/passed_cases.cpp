#include "conform/check/passed_cases.h"

namespace strideproof {

void PassedCases::add(const Program& program) {
  constexpr size_t kept = 400;
  if (program.steps.size() > 1) return;
  std::deque<Program>& all = of_operation_[program.steps.front().operation];
  all.push_back(program);
  if (all.size() > kept) all.pop_front();
}

std::vector<Program> PassedCases::like(const Program& program) const {
  const auto all = of_operation_.find(program.steps.front().operation);
  if (program.steps.size() > 1 || all == of_operation_.end()) return {};
  return {all->second.begin(), all->second.end()};
}

}  // namespace strideproof
