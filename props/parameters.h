#pragma once
// Reads and changes single parameters of a case.

#include <bit>

#include "spec/spec.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

using Shape = Dim4<int64_t>;

// True of a format or a direction, whose values have no order; a lane is a selector, and a number.
inline bool is_choice(const Parameter& parameter) {
  return parameter.role == Role::selector && !parameter.name.ends_with("idx");
}

void set_null(Case& c, const Parameter& parameter, bool null);
void make_null(Case& c, const Parameter& parameter);  // NULL, with values 0
// slots(parameter.type) of them
inline int64_t* values(Case& c, const Parameter& parameter) {
  return c.arguments.value.data() + parameter.slot;
}
inline const int64_t* values(const Case& c, const Parameter& parameter) {
  return c.arguments.value.data() + parameter.slot;
}

void put(Case& c, std::string_view parameter, const Shape& values);
void put(Case& c, const Parameter& parameter, const Shape& values);
void put_strides(Case& c, const Parameter& parameter, bool null, const Shape& strides);
Shape shape_of(const Case& c, const Parameter& parameter);

// The parameters of an operand; nullptr: it has none. In memcpy_2D dst is the local matrix and src
// the system matrix.
struct OperandParameters {
  const Parameter* address;         // nullptr: the operation has no such operand
  const Parameter* lane;            // the start lane; nullptr: the address says it
  const Parameter *shape, *stride;  // of a tensor
};
OperandParameters parameters_of(const Operation& operation, Operands which);

int64_t format_of(const Case& c, Operands which);  // or dtype; 0: the operation has none

// True if the operand sees local memory as one lane after the other.
bool is_flat(const Case& c, Operands which);

// Sets the contents of a case whose other values are set as its operation needs them: counts, a
// mask, numbers of every size. One-byte elements cannot all be different: where they are copied,
// source and destination differ in their top bits.
void choose_contents(Case& c);

// The data class of the counts of an operation that has some.
inline DataClass& class_of_counts(Case& c) {
  return c.data[static_cast<size_t>(std::countr_zero(c.operation->counts))];
}
inline DataClass class_of_counts(const Case& c) {
  return c.data[static_cast<size_t>(std::countr_zero(c.operation->counts))];
}
// The contents that decide if a case is legal, if nothing ran before it.
spec::Contents fresh_contents(const Case& c);
ConstraintResults evaluate_fresh(const Case& c);  // on them

bool has_rule(const Operation& operation, Rule rule);  // of a constraint

// The least and the largest value of a slot, by its constraints; least > largest: there are none.
struct Bounds {
  int64_t least = 0, largest = -1;
};
Bounds bounds_of(const Case& c, int slot);
// The constant of these bits.
int64_t constant_of(CType type, uint32_t bits);

// True if the constraints of Stage::values and Stage::alignment hold, except Rule::one and
// Rule::aligned.
bool values_hold(const Case& c);

// A value of a parameter: the only one, or that of a dimension.
struct Slot {
  const Parameter& parameter;
  int place;     // in the parameter
  size_t index;  // in Arguments
};
std::vector<Slot> slots_of(const Operation& operation);
std::vector<Slot> given_slots(const Case& c);  // without those of NULL

const Parameter& parameter_at(const Operation& operation, size_t slot);

// The distance of adjacent aligned values of an address.
int64_t unit_of(const Case& c, const Parameter& address);

// Sets the value of a slot, clamped to its type.
void set_value(Case& c, size_t slot, int64_t value);
// Adds to the value of a slot if its type has the sum. Returns whether it has.
bool add_to_value(Case& c, size_t slot, int64_t by);

// Gives `parameter` the values of a parameter of another case, clamped to its type. Changes nothing
// if the numbers of slots differ, or if the other one is NULL and this one cannot be.
void copy_parameter(Case& c, const Parameter& parameter, const Case& from, const Parameter& theirs);

void set_fill(Program& program, uint64_t fill);  // of the program and its steps

// Replaces NULL by the strides of `shape` without gaps.
void make_explicit(Case& c, const Parameter& strides);

}  // namespace strideproof::props
