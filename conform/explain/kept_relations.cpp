// Cases that keep a relation of another case.

#include <cstdlib>

#include "conform/explain/neighbours.h"
#include "oracle/memory_range.h"
#include "props/parameters.h"
#include "spec/saturating.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

// The first range of an operand; none if it has no byte.
std::optional<spec::OperandRange> range_of(const Case& c, Operands operand) {
  for (const spec::OperandRange& range : spec::bounding_ranges(c))
    if (range.operand == operand && range.size > 0) return range;
  return std::nullopt;
}

Window limits_around(const Case& c, const spec::OperandRange& range) {
  return limits_around(*c.profile, range.space, range.lane, range.first);
}

}  // namespace

Case with_same_ends(Case c, const Case& base) {
  for (int i = 0; i < operand_count; ++i) {
    const auto operand = static_cast<Operands>(1 << i);
    const Parameter* address = props::parameters_of(*c.operation, operand).address;
    if (address == nullptr) continue;
    const auto before = range_of(base, operand), now = range_of(c, operand);
    if (!before || !now || before->first + before->size != limits_around(base, *before).end())
      continue;
    // From the first byte of the memory no operand that fits is clipped.
    const Window limits = limits_around(c, *now);
    int64_t& value = *props::values(c, *address);
    value -= now->first - limits.first;
    if (const auto from_first = range_of(c, operand))
      value += limits.end() - (from_first->first + from_first->size);
  }
  return c;
}

Case with_same_last_lane(Case c, const Case& base) {
  const Parameter* shape = c.operation->parameter("shape");
  if (shape == nullptr) return c;
  const int64_t fewer = props::values(base, *shape)[1] - props::values(c, *shape)[1];
  const Profile& profile = *c.profile;
  if (std::abs(fewer) > profile.lanes) return c;
  Case moved = c;
  for (const Parameter& parameter : c.operation->parameters) {
    if (parameter.role != Role::address || parameter.type != CType::u32) continue;
    int64_t& address = *props::values(moved, parameter);
    address += fewer * profile.lane_bytes;
    if (address < 0 || address >= profile.lanes * profile.lane_bytes) return c;
  }
  return moved;
}

Case with_dense_strides(Case c, const Case& base) {
  const Parameter* shape = c.operation->parameter("shape");
  if (shape == nullptr) return c;
  const int64_t *now = props::values(c, *shape), *before = props::values(base, *shape);
  for (const Parameter& parameter : c.operation->parameters) {
    if (parameter.role != Role::stride || slots(parameter.type) != slots(shape->type)) continue;
    spec::Saturating inner(1), inner_before(1);  // elements of all dimensions after one
    for (int dim = slots(shape->type) - 1; dim > 0; --dim) {
      inner = inner * spec::Saturating(now[dim]);
      inner_before = inner_before * spec::Saturating(before[dim]);
      if (props::values(base, parameter)[dim - 1] == inner_before.value() &&
          inner.value() >= lowest(parameter.type) && inner.value() <= highest(parameter.type))
        props::values(c, parameter)[dim - 1] = inner.value();
    }
  }
  return c;
}

}  // namespace strideproof::explanation
