#pragma once
// Other readings of a case, as cases: each touches by default the bytes that the case may touch
// under some reading of the ledger.

#include <string_view>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof {

// True if the operation leaves the entry of the ledger open.
bool leaves_open(const Operation& operation, std::string_view entry);

// True if some reading may accept a case that violates only this constraint, and touches the bytes
// that the case names: where an extent is 0 nothing moves, and a local address of S and more is
// another one below S.
inline bool may_be_accepted(const Constraint& constraint) {
  return constraint.grade == Grade::assumed && constraint.citation != "empty-copy" &&
         constraint.citation != "local-address";
}

// elsewhere: bytes that may lie outside the bounding ranges of the case. Otherwise only bytes
// inside them: strides and lengths that count bytes instead of elements, and shorter steps.
enum class ReadBytes : uint8_t { elsewhere, inside };
void read_otherwise(const Case& c, ReadBytes bytes, std::vector<Case>& into);  // appends

// The cases that mean under some reading what `c` means by default, so that an implementation of
// that reading accepts them. Most change one thing.
std::vector<Case> named_otherwise(const Case& c);

}  // namespace strideproof
