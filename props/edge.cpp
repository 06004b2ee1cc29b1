#include "props/edge.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <vector>

#include "spec/spec.h"

namespace strideproof::props {
namespace {

int64_t& at(Case& c, size_t slot) { return c.arguments.value[slot]; }

const Parameter& parameter_at(const Operation& operation, size_t slot) {
  const Parameter* found = nullptr;
  for (const Parameter& parameter : operation.parameters)
    if (static_cast<size_t>(parameter.slot) <= slot) found = &parameter;
  return *found;
}

bool is_violated(const Case& c, const Constraint& constraint) {
  return (spec::evaluate(c).violated >> constraint.bit & 1) != 0;
}

// "shape.n.min" names the parameter shape and its first slot; nullptr: the label names none.
const Parameter* named_by(const Operation& operation, const Constraint& constraint) {
  if (constraint.stage == Stage::overlap) return nullptr;  // "dst.overlap" is no place
  return operation.parameter(constraint.label.substr(0, constraint.label.find('.')));
}
size_t dimension_of(const Constraint& constraint) {
  return std::string_view("nchw").find(constraint.label[constraint.label.find('.') + 1]);
}

// How far aligned values of an address are apart.
int64_t unit_of(const Case& c, const Parameter& address) {
  for (const Constraint& constraint : c.operation->constraints)
    if (constraint.label.ends_with(".aligned") && named_by(*c.operation, constraint) == &address)
      return std::max<int64_t>(spec::step(c, constraint), 1);
  return 1;
}

// ---- the slots that a constraint concerns ----

using Slots = std::vector<size_t>;

bool concerns(const Constraint& constraint, const Parameter& parameter) {
  if ((constraint.operands & parameter.operands) == 0) return false;
  switch (constraint.stage) {
    case Stage::end: return parameter.role == Role::address;
    case Stage::overlap:
      return std::has_single_bit(constraint.operands) ? parameter.role == Role::stride
                                                      : parameter.role == Role::address;
    default:
      for (const std::string_view subject : {"format", "shape"})
        if (constraint.label.find(subject) != std::string_view::npos)
          return parameter.name.find(subject) != std::string_view::npos &&
                 parameter.role != Role::stride;
      return parameter.role == Role::selector || parameter.role == Role::extent;
  }
}

template <class Chosen>
Slots slots_where(const Operation& operation, Chosen chosen) {
  Slots slots;
  for (const Parameter& parameter : operation.parameters)
    if (chosen(parameter))
      for (int i = 0; i < strideproof::slots(parameter.type); ++i)
        slots.push_back(static_cast<size_t>(parameter.slot + i));
  return slots;
}

Slots slots_of(const Operation& operation, const Constraint& constraint) {
  const Parameter* named = named_by(operation, constraint);
  if (named == nullptr || named->type == CType::boolean)
    return slots_where(operation, [&](const Parameter& p) { return concerns(constraint, p); });
  const bool several = strideproof::slots(named->type) > 1;
  return {static_cast<size_t>(named->slot) + (several ? dimension_of(constraint) : 0)};
}

// ---- values that no slope leads to ----

int64_t plus(int64_t value, int64_t by) {
  return by > 0 && value > INT64_MAX - by ? INT64_MAX : value + by;
}

int64_t far_address(const Case& c, const Constraint& constraint, const Parameter& address,
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

int64_t far_value(const Case& c, const Constraint& constraint, size_t slot, Random& random) {
  const Parameter& parameter = parameter_at(*c.operation, slot);
  const int64_t value = c.arguments.value[slot];
  switch (parameter.role) {
    case Role::address: return far_address(c, constraint, parameter, value, random);
    case Role::selector:
      if (random.chance(7, 8)) return random.between(-1, 6);
      break;
    default:
      if (constraint.stage != Stage::values) return random.below(3);
  }
  return random.pick({lowest(parameter.type), highest(parameter.type), int64_t{-65535}, value - 1,
                      plus(value, 1)});
}

void set(Case& c, size_t slot, int64_t value) {
  const CType type = parameter_at(*c.operation, slot).type;
  at(c, slot) = std::clamp(value, lowest(type), highest(type));
}

// ---- a case in which the constraint counts ----

// From NULL to the strides of a tensor without gaps, which may then be moved.
void give_strides(Case& c, Operands operands) {
  const Parameter* shape = c.operation->parameter("shape");
  for (size_t i = 0; shape != nullptr && i < c.operation->parameters.size(); ++i) {
    const Parameter& p = c.operation->parameters[i];
    if ((p.operands & operands) == 0 || !c.arguments.is_null(static_cast<int>(i))) continue;
    c.arguments.null_mask &= ~(uint32_t{1} << i);
    int64_t stride = 1;
    for (int dim = 3; dim >= 0; --dim) {
      at(c, static_cast<size_t>(p.slot + dim)) = stride;
      stride = std::clamp<int64_t>(stride * at(c, static_cast<size_t>(shape->slot + dim)), 0,
                                   highest(CType::dim4));
    }
  }
}

// The parameter of dst that is this one of a source; nullptr: there is none.
const Parameter* counterpart(const Operation& operation, const Parameter& parameter) {
  const std::string_view rest = parameter.name.substr(
      std::min(parameter.name.size(), parameter.name.find_first_not_of("src01")));
  const Parameter* found = operation.parameter("dst" + std::string(rest));
  const bool source = parameter.name.starts_with("src") && found != nullptr;
  return source && found->type == parameter.type ? found : nullptr;
}

// Gives a parameter of a source the values of the same one of dst.
void take_from_dst(Case& c, const Parameter& p, const Parameter& dst) {
  for (int i = 0; i < slots(p.type); ++i)
    at(c, static_cast<size_t>(p.slot + i)) = at(c, static_cast<size_t>(dst.slot + i));
  if (!p.nullable) return;
  const auto index = [&](const Parameter& of) {
    return static_cast<int>(&of - c.operation->parameters.data());
  };
  const uint32_t bit = uint32_t{1} << index(p);
  c.arguments.null_mask &= ~bit;
  if (c.arguments.is_null(index(dst))) c.arguments.null_mask |= bit;
}

// Moves a source onto dst, or a few elements from it.
void lay_on_dst(Case& c, const Constraint& constraint, Random& random) {
  const bool strides = random.chance(1, 2);
  for (const Parameter& p : c.operation->parameters) {
    const Parameter* dst = counterpart(*c.operation, p);
    if (dst == nullptr || (p.operands & constraint.operands) == 0) continue;
    if (p.role == Role::stride && !strides) continue;
    take_from_dst(c, p, *dst);
    if (p.role == Role::address)
      set(c, static_cast<size_t>(p.slot),
          plus(at(c, static_cast<size_t>(p.slot)),
               random.pick({0, 1, 1, 1, -1, 2}) * unit_of(c, p)));
  }
}

// Sets a flag that constraints are about. A transpose gets what its other constraints ask for: equal
// formats, and a source with n and c of dst swapped.
void set_flag(Case& c, const Parameter& flag) {
  at(c, static_cast<size_t>(flag.slot)) = 1;
  for (const Parameter& p : c.operation->parameters) {
    const Parameter* dst = counterpart(*c.operation, p);
    if (dst == nullptr || !(p.role == Role::extent || p.name.ends_with("format"))) continue;
    take_from_dst(c, p, *dst);
    if (slots(p.type) == 4)
      std::swap(at(c, static_cast<size_t>(p.slot)), at(c, static_cast<size_t>(p.slot + 1)));
  }
}

// Changes what may keep the constraint from counting: NULL strides, extents of 1, a flag.
void rouse(Case& c, const Constraint& constraint, Random& random) {
  if (constraint.stage == Stage::overlap && !std::has_single_bit(constraint.operands))
    return lay_on_dst(c, constraint, random);
  const Parameter* named = named_by(*c.operation, constraint);
  if (named != nullptr && named->type == CType::boolean) set_flag(c, *named);
  give_strides(c, constraint.operands);
  for (const Parameter& p : c.operation->parameters)
    for (int i = 0; i < slots(p.type); ++i) {
      int64_t& value = at(c, static_cast<size_t>(p.slot + i));
      const bool same = named != nullptr && slots(named->type) == 4 &&
                        static_cast<size_t>(i) == dimension_of(constraint);
      if (p.role == Role::extent && value == 1 && (same || random.chance(1, 2))) value = 2;
    }
}

// Moves what else came to be violated inside again, but not the slot that was moved.
void repair(Case& c, const Constraint& constraint, size_t moved, uint64_t violated) {
  for (const Constraint& other : c.operation->constraints) {
    if ((violated >> other.bit & 1) == 0 || other.bit == constraint.bit) continue;
    for (const size_t slot : slots_of(*c.operation, other))
      if (slot != moved && aim(c, other, slot, 0)) break;
  }
}

// The operand becomes a single row. Returns the slot of its length, which moves an edge by one step
// where a unit of an address, or an extent beside others, moves it by several.
size_t make_row(Case& c, Operands operand) {
  const Slots extents = slots_where(*c.operation, [&](const Parameter& p) {
    return p.role == Role::extent && (p.operands & operand) != 0;
  });
  for (const size_t extent : extents)
    if (extent != extents.back()) at(c, extent) = 1;
  return extents.back();
}

// One attempt; false: it did not get there.
bool attempt(Case& c, const Constraint& constraint, Edge edge, size_t slot, Random& random) {
  const int64_t step = spec::step(c, constraint);
  if (edge == Edge::inside) return aim(c, constraint, slot, 0);
  const Parameter& parameter = parameter_at(*c.operation, slot);
  const bool misalign = constraint.stage == Stage::alignment && parameter.role == Role::address;
  if (!misalign && !random.chance(1, parameter.role == Role::selector ? 3 : 6)) {
    if (constraint.stage == Stage::end && unit_of(c, parameter) > step) {
      const size_t length = make_row(c, constraint.operands);
      aim(c, constraint, slot, 0);
      slot = length;
    } else if (constraint.stage == Stage::end && random.chance(1, 8)) {
      aim(c, constraint, slot, 0);
      slot = random.pick(
          slots_where(*c.operation, [](const Parameter& p) { return p.role == Role::extent; }));
    } else if (constraint.label == "shapes.count" && random.chance(1, 2)) {
      slot = make_row(c, on_dst);
    }
    if (aim(c, constraint, slot, -1 - random.pick<int64_t>({0, 0, 0, 0, 1, 4}) * step)) return true;
  }
  set(c, slot, far_value(c, constraint, slot, random));
  return is_violated(c, constraint);
}

}  // namespace

bool aim(Case& c, const Constraint& constraint, size_t slot, int64_t goal) {
  // Where the constraint is evaluated, and near enough for differences to be counted.
  const auto measured = [&](const Case& at, int64_t& slack) {
    if (constraint.stage != Stage::values &&
        (spec::evaluate(at).evaluated >> constraint.bit & 1) == 0)
      return false;
    slack = spec::slack(at, constraint);
    return -INT64_MAX / 4 < slack && slack < INT64_MAX / 4;
  };
  const Parameter& parameter = parameter_at(*c.operation, slot);

  // Slack is linear in most values, or nearly so: a few steps of Newton's method, of which each goes
  // to the side of the goal.
  const int64_t probe = parameter.role == Role::address ? unit_of(c, parameter) : 1;
  const int64_t low = lowest(parameter.type), high = highest(parameter.type);
  Case moved = c;
  int64_t& value = moved.arguments.value[slot];
  for (int round = 0; round < 4; ++round) {
    int64_t here = 0, there = 0;
    if (!measured(moved, here)) return false;
    int64_t by = 0;
    for (const int64_t way : {probe, -probe}) {
      if (way > 0 ? value > high - probe : value < low + probe) continue;
      Case neighbour = moved;
      neighbour.arguments.value[slot] += by = way;
      if (measured(neighbour, there) && here != there) break;
      by = 0;
    }
    if (by == 0) return false;
    const int64_t gain = there - here, left = goal - here;
    if (goal < 0 ? left >= 0 && left < std::abs(gain) : left <= 0 && -left < std::abs(gain)) {
      c = moved;
      return true;
    }
    int64_t steps = left / gain;
    if (left % gain != 0 && (goal < 0) == (left < 0)) steps += (left < 0) == (gain < 0) ? 1 : -1;
    const int64_t most = ((steps > 0) == (by > 0) ? high - value : value - low) / probe;
    if (steps == 0 || std::abs(steps) > most) return false;
    value += steps * by;
  }
  return false;
}

std::optional<Case> move_to_edge(const Case& c, const Constraint& constraint, Edge edge,
                                 Random& random) {
  if (constraint.stage == Stage::data) {
    if (edge == Edge::inside) return std::nullopt;
    Case moved = c;
    const bool under = constraint.label.ends_with(".min");
    moved.data[constraint.operands == on_src1 ? 2 : 1] =
        random.chance(1, 2) ? (under ? DataClass::counts_under : DataClass::counts_over)
                            : (under ? DataClass::counts_far_under : DataClass::counts_far_over);
    return moved;
  }
  constexpr int attempts = 6;
  const uint64_t bit = uint64_t{1} << constraint.bit, before = spec::evaluate(c).violated;
  const Slots slots = slots_of(*c.operation, constraint);
  std::optional<Case> found;
  for (int i = 0; i < attempts; ++i) {
    Case moved = c;
    if (i > 0 || constraint.stage == Stage::overlap) rouse(moved, constraint, random);
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
