#pragma once
// The constraints and the footprint of every operation: the interface of spec/operations. The
// formulas are templates over the integer type and are proved in proofs/theorems.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::spec {

// The constraints that hold; those of Stage::data, which no parameter decides, are not evaluated.
ConstraintResults evaluate(const Case& c);

// The byte of memory at the start of the operation.
using Contents = std::function<uint8_t(Space space, int64_t lane, int64_t offset)>;
// The constraints that hold, including Stage::data.
ConstraintResults evaluate(const Case& c, const Contents& before);

// Constraints of Stage::data limit the counts of a shift. Here read() gives those of the case, or no
// value if there are too many. It is called only if they are evaluated.
using okk_bdc::CountRange;
using ReadCounts = std::function<std::optional<CountRange>()>;
ConstraintResults evaluate(const Case& c, const ReadCounts& read);

// The slack of a case in a constraint: >= 0 iff the constraint holds. Precondition: the constraint
// is evaluated. Stage::data needs the contents; without them it has no edge.
int64_t slack(const Case& c, const Constraint& constraint);
int64_t slack(const Case& c, const Constraint& constraint, const Contents& before);
// The slack without the precondition: no value if the constraint is not evaluated. Not for
// Stage::data.
std::optional<int64_t> slack_if_evaluated(const Case& c, const Constraint& constraint);

// The width of an edge in slacks: 0 <= slack < step lies on the edge, -step <= slack < 0 just
// outside. More than 1 if addresses are aligned.
int64_t step(const Case& c, const Constraint& constraint);

// The landmarks that a case meets: a mask over Landmark::bit. Precondition: no constraint of a
// stage before Stage::end is violated.
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

// The exact bytes that a legal case reads and writes. Ranges of an operand that are contiguous in
// order are merged; a broadcast byte may appear more than once. Precondition: cost(c) <=
// footprint_budget.
inline constexpr int64_t footprint_budget = int64_t{1} << 24;
std::vector<OperandRange> footprint(const Case& c);

// The bounding range of each operand in each lane that it touches, at a cost of O(lanes). For an
// illegal case the existing part: clipped to the lane or window, perhaps empty. Uses the capacity of
// `reused`.
std::vector<OperandRange> bounding_ranges(const Case& c, std::vector<OperandRange> reused = {});
// The most bytes that the bounding ranges of two operands, perhaps of two cases, share in a lane or
// another memory. 0: some touch. Below 0: none meet.
int64_t common_bytes(const Case& a, Operands of_a, const Case& b, Operands of_b);

// The operand and the element of a case to which a byte of memory belongs.
struct Located {
  Operands operand = 0;              // on_dst before the sources; 0: no element lies there
  std::array<int64_t, 4> element{};  // (n, c, h, w); of a matrix in local memory (row, channel, 0,
                                     // column in it), in system memory (row, 0, 0, column)
  int64_t byte_of_element = 0;
};
// Tries every row of a legal case of at most footprint_budget elements.
Located locate(const Case& c, Space space, int64_t lane, int64_t offset);

}  // namespace strideproof::spec
