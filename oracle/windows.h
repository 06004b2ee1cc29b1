#pragma once
// The windows of a program: the bytes that are filled before it runs and compared after it. They
// hold every operand with its gaps and a guard on either side, the same offsets in the neighbour
// lanes, and the places of likely wrong addresses (address mod 2^32 and 2^16, the same offset in
// the other memories). If an operand is spread too far, the windows hold its runs instead of the
// whole operand.

#include <cstdint>
#include <vector>

#include "oracle/memory_range.h"

namespace strideproof {

// Sorted by (space, lane, first). Works for illegal cases too, as far as their operands exist.
// Every byte that a legal step of at most run_budget elements touches is inside; see
// hold_every_reading. Uses the capacity of `reused`.
std::vector<MemoryRange> windows(const Program& program, std::vector<MemoryRange> reused = {});

// True if the windows hold every byte that a program may touch under some reading of the ledger. If
// not, an operand is spread too far, and the program is not judged.
bool hold_every_reading(const Program& program);

// Elements of one step beyond which nothing is run: only verdicts are compared. A little more than
// 2^20, so a counter of 20 bits overflows.
inline constexpr int64_t run_budget = (int64_t{1} << 20) + 64;

// The constraint results of the first step, with Stage::data evaluated on the prepared content,
// unless the step is too large to be run.
ConstraintResults evaluate_first(const Program& program);

// True if every step is legal for every effect of the other steps. Only the first step is evaluated
// on the contents of memory; a later step that depends on contents is not surely legal.
bool surely_legal(const Program& program);

}  // namespace strideproof
