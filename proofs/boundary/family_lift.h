#pragma once
// The functions of a family for lift.cpp; see lift.h.

#include "proofs/boundary/lift.h"
#include "spec/overlap.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {

struct FamilyLift {
  LiftedConstraint (*constraint)(const Profile&, const Operation&, const Arguments<Sym>&,
                                 const Constraint&);
  LiftedLandmark (*landmark)(const Profile&, const Operation&, const Arguments<Sym>&,
                             const Landmark&);
};

// okk_gdma_lift, ...
#define FAMILY(family, ...) extern const FamilyLift family##_lift;
#include "spec/vocabulary/operations.def"

// A constraint whose slack decides.
inline LiftedConstraint lift_slack(const Sym& slack, const Sym& step) {
  const SymBool holds = slack >= Sym(0);
  return {slack, step, holds, holds};
}

// Consequences of a product that Z3 does not find quickly.
inline SymBool product_facts(const Sym& x, const Sym& y) {
  const Sym zero(0), one(1), product = x * y;
  return all_of(implies(any_of(x == zero, y == zero), product == zero),
                implies(all_of(x >= zero, y >= zero), product >= zero),
                implies(all_of(x >= zero, y >= one), product >= x),
                implies(all_of(x >= one, y >= zero), product >= y));
}

// The same for the products in the last byte of a tensor: see spec::last_byte.
inline SymBool product_facts(const spec::MachineShape<Sym>& m, const spec::Tensor<Sym>& t) {
  const Dim4<Sym>& s = t.shape;
  const Sym far(spec::unbounded), one(1);
  Sym block = s.c - one, width = s.w;
  if (t.space == Space::local) {
    const Sym lane = spec::start_of(m, t.address).lane;
    block = spec::block_row_of(m, lane, s.c - one);
    width =
        select(any_of(s.c == one, spec::lane_of(m, lane, s.c - one) == Sym(0)), t.last_width, s.w);
  }
  return all_of(product_facts(s.n - one, min_of(t.stride.n, far)),
                product_facts(block, min_of(t.stride.c, far)),
                product_facts(s.h - one, min_of(t.stride.h, far)),
                product_facts(width - one, min_of(t.stride.w, far)));
}

// Bytes of the memory in which an operand ends: of a lane, or of the largest window.
inline int64_t memory_bytes(const spec::MachineShape<Sym>& m, Space space) {
  int64_t bytes = space == Space::system ? 0 : *m.lane_bytes.literal();
  for (const Window& window : m.windows)
    if (space == Space::system) bytes = std::max(bytes, window.size);
  return bytes;
}

// For counts >= 1 whose product is at most `most`: the product of any two is at most `most`.
inline SymBool products_at_most(const std::vector<Sym>& counts, int64_t most) {
  SymBool all = true;
  for (size_t i = 0; i < counts.size(); ++i) {
    all = all_of(all, counts[i] <= Sym(most));
    for (size_t j = i + 1; j < counts.size(); ++j)
      all = all_of(all, counts[i] * counts[j] <= Sym(most));
  }
  return all;
}

// No step of a dimension is shorter than a run: theorem overlap.runs.step.
template <class I, int R>
Truth<I> steps_clear_runs(const spec::Box<I, R>& box) {
  Truth<I> clear(true);
  for (int k = 0; k < R; ++k)
    clear = all_of(clear, any_of(box.extent[k] == I(1), box.stride[k] >= box.run));
  return clear;
}

// dst.alias of a tensor whose fullest rows are the box: a slack below the limit may share nothing
// too. Elements that share no byte fit in the memory in which they end.
template <int R>
LiftedConstraint lift_alias(const spec::MachineShape<Sym>& m, const spec::Tensor<Sym>& dst,
                            const Sym& slack, const Sym& step, const spec::Box<Sym, R>& box) {
  std::vector<Sym> counts(box.extent.begin(), box.extent.end());
  counts.push_back(box.run);
  LiftedConstraint alias{slack, step, slack >= Sym(0), steps_clear_runs(box)};
  alias.implied = products_at_most(counts, memory_bytes(m, dst.space) / dst.element_bytes);
  return alias;
}

// A slack of overlap: at -1 two operands share a unit, below -1 they may interleave.
inline LiftedConstraint lift_overlap(const Sym& slack, const Sym& step, const SymBool& in_place) {
  return {slack, step, any_of(slack >= Sym(0), in_place), any_of(in_place, slack != Sym(-1))};
}

}  // namespace strideproof::solver
