#pragma once
// The windows of a program: the bytes that are filled before it runs and compared after it. They
// hold every operand with its gaps and a guard on either side, the same offsets in the neighbour
// lanes, and the places of likely wrong addresses (address mod 2^32 and 2^16, the same offset in
// the other memories). If an operand is spread too far, the windows hold its runs instead of the
// whole operand.

#include <cstdint>
#include <vector>

#include "model/machine.h"
#include "spec/spec.h"

namespace strideproof {

struct MemoryRange {
  Space space;
  int64_t lane;
  int64_t first;  // bytes [first, first + size), all existing; regions of a list do not meet
  int64_t size;
  DataClass data = DataClass::unique;  // the content that fill() writes

  int64_t end() const { return first + size; }
  friend bool operator==(const MemoryRange&, const MemoryRange&) = default;
};

// Sorted by (space, lane, first). Works for illegal cases too, as far as their operands exist.
// Every byte that a legal step of at most run_budget elements touches is inside; see
// hold_every_reading.
std::vector<MemoryRange> windows(const Program& program);
void windows(const Program& program,
             std::vector<MemoryRange>& into);  // reuses the capacity of `into`
int64_t bytes(const std::vector<MemoryRange>& regions);

// True if the windows hold every byte that a program may touch under some reading of the ledger. If
// not, an operand is spread too far, and the program is not judged.
bool hold_every_reading(const Program& program);

// Elements of one step beyond which nothing is run: only verdicts are compared. A little more than
// 2^20, so a counter of 20 bits overflows.
inline constexpr int64_t run_budget = (int64_t{1} << 20) + 64;

// Pieces of system memory (Machine::chunk_bytes) that one program may open; beyond, nothing is run
// either. An isolated chunk needs two mappings in each of two machines, and Linux allows a process
// 65,530.
inline constexpr size_t most_chunks = 11'000;
bool open_too_many(const std::vector<MemoryRange>& regions);

// Opens the regions and fills them with the content of this seed.
void prepare(Machine& machine, const std::vector<MemoryRange>& regions, uint64_t seed);

// The content that prepare() writes, byte by byte; outside the regions, the content of a plain
// region. Valid as long as the regions are.
spec::Contents contents(const std::vector<MemoryRange>& regions, uint64_t seed);

// The constraint results of a case, or of the first step of a program, with Stage::data evaluated
// on the prepared content.
ConstraintResults evaluate_first(const Program& program);
ConstraintResults evaluate_fresh(const Case& c);

// True if every step is legal for every effect of the other steps. Only the first step is evaluated
// on the contents of memory; a later step that depends on contents is not surely legal.
bool surely_legal(const Program& program);

// Opens the regions in `to` and copies their bytes there.
void copy(Machine& from, Machine& to, const std::vector<MemoryRange>& regions);

}  // namespace strideproof
