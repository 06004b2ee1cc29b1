#pragma once
// Readings of the ledger that may accept a case that is illegal by default.

#include "spec/vocabulary/operation.h"

namespace strideproof::spec {

// True if some reading may accept a case that violates only this constraint, and touches the bytes
// that the case names: where an extent is 0 nothing moves, and a local address of S and more is
// another one below S.
inline bool may_be_accepted(const Constraint& constraint) {
  return constraint.grade == Grade::assumed && constraint.citation != "empty-copy" &&
         constraint.citation != "local-address";
}

}  // namespace strideproof::spec
