#pragma once
// The order in which the spec evaluates labels: by the table of Operation::needs. The reference has
// its own, in model/reference/constraint_evaluator.h.

#include "spec/vocabulary/operation.h"

namespace strideproof::spec {

// Fills a ConstraintResults: a constraint whose needs are not met is not evaluated.
class ConstraintEvaluator {
 public:
  explicit ConstraintEvaluator(const Operation& operation) : operation_(operation) {}
  // True if the constraint belongs to the operation and all constraints that it needs hold.
  bool evaluates(uint8_t bit) const {
    return (operation_.labels >> bit & 1) != 0 &&
           (constraint_results_.violated & operation_.needs[bit]) == 0;
  }
  template <class Enum>
  bool evaluates(Enum label) const {
    return evaluates(static_cast<uint8_t>(label));
  }
  // Records the answer if the constraint is evaluated, and ignores it otherwise.
  template <class Enum>
  void require(Enum label, bool holds) {
    record(static_cast<uint8_t>(label), holds);
  }
  void too_costly() { constraint_results_.too_costly = true; }
  const ConstraintResults& constraint_results() const { return constraint_results_; }

 private:
  void record(uint8_t bit, bool holds) {
    if (!evaluates(bit)) return;
    constraint_results_.evaluated |= uint64_t{1} << bit;
    if (!holds) constraint_results_.violated |= uint64_t{1} << bit;
  }
  const Operation& operation_;
  ConstraintResults constraint_results_;
};

}  // namespace strideproof::spec
