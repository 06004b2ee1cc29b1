#include "props/keep_ends.h"

#include <algorithm>
#include <array>
#include <bit>

#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

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

// The bytes of an operand.
struct End {
  int64_t offset = 0;  // past the last byte, of the lane that reaches furthest
  int64_t bytes = 0;   // from first to last, in all lanes
  Space space = Space::system;
};
using Ends = std::array<End, operand_count>;

Ends ends_of(const Case& c) {
  thread_local std::vector<spec::OperandRange> ranges;
  ranges.clear();
  spec::bounding_ranges(c, ranges);
  Ends ends;
  for (const spec::OperandRange& run : ranges) {
    if (run.size <= 0) continue;
    End& end = ends[static_cast<size_t>(std::countr_zero(run.operand))];
    end.offset = std::max(end.offset, run.first + run.size);
    end.bytes += run.size;
    end.space = run.space;
  }
  return ends;
}

// The two addresses of a matrix are of dst and src or the other way round; that of system memory has
// 64 bits.
const End& end_of(const Ends& ends, const Parameter& address) {
  if (std::has_single_bit(address.operands))
    return ends[static_cast<size_t>(std::countr_zero(address.operands))];
  return ends[(ends[0].space == Space::system) == (address.type == CType::u64) ? 0 : 1];
}

}  // namespace

void keep_ends(const Case& c, const Case& smaller, int64_t fewer, std::vector<Case>& into) {
  const Ends before = ends_of(c), after = ends_of(smaller);
  const std::vector<Parameter>& parameters = c.operation->parameters;
  const auto value = [&](const Parameter& p) { return *values(c, p); };
  std::vector<Move> bytes, starts;
  for (const Parameter& p : parameters)
    if (p.role == Role::address) {
      const End &was = end_of(before, p), &is = end_of(after, p);
      // A line through several lanes fills all but the last.
      const int64_t by = was.offset > is.offset ? was.offset - is.offset : was.bytes - is.bytes;
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
