#pragma once
// What a family hands to lift.cpp; see lift.h.

#include "spec/sharing.h"
#include "spec/solver/lift.h"

namespace strideproof::solver {

struct FamilyLift {
  LiftedConstraint (*constraint)(const Profile&, const Operation&, const Arguments<Sym>&,
                                 const Constraint&);
  LiftedLandmark (*landmark)(const Profile&, const Operation&, const Arguments<Sym>&,
                             const Landmark&);
};

extern const FamilyLift okk_gdma_lift, okk_bdc_lift, bm_atomic_lift, tik_lift, asc_lift;

// Where no two runs share a unit, no step of a dimension is shorter than a run.
template <int R>
SymBool steps_clear_runs(const spec::Box<Sym, R>& box) {
  SymBool clear = true;
  for (int k = 0; k < R; ++k)
    clear = all_of(clear, any_of(box.extent[k] == Sym(1), box.stride[k] >= box.run));
  return clear;
}

// dst.alias: what is below the margin may share nothing, too.
template <int R>
LiftedConstraint lift_alias(const Sym& margin, const Sym& step, const spec::Box<Sym, R>& box) {
  Runs<Sym> runs{box.run, {}};
  for (int k = 0; k < R; ++k) runs.dimensions.push_back({box.extent[k], box.stride[k]});
  return {margin, step, margin >= Sym(0), steps_clear_runs(box), std::move(runs)};
}

// A margin of overlap: at -1 two operands do share a unit, further below they may interleave.
// `in_place` implies that every element maps onto itself, `may_be_in_place` is implied by it.
inline LiftedConstraint lift_overlap(const Sym& margin, const Sym& step, const SymBool& in_place,
                                     const SymBool& may_be_in_place) {
  return {margin,
          step,
          any_of(margin >= Sym(0), in_place),
          any_of(may_be_in_place, margin != Sym(-1)),
          {}};
}

}  // namespace strideproof::solver
