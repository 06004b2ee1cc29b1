#pragma once
// Custom goals: any statement about the parameters of an operation.

#include <functional>
#include <string>
#include <utility>

#include "proofs/boundary/goal.h"
#include "proofs/engine/sym.h"

namespace strideproof::solver {

// One formula, for cases and for unknowns.
struct Condition {
  std::string label;  // begins with its parameter, like the label of a constraint: "shape.w.one"
  std::function<bool(const Profile&, const Operation&, const Arguments<int64_t>&)> met;
  std::function<SymBool(const Profile&, const Operation&, const Arguments<Sym>&)> lifted;
};

// `formula` is a template over the integer type: formula(profile, operation, arguments).
template <class Formula>
Goal where(std::string label, Formula formula) {
  Goal goal;
  goal.condition = std::make_shared<const Condition>(Condition{std::move(label), formula, formula});
  return goal;
}

}  // namespace strideproof::solver
