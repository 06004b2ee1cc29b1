#pragma once
// The windows of a program: the bytes that are filled before it runs and compared after it. They
// hold every operand with its gaps and a guard on either side, the same offsets in the neighbour
// lanes, and the places where a wrong address would end up (address mod 2^32 and 2^16, the same
// offset in the other memories). Where an operand is spread too far to be held whole, its runs are.

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
  DataClass data = DataClass::unique;  // what fill() puts there

  int64_t end() const { return first + size; }
  friend bool operator==(const MemoryRange&, const MemoryRange&) = default;
};

// Sorted by (space, lane, first). Works for illegal cases too: whatever of the operands exists.
// Every byte that a legal step of at most run_budget elements touches is inside; see
// hold_every_reading.
std::vector<MemoryRange> windows(const Program& program);
void windows(const Program& program,
             std::vector<MemoryRange>& into);  // reuses the capacity of `into`
int64_t bytes(const std::vector<MemoryRange>& regions);

// Whether the windows hold every byte that a reading of the ledger lets a program touch. Where they
// do not, an operand is spread too far, and what an implementation does with it is not to be judged.
bool hold_every_reading(const Program& program);

// Elements of one step beyond which nothing is run: only verdicts are compared.
// A little more than 2^20: what counts in 20 bits shows.
inline constexpr int64_t run_budget = (int64_t{1} << 20) + 64;

// Pieces of system memory (Machine::chunk_bytes) that one program may open; beyond, nothing is run
// either. A piece by itself is two mappings in each of two machines, and Linux allows a process
// 65,530.
inline constexpr size_t most_chunks = 11'000;
bool open_too_many(const std::vector<MemoryRange>& regions);

// Opens the regions and gives them their content of this seed.
void prepare(Machine& machine, const std::vector<MemoryRange>& regions, uint64_t seed);

// What prepare() puts there, byte by byte; outside the regions what it would put into a plain one.
// Valid as long as the regions are.
spec::Contents contents(const std::vector<MemoryRange>& regions, uint64_t seed);

// Which constraints hold for the first step of a program, and for a case alone: those of Stage::data
// too, for what is prepared.
ConstraintResults evaluate_first(const Program& program);
ConstraintResults evaluate_fresh(const Case& c);

// Whether every step is legal whatever the others make of memory: only the first is asked for what it
// finds there, a later one that would have to be is not surely legal.
bool surely_legal(const Program& program);

// Opens the regions in `to` and copies their bytes there.
void copy(Machine& from, Machine& to, const std::vector<MemoryRange>& regions);

}  // namespace strideproof
