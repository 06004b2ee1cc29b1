#pragma once
// The places of a plan: byte b of element (n, c, h, w), c = k*lanes + l, lies at
//   column_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + w*w_step + b.

#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

struct AnyWalk {
  ColumnStrides<Sym> walk;
  Sym w;  // from an element to the next
};

Sym walked(const AnyWalk& walk, const Sym& lanes, const Byte& byte);

// c = c div lanes * lanes + c mod lanes.
Fact channel_of_column(Proof& proof, const Sym& c, const Sym& lanes);

// The plan visits the byte of the element at its place in the layout; `start` is in_a_lane of the
// operand's address. In system memory channels are spread over `lanes` columns.
Fact local_walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                         const OperandView<Sym>& o, const Fact& start, const AnyWalk& walk,
                         const Byte& byte);
Fact system_walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                          const OperandView<Sym>& o, const Sym& lanes, const AnyWalk& walk,
                          const Byte& byte);
// The same for any byte of any element.
void walk_comes_by(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                   const OperandView<Sym>& o, const Fact& start, const AnyWalk& walk);

// lane*S + byte, or the system address.
Sym flat_of(const MachineShape<Sym>& m, int64_t element_bytes, const OperandView<Sym>& o,
            const Byte& byte);

// A plan holds channel c as the (c div lanes)-th of column c mod lanes, and no other channel: C
// channels in `columns` columns, of which the first `tall` have an extra channel.
struct AnyColumns {
  Sym columns, tall, tall_height, low_height;
};
SymBool in_columns(const AnyColumns& plan, const Sym& k, const Sym& l);
// The columns of C channels contain channel c; `exists` is 0 <= c < C.
Fact column_has_channel(Proof& proof, const Sym& channels, const Sym& lanes, const AnyColumns& plan,
                        const Sym& c, const Fact& exists);
// The k-th entry of column l is channel k*lanes + l, which has no other place; `exists` is
// in_columns.
Fact channel_has_column(Proof& proof, const Sym& channels, const Sym& lanes, const Sym& k,
                        const Sym& l, const Fact& exists);
void columns_hold_channels(Proof& proof, const Sym& channels, const Sym& lanes,
                           const AnyColumns& plan);

}  // namespace strideproof::solver::plans
