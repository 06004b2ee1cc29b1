#pragma once
// Readings of the ledger that may accept a case that is illegal by default.

#include "spec/vocabulary/operation.h"

namespace strideproof::spec {

// True if some reading may accept a case that violates only this constraint. No reading accepts an
// extent below 1.
inline bool may_be_accepted(const Constraint& constraint) {
  const bool extent = constraint.citation == "gdma-shape-limit";
  return constraint.grade == Grade::assumed && !(extent && constraint.label.ends_with(".min"));
}

}  // namespace strideproof::spec
