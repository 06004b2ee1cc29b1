#include "props/draw.h"

#include <algorithm>

#include "props/operand.h"
#include "props/parameters.h"
#include "props/small_world.h"
#include "spec/footprint.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::props {
namespace {

// One of the small values, all alike.
int64_t small_value(Random& random, const Case& c, const std::vector<SmallValues>& ranges) {
  int64_t count = 0;
  for (const SmallValues& range : ranges) count += range.size();
  int64_t left = random.below(count);
  auto range = ranges.begin();
  for (; left >= range->size(); ++range) left -= range->size();
  return range->first + left + (range->from == nullptr ? 0 : *values(c, *range->from));
}

// The largest value that the constraints allow, or one that is large enough.
int64_t most_of(const Case& c, const Parameter& parameter) {
  const int64_t largest = bounds_of(c, parameter.slot).largest;
  return largest >= 0 ? largest : parameter.type == CType::u32 ? (1 << 20) + 64 : 65535;
}

// The largest, or one past a power of two.
int64_t large_value(Random& random, const Case& c, const Parameter& parameter) {
  const int64_t most = most_of(c, parameter);
  if (random.chance(1, 2)) return most;
  if (parameter.role == Role::stride)
    return random.past_power_of_two(std::max<int64_t>(highest(parameter.type), 256));
  return random.past_power_of_two(random.pick<int64_t>({4096, most}));
}

// Around a unit, a vector or all lanes, or up to some hundred. Large extents take long.
int64_t special_value(Random& random, const Case& c, const Parameter& parameter) {
  if (random.chance(1, parameter.role == Role::extent ? 100 : 10))
    return large_value(random, c, parameter);
  const int64_t kind = random.below(6), times = random.between(1, 2),
                channel = random.between(1, 5);
  const int64_t bytes = random.pick<int64_t>({c.profile->unit_bytes, 32, 64});
  switch (kind) {
    case 0: return random.around(bytes / spec::dtype_bytes(c, on_src) * times);
    case 1: return random.around(c.profile->lanes * times) * channel;
    case 2: return random.between(1, 300);
    default: return random.between(1, 40);
  }
}

// Selectors first: they decide what is special. At most one value is.
void choose_values(Random& random, Case& c) {
  const std::vector<std::vector<SmallValues>>& ranges = small_values(*c.operation);
  const auto special = static_cast<size_t>(random.below(2 * c.operation->slots));
  for (const bool selectors : {true, false})
    for (const Parameter& parameter : c.operation->parameters) {
      const auto slot = static_cast<size_t>(parameter.slot);
      if (ranges[slot].empty() || (parameter.role == Role::selector) != selectors) continue;
      set_value(c, slot,
                slot == special && !selectors
                    ? std::max<int64_t>(special_value(random, c, parameter), 1)
                    : small_value(random, c, ranges[slot]));
    }
}

// An address from which `bytes` bytes fit: mostly around where two lanes meet.
int64_t random_flat_address(Random& random, const MachineShape& m, int64_t bytes, int64_t unit) {
  const int64_t boundary = random.between(1, m.lanes - 1) * m.lane_bytes,
                some = unit * random.between(1, 3), last = m.flat.size - bytes;
  const int64_t offset = random.pick<int64_t>(
      {0, last, boundary, boundary - bytes, boundary - some, boundary - bytes + some,
       boundary - bytes / 2 / unit * unit, boundary - m.lane_bytes / 2 + some});
  return m.flat.first + std::clamp<int64_t>(offset, 0, std::max<int64_t>(last, 0));
}

// Returns the bytes of the operand, from the start of its memory. One that does not fit lies there.
int64_t place(Random& random, Case& c, Operands which) {
  const MachineShape m = machine_of(c);
  const OperandParameters of = parameters_of(*c.operation, which);
  int64_t& address = *values(c, *of.address);
  address = 0;
  if (const Tensor t = spec::tensor_of(c, which); t.space == Space::local) {
    const int64_t lane = random_lane(random, m, t.shape.c);
    (of.lane == nullptr ? address : *values(c, *of.lane)) =
        of.lane == nullptr ? lane * m.lane_bytes : lane;
  }
  const Tensor t = spec::tensor_of(c, which);
  const int64_t extent = std::max<int64_t>(spec::last_byte(m, t) + 1, 0),
                unit = unit_of(c, *of.address);
  const int64_t offset = is_flat(c, which)
                             ? random_flat_address(random, m, extent, unit)
                             : random_place(random, *c.profile, t.space, extent, unit);
  address += std::max<int64_t>(offset, 0);
  return extent;
}

void place(Random& random, Case& c) {
  const int64_t bytes = place(random, c, on_src);
  place(random, c, on_dst);
  const bool together = is_flat(c, on_dst) == is_flat(c, on_src) &&
                        spec::space_of(c, on_dst) == spec::space_of(c, on_src);
  if (!together || random.chance(1, 20)) return;
  const Parameter &dst = *parameters_of(*c.operation, on_dst).address,
                  &src = *parameters_of(*c.operation, on_src).address;
  const int64_t next = bytes + random.pick({0, 0, 1, 7}) * unit_of(c, dst);
  *values(c, dst) = *values(c, src) + random.pick<int64_t>({0, next, next, -next, -next});
}

Case draw_tensors(Random& random, Case c) {
  make_tensors(random, c, {});
  return c;
}

}  // namespace

Case draw_values(Random& random, Case c) {
  do choose_values(random, c);
  while (!values_hold(c));
  place(random, c);
  return c;
}

// ---- families of one kind of operand ----

Case asc::draw(Random& random, Case c) { return draw_values(random, std::move(c)); }

// These two draw about a million cases a second.
Case okk_bdc::draw(Random& random, Case c) { return draw_tensors(random, std::move(c)); }

Case okk_gdma::draw(Random& random, Case c) {
  const bool matrix =
      strideproof::okk_gdma::kind(*c.operation) == strideproof::okk_gdma::Kind::matrix;
  return matrix ? draw_values(random, std::move(c)) : draw_tensors(random, std::move(c));
}

}  // namespace strideproof::props
