#pragma once
// The constraints of an operation over unknown parameters: the formulas of spec/operations with Sym
// for their integer type, whatever the family.

#include "spec/solver/sym.h"
#include "spec/vocabulary/case.h"

namespace strideproof::solver {

// Parameters as unknowns of the current context within the ranges of their C types, named after
// the parameter ("shape.n"); a slot with a value in `given` is that literal.
Arguments<Sym> unknown_arguments(const Operation& operation, uint32_t null_mask,
                                 const std::array<std::optional<int64_t>, max_slots>& given);

struct LiftedConstraint {
  Sym slack;         // as spec::slack
  SymBool holds;     // implies that the constraint holds; exact but for sharing
  SymBool may_hold;  // implied by it
};
LiftedConstraint lift(const Profile& profile, const Operation& operation,
                      const Arguments<Sym>& arguments, const Constraint& constraint);

}  // namespace strideproof::solver
