#pragma once
// Reads and changes single parameters of a case.

#include "spec/vocabulary/case.h"

namespace strideproof::props {

size_t index_of(const Case& c, const Parameter& parameter);
bool is_null(const Case& c, const Parameter& parameter);
void set_null(Case& c, const Parameter& parameter, bool null);
int64_t* values(Case& c, const Parameter& parameter);  // slots(parameter.type) of them

// The parameter of this role for these operands alone.
const Parameter& parameter_of(const Operation& operation, Role role, Operands operands);

// The parameter that has the slot.
const Parameter& parameter_at(const Operation& operation, size_t slot);

// Sets the value of a slot, clamped to its type.
void set_value(Case& c, size_t slot, int64_t value);

// Gives `parameter` the values of a parameter of another case, clamped to its type. Changes nothing if
// the numbers of slots differ, or if only the other one may be NULL and is.
void copy_parameter(Case& c, const Parameter& parameter, const Case& from, const Parameter& theirs);

// Replaces NULL by the strides of `shape` without gaps.
void make_explicit(Case& c, const Parameter& strides);

}  // namespace strideproof::props
