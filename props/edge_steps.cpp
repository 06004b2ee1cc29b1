#include "props/edge_steps.h"

#include <algorithm>
#include <bit>
#include <string>

#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

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
  Slots slots;
  for (const Parameter& parameter : operation.parameters)
    if (chosen(parameter))
      for (int i = 0; i < strideproof::slots(parameter.type); ++i)
        slots.push_back(static_cast<size_t>(parameter.slot + i));
  return slots;
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

// Sets a flag of a constraint. A transpose then meets its other constraints: equal formats, and n and c
// of the source are c and n of the destination.
void set_flag(Case& c, const Parameter& flag) {
  *values(c, flag) = 1;
  for (const Parameter& p : c.operation->parameters) {
    const Parameter* dst = counterpart(*c.operation, p);
    if (dst == nullptr || (p.role != Role::extent && !p.name.ends_with("format"))) continue;
    copy_parameter(c, p, c, *dst);
    if (slots(p.type) == 4) std::swap(values(c, p)[0], values(c, p)[1]);
  }
}

}  // namespace

int64_t unit_of(const Case& c, const Parameter& address) {
  for (const Constraint& constraint : c.operation->constraints)
    if (constraint.rule == Rule::aligned && constraint.slot == address.slot)
      return std::max<int64_t>(spec::step(c, constraint), 1);
  return 1;
}

Slots extents_of(const Operation& operation, Operands operands) {
  return slots_where(operation, [&](const Parameter& p) {
    return p.role == Role::extent && (p.operands & operands) != 0;
  });
}

Slots slots_of(const Operation& operation, const Constraint& constraint) {
  const Parameter* named = named_by(operation, constraint);
  if (named == nullptr || named->type == CType::boolean)
    return slots_where(operation, [&](const Parameter& p) { return concerns(constraint, p); });
  return {static_cast<size_t>(constraint.slot)};
}

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

void make_relevant(Case& c, const Constraint& constraint, Random& random) {
  if (constraint.stage == Stage::overlap && !std::has_single_bit(constraint.operands))
    return lay_on_dst(c, constraint, random);
  const Parameter* named = named_by(*c.operation, constraint);
  if (named != nullptr && named->type == CType::boolean) set_flag(c, *named);
  for (const Parameter& p : c.operation->parameters)
    if ((p.operands & constraint.operands) != 0) make_explicit(c, p);
  for (const Parameter& p : c.operation->parameters)
    for (int i = 0; i < slots(p.type); ++i) {
      int64_t& value = values(c, p)[i];
      const bool same =
          named != nullptr && slots(named->type) == 4 && named->slot + i == constraint.slot;
      if (p.role == Role::extent && value == 1 && (same || random.chance(1, 2))) value = 2;
    }
}

}  // namespace strideproof::props
