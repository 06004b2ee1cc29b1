#pragma once
// Walks: byte b of element (n, c, h, w), c = k*lanes + l, lies at
//   stack_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + w*w_step + b.

#include "spec/solver/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

struct AnyWalk {
  Walk<Sym> walk;
  Sym w;  // from an element to the next
};

Sym walked(const AnyWalk& walk, const Sym& lanes, const Byte& byte);

// c = c div lanes * lanes + c mod lanes.
Fact channel_of_stack(Proof& proof, const Sym& c, const Sym& lanes);

// The walk through an operand in local memory comes to each byte of each element where the layout has
// it; `start` is in_a_lane of its address.
void walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                   const Operand<Sym>& o, const Fact& start, const AnyWalk& walk);

// A plan holds channel c as the (c div lanes)-th of stack c mod lanes, and nothing else: C channels in
// `stacks` stacks, of which the first `tall` are of one height, the others of another.
struct AnyStacks {
  Sym stacks, tall, tall_height, low_height;
};
void stacks_hold_channels(Proof& proof, const Sym& channels, const Sym& lanes,
                          const AnyStacks& plan);

}  // namespace strideproof::solver::plans
