#include "props/parameters.h"

#include <algorithm>

#include "model/fill.h"
#include "spec/footprint.h"
#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::props {

void set_null(Case& c, const Parameter& parameter, bool null) {
  const uint32_t bit = uint32_t{1} << parameter.index;
  c.arguments.null_mask = null ? c.arguments.null_mask | bit : c.arguments.null_mask & ~bit;
}

void make_null(Case& c, const Parameter& parameter) {
  set_null(c, parameter, true);
  std::fill_n(values(c, parameter), slots(parameter.type), 0);
}

void put(Case& c, std::string_view parameter, const Shape& shape) {
  put(c, *c.operation->parameter(parameter), shape);
}
void put(Case& c, const Parameter& parameter, const Shape& shape) {
  int64_t* to = values(c, parameter);
  to[0] = shape.n, to[1] = shape.c, to[2] = shape.h, to[3] = shape.w;
}

void put_strides(Case& c, const Parameter& parameter, bool null, const Shape& strides) {
  set_null(c, parameter, null);
  put(c, parameter, null ? Shape{} : strides);
}

Shape shape_of(const Case& c, const Parameter& parameter) {
  return dim4_at(c.arguments, parameter.slot);
}

OperandParameters parameters_of(const Operation& operation, Operands which) {
  OperandParameters found{};
  constexpr Operands both = on_dst | on_src;
  for (const Parameter& p : operation.parameters) {
    if ((p.operands & which) == 0) continue;
    const bool tensor = slots(p.type) == 4;
    switch (p.role) {
      case Role::address:
        if (p.operands == which ||
            (p.operands == both && (p.type == CType::u64) == (which == on_src)))
          found.address = &p;
        break;
      case Role::selector:
        if (p.type == CType::u32 && p.name.ends_with("idx")) found.lane = &p;
        break;
      case Role::extent:
        if (tensor) found.shape = &p;
        break;
      case Role::stride:
        if (tensor) found.stride = &p;
        break;
      default: break;
    }
  }
  return found;
}

int64_t format_of(const Case& c, Operands which) {
  for (const Parameter& p : c.operation->parameters)
    if (p.role == Role::selector && (p.operands & which) != 0 &&
        (p.name.ends_with("format") || p.name == "dtype"))
      return *values(c, p);
  return 0;
}

bool is_flat(const Case& c, Operands which) {
  return spec::space_of(c, which) != spec::tensor_of(c, which).space;
}

spec::Contents fresh_contents(const Case& c) {
  const DataClass data = c.operation->counts == 0 ? DataClass::unique : class_of_counts(c);
  return [seed = c.fill, data](Space space, int64_t lane, int64_t offset) {
    return fill_byte(seed, space, lane, offset, data);
  };
}

ConstraintResults evaluate_fresh(const Case& c) { return spec::evaluate(c, fresh_contents(c)); }

void choose_contents(Case& c) {
  c.data = {};
  if (c.operation->counts != 0) class_of_counts(c) = DataClass::counts;
  if (bm_atomic::is_mask_copy(*c.operation)) c.data[2] = DataClass::mask;
  if (parameters_of(*c.operation, on_src).address == nullptr) return;
  const int64_t from = format_of(c, on_src), to = format_of(c, on_dst);
  const Parameter* adds = c.operation->parameter("result_add");
  if (from != to && bm_atomic::is(from, bm_atomic::Format::float32))
    c.data[1] = DataClass::floats;
  else if (adds != nullptr && *values(c, *adds) != 0)
    c.data = {DataClass::floats, DataClass::floats};
  else if (from == to && spec::dtype_bytes(c, on_src) == 1)
    c.data = {DataClass::low, DataClass::high};
}

bool has_rule(const Operation& operation, Rule rule) {
  return std::ranges::count(operation.constraints, rule, &Constraint::rule) > 0;
}

Bounds bounds_of(const Case& c, int slot) {
  Bounds bounds;
  for (const Constraint& constraint : c.operation->constraints)
    if (constraint.slot == slot && constraint.rule == Rule::min)
      bounds.least = constraint.bound;
    else if (constraint.slot == slot && constraint.rule == Rule::max)
      bounds.largest = constraint.bound;
  return bounds;
}

int64_t constant_of(CType type, uint32_t bits) {
  return lowest(type) < 0 ? int64_t{static_cast<int32_t>(bits)} : int64_t{bits} & highest(type);
}

bool values_hold(const Case& c) {
  return std::ranges::all_of(c.operation->constraints, [&](const Constraint& one) {
    return one.stage > Stage::alignment || one.rule == Rule::aligned || one.rule == Rule::one ||
           spec::slack(c, one) >= 0;
  });
}

std::vector<Slot> slots_of(const Operation& operation) {
  std::vector<Slot> all;
  for (const Parameter& parameter : operation.parameters)
    for (int place = 0; place < slots(parameter.type); ++place)
      all.push_back({parameter, place, static_cast<size_t>(parameter.slot + place)});
  return all;
}

std::vector<Slot> given_slots(const Case& c) {
  std::vector<Slot> given;
  for (const Slot& slot : slots_of(*c.operation))
    if (!c.arguments.is_null(slot.parameter)) given.push_back(slot);
  return given;
}

const Parameter& parameter_at(const Operation& operation, size_t slot) {
  const Parameter* found = nullptr;
  for (const Parameter& parameter : operation.parameters)
    if (static_cast<size_t>(parameter.slot) <= slot) found = &parameter;
  return *found;
}

int64_t unit_of(const Case& c, const Parameter& address) {
  for (const Constraint& constraint : c.operation->constraints)
    if (constraint.rule == Rule::aligned && constraint.slot == address.slot)
      return std::max<int64_t>(spec::step(c, constraint), 1);
  return 1;
}

void set_value(Case& c, size_t slot, int64_t value) {
  const CType type = parameter_at(*c.operation, slot).type;
  c.arguments.value[slot] = std::clamp(value, lowest(type), highest(type));
}

bool add_to_value(Case& c, size_t slot, int64_t by) {
  const CType type = parameter_at(*c.operation, slot).type;
  int64_t& value = c.arguments.value[slot];
  if (by > 0 ? value > highest(type) - by : value < lowest(type) - by) return false;
  value += by;
  return true;
}

void copy_parameter(Case& c, const Parameter& parameter, const Case& from,
                    const Parameter& theirs) {
  if (slots(parameter.type) != slots(theirs.type)) return;
  const bool null = from.arguments.is_null(theirs);
  if (null && !parameter.nullable) return;
  set_null(c, parameter, null);
  for (int i = 0; i < slots(parameter.type); ++i)
    set_value(c, static_cast<size_t>(parameter.slot + i), values(from, theirs)[i]);
}

void set_fill(Program& program, uint64_t fill) {
  program.fill = fill;
  for (Case& step : program.steps) step.fill = fill;
}

void make_explicit(Case& c, const Parameter& strides) {
  const Parameter* shape = c.operation->parameter("shape");
  if (shape == nullptr || strides.type != CType::dim4 || !c.arguments.is_null(strides)) return;
  set_null(c, strides, false);
  int64_t stride = 1;
  for (int dim = 3; dim >= 0; --dim) {
    values(c, strides)[dim] = stride;
    stride = std::clamp<int64_t>(stride * values(c, *shape)[dim], 0, highest(CType::dim4));
  }
}

}  // namespace strideproof::props
