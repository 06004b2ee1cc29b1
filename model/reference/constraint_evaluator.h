#pragma once
// The order in which the reference evaluates labels: values, alignment, bounds (the start of an
// operand, then its end), aliasing and overlap, data. A label is evaluated where every earlier one
// that concerns one of its operands holds. The name of a label says which operands it concerns; the
// table of spec/vocabulary is not read.

#include <array>

#include "spec/vocabulary/operation.h"

namespace strideproof::reference {

// By bit: the labels that must hold before the label of the bit is evaluated.
using Needs = std::array<uint64_t, 64>;
const Needs& needs_of(const Operation& operation);

// Fills a ConstraintResults.
class ConstraintEvaluator {
 public:
  explicit ConstraintEvaluator(const Operation& operation)
      : labels_(operation.labels), needs_(needs_of(operation)) {}
  // True if the operation has the label and all labels that it needs hold.
  bool evaluates(ConstraintId label) const {
    const auto bit = static_cast<uint8_t>(label);
    return has_bit(labels_, bit) && (constraint_results_.violated & needs_[bit]) == 0;
  }
  // Records the answer if the label is evaluated.
  void require(ConstraintId label, bool holds) {
    if (!evaluates(label)) return;
    const uint64_t bit = uint64_t{1} << static_cast<uint8_t>(label);
    constraint_results_.evaluated |= bit;
    if (!holds) constraint_results_.violated |= bit;
  }
  void too_costly() { constraint_results_.too_costly = true; }
  const ConstraintResults& constraint_results() const { return constraint_results_; }

 private:
  uint64_t labels_;
  const Needs& needs_;
  ConstraintResults constraint_results_;
};

}  // namespace strideproof::reference
