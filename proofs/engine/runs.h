#pragma once
// Facts that refutations assume about runs that share no unit (see spec/overlap.h).

#include "spec/overlap.h"

namespace strideproof::solver {

// No step of a dimension is shorter than a run (theorem overlap.runs.step). With the fault, runs
// that touch count as sharing a unit.
template <class I, int R, class Mutation = spec::Original>
Truth<I> steps_clear_runs(const spec::Box<I, R>& box) {
  const I end = Mutation::has(spec::FormulaFault::touching_runs_share) ? box.run + I(1) : box.run;
  Truth<I> clear(true);
  for (int k = 0; k < R; ++k)
    clear = all_of(clear, any_of(box.extent[k] == I(1), box.stride[k] >= end));
  return clear;
}

}  // namespace strideproof::solver
