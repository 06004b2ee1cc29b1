#pragma once
// The constraints and landmarks of an operation over unknown parameters: the formulas of
// spec/operations with Sym as the integer type, for every family.

#include <array>
#include <optional>

#include "proofs/engine/sym.h"
#include "spec/vocabulary/case.h"

namespace strideproof::solver {

// Values by slot; no value: unknown.
using GivenValues = std::array<std::optional<int64_t>, max_slots>;

// Parameters as unknowns of the current context within the ranges of their C types, named after
// the parameter ("shape.n"); a slot with a value in `given` is that literal.
Arguments<Sym> unknown_arguments(const Operation& operation, uint32_t null_mask,
                                 const GivenValues& given);

struct LiftedConstraint {
  Sym slack;         // as spec::slack; that of dst.alias and overlap may be below 0 in legal cases
  Sym step;          // as spec::step
  SymBool holds;     // implies that the constraint holds; exact except for overlap
  SymBool may_hold;  // implied by the constraint
  // True for all parameters: facts about the products in the slack (product_facts).
  SymBool facts = true;
  SymBool implied = true;  // true for all legal cases
};
// A constraint of Stage::data: no parameter decides it; it holds here.
LiftedConstraint lift(const Profile& profile, const Operation& operation,
                      const Arguments<Sym>& arguments, const Constraint& constraint);

// For legal cases.
struct LiftedLandmark {
  SymBool met;         // implies that the case meets it
  SymBool may_be_met;  // implied by it
};
LiftedLandmark lift(const Profile& profile, const Operation& operation,
                    const Arguments<Sym>& arguments, const Landmark& landmark);
struct Condition;  // condition.h
LiftedLandmark lift(const Profile& profile, const Operation& operation,
                    const Arguments<Sym>& arguments, const Condition& condition);

// A selector on which formulas fork should be given: 0 to `values` - 1 are its valid values. 0: not
// such a selector.
int64_t selector_values(const Operation& operation, const Parameter& parameter);

}  // namespace strideproof::solver
