#include "props/parameters.h"

#include <algorithm>

#include "spec/spec.h"

namespace strideproof::props {

namespace {

size_t index_of(const Case& c, const Parameter& parameter) {
  return static_cast<size_t>(&parameter - c.operation->parameters.data());
}

}  // namespace

bool is_null(const Case& c, const Parameter& parameter) {
  return c.arguments.is_null(static_cast<int>(index_of(c, parameter)));
}

void set_null(Case& c, const Parameter& parameter, bool null) {
  const uint32_t bit = uint32_t{1} << index_of(c, parameter);
  c.arguments.null_mask = null ? c.arguments.null_mask | bit : c.arguments.null_mask & ~bit;
}

void make_null(Case& c, const Parameter& parameter) {
  set_null(c, parameter, true);
  std::fill_n(values(c, parameter), slots(parameter.type), 0);
}

const Parameter& parameter_of(const Operation& operation, Role role, Operands operands) {
  return *std::find_if(
      operation.parameters.begin(), operation.parameters.end(),
      [&](const Parameter& p) { return p.role == role && p.operands == operands; });
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

void copy_parameter(Case& c, const Parameter& parameter, const Case& from,
                    const Parameter& theirs) {
  if (slots(parameter.type) != slots(theirs.type)) return;
  const bool null = is_null(from, theirs);
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
  if (shape == nullptr || strides.type != CType::dim4 || !is_null(c, strides)) return;
  set_null(c, strides, false);
  int64_t stride = 1;
  for (int dim = 3; dim >= 0; --dim) {
    values(c, strides)[dim] = stride;
    stride = std::clamp<int64_t>(stride * values(c, *shape)[dim], 0, highest(CType::dim4));
  }
}

}  // namespace strideproof::props
