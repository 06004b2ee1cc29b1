#pragma once
// Reads and changes single parameters of a case.

#include "spec/vocabulary/case.h"

namespace strideproof::props {

bool is_null(const Case& c, const Parameter& parameter);
void set_null(Case& c, const Parameter& parameter, bool null);
void make_null(Case& c, const Parameter& parameter);  // NULL, with values 0
// slots(parameter.type) of them
inline int64_t* values(Case& c, const Parameter& parameter) {
  return c.arguments.value.data() + parameter.slot;
}
inline const int64_t* values(const Case& c, const Parameter& parameter) {
  return c.arguments.value.data() + parameter.slot;
}

// The parameter of this role for these operands alone.
const Parameter& parameter_of(const Operation& operation, Role role, Operands operands);

const Parameter& parameter_at(const Operation& operation, size_t slot);

// The distance of adjacent aligned values of an address.
int64_t unit_of(const Case& c, const Parameter& address);

// Sets the value of a slot, clamped to its type.
void set_value(Case& c, size_t slot, int64_t value);

// Gives `parameter` the values of a parameter of another case, clamped to its type. Changes nothing if
// the numbers of slots differ, or if only the other one may be NULL and is.
void copy_parameter(Case& c, const Parameter& parameter, const Case& from, const Parameter& theirs);

void set_fill(Program& program, uint64_t fill);  // of the program and its steps

// Replaces NULL by the strides of `shape` without gaps.
void make_explicit(Case& c, const Parameter& strides);

}  // namespace strideproof::props
