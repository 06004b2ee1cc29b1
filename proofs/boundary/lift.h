#pragma once
// The constraints and landmarks of an operation over unknown parameters: the formulas of
// spec/operations with Sym as the integer type, for every family.

#include "proofs/engine/sym.h"
#include "spec/overlap.h"
#include "spec/vocabulary/case.h"

namespace strideproof::solver {

// No step of a dimension is shorter than a run: theorem overlap.boxes.
template <class I>
Truth<I> steps_clear_runs(const spec::Box<I>& box) {
  Truth<I> clear(true);
  for (int k = 0; k < spec::dimensions; ++k)
    clear = all_of(clear, any_of(box.extent[k] == I(1), box.stride[k] >= box.run));
  return clear;
}

struct LiftedConstraint {
  Sym slack;           // as spec::slack; that of an overlap may be below 0 in legal cases
  Sym step;            // as spec::step
  SymBool sufficient;  // the constraint holds if this is true
  SymBool necessary;   // this is true if the constraint holds; only overlaps differ in the two
  // Facts about products that Z3 does not find quickly.
  SymBool facts = true;     // for all parameters
  SymBool if_legal = true;  // for all legal cases
};
// A constraint of Stage::data: no parameter decides it; it holds here.
LiftedConstraint lift(const Profile& profile, const Operation& operation,
                      const Arguments<Sym>& arguments, const Constraint& constraint);
// True if a legal case meets the landmark.
SymBool lift(const Profile& profile, const Operation& operation, const Arguments<Sym>& arguments,
             const Landmark& landmark);

}  // namespace strideproof::solver
