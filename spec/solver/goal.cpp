#include "spec/solver/goal.h"

#include <algorithm>

namespace strideproof::solver {

std::string_view name(Side side) { return side == Side::inside ? "inside" : "outside"; }

bool meets(const Case& c, const Judgement& judgement, const Goal& goal) {
  if (goal.landmark != nullptr) return (spec::landmarks(c) >> goal.landmark->bit & 1) != 0;
  if ((judgement.evaluated >> goal.constraint->bit & 1) == 0) return false;
  const int64_t slack = spec::slack(c, *goal.constraint), step = spec::step(c, *goal.constraint);
  return goal.is_outside() ? -step <= slack && slack < 0 : 0 <= slack && slack < step;
}

bool meets_alone(const Case& c, const std::vector<Goal>& goals) {
  uint64_t outside = 0;
  for (const Goal& goal : goals)
    if (goal.is_outside()) outside |= uint64_t{1} << goal.constraint->bit;
  const Judgement judgement = spec::judge(c);
  return judgement.violated == outside && !judgement.too_costly &&
         std::all_of(goals.begin(), goals.end(),
                     [&](const Goal& goal) { return meets(c, judgement, goal); });
}

}  // namespace strideproof::solver
