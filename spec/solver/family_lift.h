#pragma once
// What a family hands to lift.cpp; see lift.h.

#include "spec/sharing.h"
#include "spec/solver/lift.h"
#include "spec/tensor_sharing.h"

namespace strideproof::solver {

struct FamilyLift {
  LiftedConstraint (*constraint)(const Profile&, const Operation&, const Arguments<Sym>&,
                                 const Constraint&);
  LiftedLandmark (*landmark)(const Profile&, const Operation&, const Arguments<Sym>&,
                             const Landmark&);
};

extern const FamilyLift okk_gdma_lift, okk_bdc_lift, bm_atomic_lift, tik_lift, asc_lift;

// dst.alias: what is below the margin may share nothing, too.
template <int R>
LiftedConstraint lift_alias(const Sym& margin, const Sym& step, const spec::Box<Sym, R>& box) {
  Runs<Sym> runs{box.run, {}};
  for (int k = 0; k < R; ++k) runs.dimensions.push_back({box.extent[k], box.stride[k]});
  return {margin, step, margin >= Sym(0), steps_clear_runs(box), std::move(runs)};
}

// Where `dst` and `src` share no byte and are not the same; of tensors in one space.
template <int R = 3>
void lift_apart(LiftedConstraint& overlap, const spec::MachineShape<Sym>& m,
                const spec::Tensor<Sym>& dst, const spec::Tensor<Sym>& src,
                const SymBool& may_be_in_place) {
  if (dst.space == Space::system) {
    const auto a = spec::rows_in_system<Sym, R>(dst), b = spec::rows_in_system<Sym, R>(src);
    overlap.further = any_of(may_be_in_place, ends_apart(a, b));
    overlap.room = any_of(may_be_in_place, have_room(a, b, b.run));
    return;
  }
  const Sym p = spec::start_of(m, dst.address).lane, q = spec::start_of(m, src.address).lane;
  const auto where_both = [&](const Sym& lane, const auto& apart) {
    const auto of_dst = spec::block_rows(m, p, dst.shape.c, lane),
               of_src = spec::block_rows(m, q, src.shape.c, lane);
    const SymBool both = all_of(lane<m.lanes, of_dst.count> Sym(0), of_src.count > Sym(0));
    const auto a = spec::rows_in_lane<Sym, R>(m, dst, of_dst),
               b = spec::rows_in_lane<Sym, R>(m, src, of_src);
    return any_of(!both, all_of(ends_within<R>(m, dst, a), ends_within<R>(m, src, b),
                                any_of(may_be_in_place, apart(a, b))));
  };
  for (const Sym& lane : spec::deciding_lanes(m, dst, src))
    overlap.further =
        all_of(overlap.further,
               where_both(lane, [](const auto& a, const auto& b) { return ends_apart(a, b); }));
  overlap.room = where_both(p, [](const auto& a, const auto& b) { return have_room(a, b, b.run); });
}

// Tensors that are the same end at the same byte.
inline SymBool end_alike(const spec::MachineShape<Sym>& m, const spec::Tensor<Sym>& a,
                         const spec::Tensor<Sym>& b) {
  return spec::last_byte(m, a) == spec::last_byte(m, b);
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
