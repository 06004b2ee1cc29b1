#pragma once
// What must hold where no two runs of a box share a unit (see spec/sharing.h), though the runs may
// interleave: for refutations. Templates over the integer type. Theorems prove it (theorems/runs.cpp, and
// lanes.ends of ends_within); only that units have room (have_room) is counting, and tested.

#include <cstdint>
#include <vector>

#include "spec/sharing.h"

namespace strideproof::solver {

// Runs of `length` adjacent units, in each dimension `extent` of them, `stride` apart. Length and
// extents >= 1, strides >= 0 where the extent is above 1; of other boxes nothing is said.
template <class I>
struct Runs {
  struct Dimension {
    I extent, stride;
  };
  I length;
  std::vector<Dimension> dimensions;
};

// As many units as the runs have lie between the first and the last of them; and behind the first,
// where the shortest step leads, none does.
template <class I>
Truth<I> have_room(const Runs<I>& runs) {
  const I one(1), none(int64_t{1} << 62);
  I units = runs.length, between = runs.length, shortest = none;
  for (const auto& [extent, stride] : runs.dimensions) {
    units = units * extent;
    between = between + (extent - one) * stride;
    shortest = select(extent == one, shortest, min_of(shortest, stride));
  }
  return units + select(shortest == none, I(0), shortest - runs.length) <= between;
}

// Where a step from the start of a run first leads out of it; with the fault, what touches it shares.
template <class Plant, class I>
I end_of(const I& run) {
  return Plant::has(spec::Fault::touching_runs_share) ? run + I(1) : run;
}

// No step of a dimension is shorter than a run.
template <class I, int R, class Plant = spec::Sound>
Truth<I> steps_clear_runs(const spec::Box<I, R>& box) {
  Truth<I> clear(true);
  for (int k = 0; k < R; ++k)
    clear = all_of(clear, any_of(box.extent[k] == I(1), box.stride[k] >= end_of<Plant>(box.run)));
  return clear;
}

// Where they share nothing and do not nest (see nested_margin): there are steps along two dimensions,
// and if there are no others, all are of two runs and more. A gap that is shorter than a run holds
// none, so the longer step would lead behind all of the shorter ones.
template <class I, int R, class Plant = spec::Sound>
Truth<I> leave_gaps(const spec::Box<I, R>& box) {
  I used(0);
  Truth<I> wide(true);
  for (int k = 0; k < R; ++k) {
    const auto single = box.extent[k] == I(1);
    used = used + select(single, I(0), I(1));
    wide = all_of(wide, any_of(single, box.stride[k] >= box.run + end_of<Plant>(box.run)));
  }
  return any_of(used > I(2), all_of(used == I(2), wide));
}

// Runs that share no unit with other ones, whatever these share among themselves: the first and the
// last of each are apart. Extents >= 1, strides >= 0 where the extent is above 1.
template <class I, int R, class Plant = spec::Sound>
Truth<I> ends_apart(const spec::Box<I, R>& a, const spec::Box<I, R>& b) {
  const I firsts[] = {a.first, last_of(a) - a.run + I(1)},
          others[] = {b.first, last_of(b) - b.run + I(1)};
  Truth<I> apart(true);
  for (const I& x : firsts)
    for (const I& y : others)
      apart = all_of(apart, any_of(x + end_of<Plant>(a.run) <= y, y + end_of<Plant>(b.run) <= x));
  return apart;
}

// What a lane holds of a tensor, if it holds some of it, ends no later than the tensor; the end of one
// that leads past every memory is not exact.
template <int R, class Plant = spec::Sound, class I>
Truth<I> ends_within(const spec::MachineShape<I>& m, const spec::Tensor<I>& t,
                     const spec::Box<I, R>& rows) {
  const I es(t.element_bytes), last = spec::last_byte<I, Plant>(m, t);
  return any_of(last >= I(spec::unbounded), (last_of(rows) + I(1)) * es <= last + I(1));
}

template <class I, int R>
I units_of(const spec::Box<I, R>& box) {
  I units = box.run;
  for (int k = 0; k < R; ++k) units = units * box.extent[k];
  return units;
}

// Where those of the first share nothing among themselves either: between the first and the last unit
// of both there is room for all of them and what the others have, a run at least.
template <class I, int R>
Truth<I> have_room(const spec::Box<I, R>& a, const spec::Box<I, R>& b, const I& others) {
  return units_of(a) + others <= max_of(last_of(a), last_of(b)) - min_of(a.first, b.first) + I(1);
}

// The runs are so many that two are as far apart as `steps` says, some of which is not 0, and these
// share a unit.
template <class I, class Steps = int64_t, class Plant = spec::Sound>
Truth<I> collide(const Runs<I>& runs, const std::vector<Steps>& steps) {
  Truth<I> there(true);
  I distance(0);
  for (size_t k = 0; k < steps.size(); ++k) {
    if (steps[k] == Steps(0)) continue;
    const I step(steps[k]);
    there = all_of(there, runs.dimensions[k].extent > max_of(step, I(0) - step));
    distance = distance + runs.dimensions[k].stride * step;
  }
  const I end = end_of<Plant>(runs.length);
  return all_of(there, I(0) - end < distance, distance < end);
}

// Two runs that share a unit, as the steps from one to the other along two dimensions at most;
// empty: none was found. Some step must not be 0.
std::vector<int64_t> collision(const Runs<int64_t>& runs);

}  // namespace strideproof::solver
