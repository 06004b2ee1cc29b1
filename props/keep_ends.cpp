#include "props/keep_ends.h"

#include <algorithm>
#include <array>
#include <bit>

#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

struct End {
  int64_t offset = 0;  // past the last byte, of the lane that reaches furthest
  int64_t bytes = 0;   // from first to last, in all lanes
  Space space = Space::system;
};
using Ends = std::array<End, 3>;  // of dst, src, src1

Ends ends_of(const Case& c) {
  Ends ends;
  for (const spec::OperandRange& run : spec::bounding_ranges(c)) {
    if (run.size <= 0) continue;
    End& end = ends[static_cast<size_t>(std::countr_zero(run.operand))];
    end.offset = std::max(end.offset, run.first + run.size);
    end.bytes += run.size;
    end.space = run.space;
  }
  return ends;
}

// Of which operand it is the address. The two of a matrix are of dst and src or the other way round;
// that of system memory has 64 bits.
size_t operand_of(const Parameter& address, const Ends& ends) {
  if (std::has_single_bit(address.operands))
    return static_cast<size_t>(std::countr_zero(address.operands));
  return (ends[0].space == Space::system) == (address.type == CType::u64) ? 0 : 1;
}

bool is_lane(const Parameter& parameter) {
  return parameter.role == Role::selector && parameter.name.ends_with("idx");
}

class Moves {
 public:
  Moves(const Case& smaller, std::vector<Case>& into)
      : smaller_(smaller), into_(into), together_(smaller) {}

  void move(const Parameter& parameter, int64_t to) {
    const auto slot = static_cast<size_t>(parameter.slot);
    if (to == smaller_.arguments.value[slot] || to < lowest(parameter.type) ||
        to > highest(parameter.type))
      return;
    into_.push_back(smaller_);
    into_.back().arguments.value[slot] = to;
    together_.arguments.value[slot] = to;
    ++moved_;
  }
  void finish() {
    if (moved_ > 1) into_.push_back(together_);
  }

 private:
  const Case& smaller_;
  std::vector<Case>& into_;
  Case together_;
  int moved_ = 0;
};

}  // namespace

Space space_of(const Case& c, const Parameter& address) {
  const Ends ends = ends_of(c);
  return ends[operand_of(address, ends)].space;
}

void keep_ends(const Case& c, const Case& smaller, int64_t fewer, std::vector<Case>& into) {
  const Ends before = ends_of(c), after = ends_of(smaller);
  const std::vector<Parameter>& parameters = c.operation->parameters;
  const auto value = [&](const Parameter& p) { return *values(c, p); };
  Moves bytes(smaller, into);
  for (const Parameter& p : parameters)
    if (p.role == Role::address) {
      const size_t operand = operand_of(p, before);
      // A line through several lanes fills all but the last.
      const int64_t offset = before[operand].offset - after[operand].offset;
      const int64_t by = offset > 0 ? offset : before[operand].bytes - after[operand].bytes;
      if (by > 0 && by <= highest(p.type) - value(p)) bytes.move(p, value(p) + by);
    }
  bytes.finish();

  const int64_t lanes = c.profile->lanes, lane_bytes = c.profile->lane_bytes;
  if (lanes == 0) return;
  Moves starts(smaller, into);
  const bool named = std::any_of(parameters.begin(), parameters.end(), is_lane);
  for (const Parameter& p : parameters)
    if (named ? is_lane(p) : p.role == Role::address && p.type == CType::u32) {
      const int64_t unit = named ? 1 : lane_bytes, lane = value(p) / unit;
      if (lane < 0 || lane >= lanes) continue;
      starts.move(p, (lane + fewer % lanes) % lanes * unit + value(p) % unit);
    }
  starts.finish();
}

}  // namespace strideproof::props
