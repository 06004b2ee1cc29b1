#pragma once
// The rows of model/optimized/bm_atomic_rows.h, in proofs.

#include "model/optimized/bm_atomic_rows.h"
#include "proofs/theorems/bm_atomic.h"

namespace strideproof::solver {

using optimized::Rows;

// Channels of a tensor in any machine, in lanes or in system memory, a path each; `t` has the
// address, the strides and the memory; its shape is free.
struct AnyChannels {
  MachineShape<Sym> m;
  Tensor<Sym> t;
  InLane side;  // if t is local
  Facts known;  // of the start, and of the machine
};
AnyChannels any_channels(Proof& proof, int64_t element_bytes, const Dim4<Sym>& shape,
                         const std::string& mark = "");

}  // namespace strideproof::solver
