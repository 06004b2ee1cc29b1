#pragma once
// Ranges of bytes of a machine, and lists of them: content, copies, comparison, and their limits.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/machine.h"
#include "oracle/verdict.h"
#include "spec/spec.h"

namespace strideproof {

struct MemoryRange {
  Space space;
  int64_t lane;
  int64_t first;  // bytes [first, first + size), all existing; ranges of a list do not overlap
  int64_t size;
  DataClass data = DataClass::unique;  // the content that fill() writes

  int64_t end() const { return first + size; }
  friend bool operator==(const MemoryRange&, const MemoryRange&) = default;
};

inline bool same_memory(const MemoryRange& a, const MemoryRange& b) {
  return a.space == b.space && a.lane == b.lane;
}

// Sorts the ranges and makes them disjoint; where two classes overlap, the range that starts
// first keeps its bytes.
void merge(std::vector<MemoryRange>& ranges);

// Merges two sorted lists of disjoint ranges; `over` replaces `base` where they overlap.
void overlay(std::vector<MemoryRange>& base, const std::vector<MemoryRange>& over);

int64_t bytes(const std::vector<MemoryRange>& ranges);

// System chunks that a machine keeps open between programs: each may take two mappings of the
// process, which has 65,530, for several machines.
inline constexpr size_t kept_chunks = 4'096;
// Chunks of system memory (Machine::chunk_bytes) that one program may open; beyond, nothing is run.
// An isolated chunk needs two mappings in each of two machines, and Linux allows a process 65,530.
inline constexpr size_t most_chunks = 11'000;
bool open_too_many(const std::vector<MemoryRange>& ranges);

// Opens the ranges and fills them with the content of this seed.
void prepare(Machine& machine, const std::vector<MemoryRange>& ranges, uint64_t seed);

// The content that prepare() writes, byte by byte; outside the ranges, the content of a plain
// range. Valid as long as the ranges are.
spec::Contents contents(const std::vector<MemoryRange>& ranges, uint64_t seed);

// Opens the ranges in `to` and copies their bytes there.
void copy(Machine& from, Machine& to, const std::vector<MemoryRange>& ranges);

// Reads the bytes of the implementation under test: size bytes of one range. Valid until the next
// call.
using Found = std::function<const uint8_t*(const MemoryRange&)>;
Found bytes_in(Machine& machine);  // of an implementation in this process

// The first byte, in the order of the ranges, whose values differ; without its element.
std::optional<Difference> first_difference(Machine& shadow, const std::vector<MemoryRange>& ranges,
                                           const Found& found);

// All memory that a sweep compares: parts of local memory, buffers and open chunks.
std::vector<MemoryRange> all_memory(const Machine& machine);

// The parts of the ranges that lie in pages which one of the machines has accessed; other pages
// hold zeros in both. The ranges themselves, if the system does not say which pages were accessed.
// Precondition: the machines have one profile.
std::vector<MemoryRange> accessed(const std::vector<MemoryRange>& ranges, Machine& one,
                                  Machine& other);

}  // namespace strideproof
