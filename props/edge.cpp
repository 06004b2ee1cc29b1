#include "props/edge.h"

#include <cstdlib>

#include "props/edge_steps.h"
#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

// The slack, if the constraint is evaluated, and near enough that differences do not overflow.
std::optional<int64_t> slack_of(const Case& c, const Constraint& constraint) {
  if (constraint.stage != Stage::values && !has_bit(spec::evaluate(c).evaluated, constraint.bit))
    return std::nullopt;
  const int64_t slack = spec::slack(c, constraint);
  return std::abs(slack) < INT64_MAX / 4 ? std::optional(slack) : std::nullopt;
}

// A step of a value up, or down where the slack does not change, and what the slack gains by it. The
// slack is linear in most values, or nearly so: a few steps of Newton's method reach an edge.
struct Slope {
  int64_t by = 0, gain = 0;
};
Slope slope_of(const Case& c, const Constraint& constraint, size_t slot, int64_t probe,
               int64_t here) {
  const CType type = parameter_at(*c.operation, slot).type;
  for (const int64_t by : {probe, -probe}) {
    Case neighbour = c;
    int64_t& value = neighbour.arguments.value[slot];
    if (by > 0 ? value > highest(type) - probe : value < lowest(type) + probe) continue;
    value += by;
    const std::optional<int64_t> there = slack_of(neighbour, constraint);
    if (there && *there != here) return {by, *there - here};
  }
  return {};
}

// Moves what else came to be violated inside again, but not the slot that was moved.
void repair(Case& c, const Constraint& constraint, size_t moved, uint64_t violated) {
  for (const Constraint& other : c.operation->constraints) {
    if (!has_bit(violated, other.bit) || other.bit == constraint.bit) continue;
    for (const size_t slot : slots_of(*c.operation, other))
      if (slot != moved && aim(c, other, slot, 0)) break;
  }
}

// Makes the operand a single row. Returns the slot of its length, which moves an edge by one step where
// the unit of an address, or an extent beside others, moves it by several.
size_t make_row(Case& c, Operands operand) {
  const Slots extents = extents_of(*c.operation, operand);
  for (const size_t extent : extents)
    if (extent != extents.back()) c.arguments.value[extent] = 1;
  return extents.back();
}

// The slot that moves the case just past the edge: the given one, or an extent of a case that is moved
// to the edge, or to a shape, where an extent has the smaller steps.
size_t slot_past(Case& c, const Constraint& constraint, size_t slot, Random& random) {
  if (is_relation(constraint) && constraint.id() == ConstraintId::shapes_count &&
      random.chance(1, 2))
    return make_row(c, on_dst);
  if (constraint.stage != Stage::end) return slot;
  const bool coarse = unit_of(c, parameter_at(*c.operation, slot)) > spec::step(c, constraint);
  if (!coarse && !random.chance(1, 8)) return slot;
  const size_t extent =
      coarse ? make_row(c, constraint.operands) : random.pick(extents_of(*c.operation, on_all));
  aim(c, constraint, slot, 0);
  return extent;
}

// One attempt; false: it did not get there.
bool attempt(Case& c, const Constraint& constraint, Edge edge, size_t slot, Random& random) {
  if (edge == Edge::inside) return aim(c, constraint, slot, 0);
  const Role role = parameter_at(*c.operation, slot).role;
  const bool misalign = constraint.stage == Stage::alignment && role == Role::address;
  if (!misalign && !random.chance(1, role == Role::selector ? 3 : 6)) {
    slot = slot_past(c, constraint, slot, random);
    const int64_t steps = random.pick<int64_t>({0, 0, 0, 0, 1, 4});
    if (aim(c, constraint, slot, -1 - steps * spec::step(c, constraint))) return true;
  }
  set_value(c, slot, distant_value(c, constraint, slot, random));
  return has_bit(spec::evaluate(c).violated, constraint.bit);
}

// Contents that are to violate the constraint.
Case with_contents(Case c, const Constraint& constraint, Random& random) {
  const bool under = constraint.id() == ConstraintId::counts_min, by_one = random.chance(1, 2);
  c.data[constraint.operands == on_src1 ? 2 : 1] =
      by_one ? (under ? DataClass::counts_under : DataClass::counts_over)
             : (under ? DataClass::counts_far_under : DataClass::counts_far_over);
  return c;
}

}  // namespace

bool aim(Case& c, const Constraint& constraint, size_t slot, int64_t goal) {
  const Parameter& parameter = parameter_at(*c.operation, slot);
  const int64_t probe = parameter.role == Role::address ? unit_of(c, parameter) : 1;
  const int64_t low = lowest(parameter.type), high = highest(parameter.type);
  Case moved = c;
  int64_t& value = moved.arguments.value[slot];
  for (int round = 0; round < 4; ++round) {
    const std::optional<int64_t> here = slack_of(moved, constraint);
    if (!here) return false;
    const Slope slope = slope_of(moved, constraint, slot, probe, *here);
    if (slope.gain == 0) return false;
    const int64_t left = goal - *here, gain = slope.gain;
    if (goal < 0 ? left >= 0 && left < std::abs(gain) : left <= 0 && -left < std::abs(gain)) {
      c = moved;
      return true;
    }
    int64_t steps = left / gain;
    if (left % gain != 0 && (goal < 0) == (left < 0)) steps += (left < 0) == (gain < 0) ? 1 : -1;
    const int64_t most = ((steps > 0) == (slope.by > 0) ? high - value : value - low) / probe;
    if (steps == 0 || std::abs(steps) > most) return false;
    value += steps * slope.by;
  }
  return false;
}

std::optional<Case> move_to_edge(const Case& c, const Constraint& constraint, Edge edge,
                                 Random& random) {
  if (constraint.stage == Stage::data)
    return edge == Edge::inside ? std::nullopt
                                : std::optional(with_contents(c, constraint, random));
  constexpr int attempts = 6;
  const uint64_t bit = uint64_t{1} << constraint.bit, before = spec::evaluate(c).violated;
  const Slots slots = slots_of(*c.operation, constraint);
  std::optional<Case> found;
  for (int i = 0; i < attempts; ++i) {
    Case moved = c;
    if (i > 0 || constraint.stage == Stage::overlap) make_relevant(moved, constraint, random);
    const size_t slot = random.pick(slots);
    if (!attempt(moved, constraint, edge, slot, random)) continue;
    uint64_t after = spec::evaluate(moved).violated;
    if ((after & ~before & ~bit) != 0) {
      repair(moved, constraint, slot, after & ~before);
      after = spec::evaluate(moved).violated;
    }
    if (((after & bit) != 0) != (edge == Edge::outside)) continue;
    if ((after & ~before & ~bit) == 0) return moved;
    if (!found) found = moved;
  }
  return found;
}

}  // namespace strideproof::props
