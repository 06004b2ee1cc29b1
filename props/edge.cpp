#include "props/edge.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <vector>

#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

using Slots = std::vector<size_t>;

// True of the constraints on values of both sides of a memcpy_4D.
bool is_relation(const Constraint& constraint) {
  return constraint.stage == Stage::alignment && constraint.rule == Rule::own;
}

// nullptr: the constraint names none.
const Parameter* named_by(const Operation& operation, const Constraint& constraint) {
  if (constraint.parameter < 0) return nullptr;
  return &operation.parameters[static_cast<size_t>(constraint.parameter)];
}

bool concerns(const Constraint& constraint, const Parameter& parameter) {
  if ((constraint.operands & parameter.operands) == 0) return false;
  switch (constraint.stage) {
    case Stage::end: return parameter.role == Role::address;
    case Stage::overlap:
      return std::has_single_bit(constraint.operands) ? parameter.role == Role::stride
                                                      : parameter.role == Role::address;
    default: break;
  }
  if (is_relation(constraint)) {
    const bool shapes = constraint.id() == ConstraintId::shapes_count ||
                        constraint.id() == ConstraintId::transpose_shape;
    return shapes ? parameter.role == Role::extent : parameter.name.ends_with("format");
  }
  return parameter.role == Role::selector || parameter.role == Role::extent;
}

template <class Chosen>
Slots slots_where(const Operation& operation, Chosen chosen) {
  Slots chosen_slots;
  for (const Slot& slot : slots_of(operation))
    if (chosen(slot.parameter)) chosen_slots.push_back(slot.index);
  return chosen_slots;
}

int64_t plus(int64_t value, int64_t by) {
  return by > 0 && value > INT64_MAX - by ? INT64_MAX : value + by;
}

int64_t distant_address(const Case& c, const Constraint& constraint, const Parameter& address,
                        int64_t value, Random& random) {
  const Profile& profile = *c.profile;
  const int64_t unit = unit_of(c, address);
  if (constraint.stage == Stage::alignment) {
    const int64_t by = unit == 1 ? 1 : random.between(1, unit - 1);
    return value <= highest(address.type) - by ? value + by : value - by;
  }
  if (constraint.stage != Stage::start)
    return plus(value, random.pick<int64_t>({1, 1, -1, 2, -2, 7}) * profile.lane_bytes);
  const int64_t most = highest(address.type) / unit * unit;
  if (address.type == CType::u32 || profile.windows.empty()) return most;
  const Window& window = random.pick(profile.windows);
  return random.pick<int64_t>(
      {window.end(), window.first - unit, window.first - unit, 0, profile.local_base, most});
}

// The parameter of dst that is this one of a source; nullptr: there is none.
const Parameter* counterpart(const Operation& operation, const Parameter& parameter) {
  const std::string_view rest = parameter.name.substr(
      std::min(parameter.name.size(), parameter.name.find_first_not_of("src01")));
  const Parameter* found = operation.parameter("dst" + std::string(rest));
  const bool source = parameter.name.starts_with("src") && found != nullptr;
  return source && found->type == parameter.type ? found : nullptr;
}

void lay_on_dst(Case& c, const Constraint& constraint, Random& random) {
  const bool strides = random.chance(1, 2);
  for (const Parameter& p : c.operation->parameters) {
    const Parameter* dst = counterpart(*c.operation, p);
    if (dst == nullptr || (p.operands & constraint.operands) == 0) continue;
    if (p.role == Role::stride && !strides) continue;
    copy_parameter(c, p, c, *dst);
    if (p.role == Role::address)
      set_value(c, static_cast<size_t>(p.slot),
                plus(*values(c, p), random.pick({0, 1, 1, 1, -1, 2}) * unit_of(c, p)));
  }
}

// Sets a flag of a constraint. For a transpose, also meets its other constraints: equal formats; n
// and c of the source are c and n of the destination.
void set_flag(Case& c, const Parameter& flag) {
  *values(c, flag) = 1;
  for (const Parameter& p : c.operation->parameters) {
    const Parameter* dst = counterpart(*c.operation, p);
    if (dst == nullptr || (p.role != Role::extent && !p.name.ends_with("format"))) continue;
    copy_parameter(c, p, c, *dst);
    if (slots(p.type) == 4) std::swap(values(c, p)[0], values(c, p)[1]);
  }
}

Slots extents_of(const Operation& operation, Operands operands) {
  return slots_where(operation, [&](const Parameter& p) {
    return p.role == Role::extent && (p.operands & operands) != 0;
  });
}

// The slots that decide a constraint.
Slots deciding_slots(const Operation& operation, const Constraint& constraint) {
  const Parameter* named = named_by(operation, constraint);
  if (named == nullptr || named->type == CType::boolean)
    return slots_where(operation, [&](const Parameter& p) { return concerns(constraint, p); });
  return {static_cast<size_t>(constraint.slot)};
}

// A value for the slot that may violate the constraint if small steps do not: an address in another
// lane or outside all memory, an unknown selector, an end of the type.
int64_t distant_value(const Case& c, const Constraint& constraint, size_t slot, Random& random) {
  const Parameter& parameter = parameter_at(*c.operation, slot);
  const int64_t value = c.arguments.value[slot];
  switch (parameter.role) {
    case Role::address: return distant_address(c, constraint, parameter, value, random);
    case Role::selector:
      if (random.chance(7, 8)) return random.between(-1, 6);
      break;
    default:
      if (constraint.stage != Stage::values) return random.below(3);
  }
  return random.pick({lowest(parameter.type), highest(parameter.type), int64_t{-65535}, value - 1,
                      plus(value, 1)});
}

// Changes parameters that may keep the constraint from being evaluated or violated: NULL strides,
// extents of 1, a flag. For an overlap, moves a source onto the destination or a few elements from
// it.
void make_relevant(Case& c, const Constraint& constraint, Random& random) {
  if (constraint.stage == Stage::overlap && !std::has_single_bit(constraint.operands))
    return lay_on_dst(c, constraint, random);
  const Parameter* named = named_by(*c.operation, constraint);
  if (named != nullptr && named->type == CType::boolean) set_flag(c, *named);
  for (const Parameter& p : c.operation->parameters)
    if ((p.operands & constraint.operands) != 0) make_explicit(c, p);
  for (const auto& [p, place, slot] : slots_of(*c.operation)) {
    int64_t& value = c.arguments.value[slot];
    const bool same =
        named != nullptr && slots(named->type) == 4 && named->slot + place == constraint.slot;
    if (p.role == Role::extent && value == 1 && (same || random.chance(1, 2))) value = 2;
  }
}

// The slack, if the constraint is evaluated, and near enough that differences do not overflow.
std::optional<int64_t> slack_of(const Case& c, const Constraint& constraint) {
  const std::optional<int64_t> slack = spec::slack_if_evaluated(c, constraint);
  return slack && std::abs(*slack) < INT64_MAX / 4 ? slack : std::nullopt;
}

// A step of a value up, or down if the slack does not change, and the gain in slack. The slack is
// nearly linear in most values, so a few steps of Newton's method reach an edge.
struct Slope {
  int64_t by = 0, gain = 0;
};
Slope slope_of(const Case& c, const Constraint& constraint, size_t slot, int64_t probe,
               int64_t here) {
  for (const int64_t by : {probe, -probe}) {
    Case neighbour = c;
    if (!add_to_value(neighbour, slot, by)) continue;
    const std::optional<int64_t> there = slack_of(neighbour, constraint);
    if (there && *there != here) return {by, *there - here};
  }
  return {};
}

// Moves what else came to be violated inside again, but not the slot that was moved.
void repair(Case& c, const Constraint& constraint, size_t moved, uint64_t violated) {
  for (const Constraint& other : c.operation->constraints) {
    if (!has_bit(violated, other.bit) || other.bit == constraint.bit) continue;
    for (const size_t slot : deciding_slots(*c.operation, other))
      if (slot != moved && aim(c, other, slot, 0)) break;
  }
}

// Makes the operand a single row. Returns the slot of its length, which moves an edge by one step;
// the unit of an address, or an extent next to others, would move it by several.
size_t make_row(Case& c, Operands operand) {
  const Slots extents = extents_of(*c.operation, operand);
  for (const size_t extent : extents)
    if (extent != extents.back()) c.arguments.value[extent] = 1;
  return extents.back();
}

// The slot that moves the case just past the edge: the given one, or an extent if that has smaller
// steps and the case is moved to the edge or to a shape.
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
  class_of_counts(c) = by_one ? (under ? DataClass::counts_under : DataClass::counts_over)
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

std::string_view name(Edge edge) { return edge == Edge::inside ? "inside" : "outside"; }

std::optional<Case> move_to_edge(const Case& c, const Constraint& constraint, Edge edge,
                                 Random& random) {
  if (constraint.stage == Stage::data)
    return edge == Edge::inside ? std::nullopt
                                : std::optional(with_contents(c, constraint, random));
  constexpr int attempts = 6;
  const uint64_t bit = uint64_t{1} << constraint.bit, before = spec::evaluate(c).violated;
  const Slots slots = deciding_slots(*c.operation, constraint);
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
