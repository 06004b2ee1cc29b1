#pragma once
// Custom goals: any statement about the parameters of an operation.

#include <functional>

#include "proofs/boundary/goal.h"
#include "proofs/engine/sym.h"
#include "spec/family.h"

namespace strideproof::solver {

// One formula, for cases and for unknowns.
struct GoalCondition {
  std::function<bool(const Profile&, const Operation&, const Arguments<int64_t>&)> met;
  std::function<SymBool(const Profile&, const Operation&, const Arguments<Sym>&)> lifted;
};

// A formula is a template over the integer type: formula(profile, operation, arguments).
template <class Formula>
Goal where(Formula formula) {
  return {.condition = std::make_shared<const GoalCondition>(GoalCondition{formula, formula})};
}

// formula(machine, view) about the operations with this view of their parameters.
template <template <class> class View, class Formula>
Goal about(Formula formula) {
  return where([formula]<class I>(const Profile& profile, const Operation& operation,
                                  const Arguments<I>& arguments) {
    return spec::with_operation(operation, arguments, [&](auto, const auto& op) -> Truth<I> {
      if constexpr (std::is_same_v<decltype(op), const View<I>&>)
        return formula(spec::machine_shape<I>(profile), op);
      else
        return Truth<I>(false);
    });
  });
}

// formula(machine, dst, src) about the operands.
template <class Formula>
Goal about_operands(Formula formula) {
  return where([formula]<class I>(const Profile& profile, const Operation& operation,
                                  const Arguments<I>& arguments) {
    return spec::with_operation(operation, arguments, [&]<class F>(F, const auto& op) {
      const auto m = spec::machine_shape<I>(profile);
      const auto operands = spec::operands_of<F>(operation, m, op);
      return formula(m, operands.dst, operands.src);
    });
  });
}

}  // namespace strideproof::solver
