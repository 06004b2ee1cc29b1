#pragma once
// The places of a plan: byte b of element (n, c, h, w), c = k*lanes + l, lies at
//   column_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + w*w_step + b.

#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

struct AnyWalk {
  ColumnStrides<Sym> walk;
  Sym w;  // from an element to the next
};

// The plan visits any byte of any element at its place in the layout; `start` is in_a_lane of the
// operand's address. In system memory channels are spread over `lanes` columns.
void local_walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                         const OperandView<Sym>& o, const Fact& start, const AnyWalk& walk);
void system_walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                          const OperandView<Sym>& o, const Sym& lanes, const AnyWalk& walk,
                          const Byte& byte);

// A plan holds channel c as the (c div lanes)-th of column c mod lanes, and no other channel: C
// channels in `columns` columns, of which the first `tall` have an extra channel.
struct AnyColumns {
  Sym columns, tall, tall_height, low_height;
};
void columns_hold_channels(Proof& proof, const Sym& channels, const Sym& lanes,
                           const AnyColumns& plan);

}  // namespace strideproof::solver::plans
