#pragma once
// What is allowed and what is touched, for every operation: the door to spec/operations. The
// formulas behind it are templates over the integer type and are proved in proofs/theorems.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::spec {

// Which constraints hold; those of Stage::data, which no parameter decides, are not evaluated.
ConstraintResults evaluate(const Case& c);

// The byte of memory there when the operation starts.
using Contents = std::function<uint8_t(Space space, int64_t lane, int64_t offset)>;
// Which constraints hold, those of Stage::data too.
ConstraintResults evaluate(const Case& c, const Contents& before);

// How far inside its constraint a case lies: >= 0 iff it holds. Only where the constraint is
// evaluated; of Stage::data by the contents, and without them the constraint has no edge.
int64_t slack(const Case& c, const Constraint& constraint);
int64_t slack(const Case& c, const Constraint& constraint, const Contents& before);

// The slacks of one step are those of an edge: 0 <= slack < step lies on it, -step <= slack < 0
// just outside. More than 1 where alignment keeps addresses apart.
int64_t step(const Case& c, const Constraint& constraint);

// The landmarks that a legal case meets: a mask over Landmark::bit.
uint64_t landmarks(const Case& c);

// Bytes [first, first + size) of one lane (or of system memory, a buffer).
struct OperandRange {
  Space space;
  int64_t lane;
  int64_t first;
  int64_t size;
  Operands operand;  // on_dst: written; on_src, on_src1: read
};

// Elements that a case moves; saturates at 2^62. Legal or not; 0 where an extent is below 1.
int64_t cost(const Case& c);

// The exact bytes that a legal case reads and writes, adjacent bytes of an operand merged where they
// follow each other in order; an exact set, though a broadcast byte may be named more than once.
// Only where cost(c) <= footprint_budget.
inline constexpr int64_t footprint_budget = int64_t{1} << 24;
std::vector<OperandRange> footprint(const Case& c);

// What encloses each operand in each lane that it touches, at a cost of O(lanes). For an illegal case
// whatever of it exists: clipped to the lane or window, perhaps empty.
std::vector<OperandRange> bounding_ranges(const Case& c);
void bounding_ranges(const Case& c,
                     std::vector<OperandRange>& into);  // reuses the capacity of `into`

// What a byte of memory is to a case: which operand, which element of it.
struct Located {
  Operands operand = 0;              // on_dst before the sources; 0: no element lies there
  std::array<int64_t, 4> element{};  // (n, c, h, w); of a matrix in local memory (row, channel, 0,
                                     // column in it), in system memory (row, 0, 0, column)
  int64_t byte_of_element = 0;
};
// By trying every row of the case, which is legal: for cases of at most footprint_budget elements.
Located locate(const Case& c, Space space, int64_t lane, int64_t offset);

}  // namespace strideproof::spec
