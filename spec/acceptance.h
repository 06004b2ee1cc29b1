#pragma once
// Whether a reading of the ledger may accept a case that is illegal by default.

#include "spec/vocabulary/operation.h"

namespace strideproof::spec {

// True where some reading may accept what breaks this alone. None accepts an extent below 1.
inline bool may_be_accepted(const Constraint& constraint) {
  const bool extent = constraint.citation == "gdma-shape-limit";
  return constraint.grade == Grade::assumed && !(extent && constraint.label.ends_with(".min"));
}

}  // namespace strideproof::spec
