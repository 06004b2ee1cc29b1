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

struct Move {
  const Parameter* parameter;
  int64_t to;
};

// Appends the case with each of the moves that stay within their types, and with all of them.
void append_moves(const Case& c, const std::vector<Move>& moves, std::vector<Case>& into) {
  Case together = c;
  int moved = 0;
  for (const auto& [parameter, to] : moves) {
    if (to == *values(c, *parameter) || to < lowest(parameter->type) ||
        to > highest(parameter->type))
      continue;
    *values(into.emplace_back(c), *parameter) = *values(together, *parameter) = to;
    ++moved;
  }
  if (moved > 1) into.push_back(together);
}

}  // namespace

Space space_of(const Case& c, const Parameter& address) {
  const Ends ends = ends_of(c);
  return ends[operand_of(address, ends)].space;
}

void keep_ends(const Case& c, const Case& smaller, int64_t fewer, std::vector<Case>& into) {
  const Ends before = ends_of(c), after = ends_of(smaller);
  const std::vector<Parameter>& parameters = c.operation->parameters;
  const auto value = [&](const Parameter& p) { return *values(c, p); };
  std::vector<Move> bytes, starts;
  for (const Parameter& p : parameters)
    if (p.role == Role::address) {
      const size_t operand = operand_of(p, before);
      // A line through several lanes fills all but the last.
      const int64_t offset = before[operand].offset - after[operand].offset;
      const int64_t by = offset > 0 ? offset : before[operand].bytes - after[operand].bytes;
      if (by > 0 && by <= highest(p.type) - value(p)) bytes.push_back({&p, value(p) + by});
    }
  append_moves(smaller, bytes, into);

  const int64_t lanes = c.profile->lanes, lane_bytes = c.profile->lane_bytes;
  if (lanes == 0) return;
  const bool named = std::any_of(parameters.begin(), parameters.end(), is_lane);
  for (const Parameter& p : parameters)
    if (named ? is_lane(p) : p.role == Role::address && p.type == CType::u32) {
      const int64_t unit = named ? 1 : lane_bytes, lane = value(p) / unit;
      if (lane < 0 || lane >= lanes) continue;
      starts.push_back({&p, (lane + fewer % lanes) % lanes * unit + value(p) % unit});
    }
  append_moves(smaller, starts, into);
}

}  // namespace strideproof::props
