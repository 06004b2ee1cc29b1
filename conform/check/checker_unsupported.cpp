// Cases that the plug-in answers with "unsupported".

#include <fmt/format.h>

#include <utility>

#include "conform/check/checker.h"

namespace strideproof {
namespace {

constexpr int many_unsupported = 16;  // legal cases of an operation

}  // namespace

// Keeps one legal case to explain if many, but not all, legal cases of its operation are
// unsupported.
void Checker::put_unsupported(const Program& program) {
  if (program.steps.size() > 1 || !surely_legal(program)) return;
  Tally& tally = tally_[*program.steps.front().operation];
  if (++tally.unsupported < many_unsupported || tally.right == 0) return;
  if (std::exchange(tally.unsupported_given, true)) return;
  unsupported_.push_back(program);
}

void Checker::explain_unsupported() {
  const Program program = unsupported_.back();
  unsupported_.pop_back();
  const Operation& operation = *program.steps.front().operation;
  explanation::Explanation explained = findings_.explain_unsupported(program);
  if (!explained.condition) return;
  Tally& tally = tally_[operation];
  tally.unsupported_when = std::move(explained.condition);
  if (!tally.unsupported_when->always())
    report_.notes.push_back(fmt::format("{} on {}: unsupported when {}", operation.name,
                                        profile_.name, explained.stated));
}

bool Checker::leaves_out_unsupported(const Program& program) const {
  const Tally& tally = tally_[*program.steps.front().operation];
  const auto& condition = tally.unsupported_when;
  const bool all_are = tally.right == 0 && tally.unsupported >= many_unsupported;
  return (all_are || (condition && condition->holds(program))) &&
         !is_chosen(program, KnownCauses::given_one_in);
}

}  // namespace strideproof
