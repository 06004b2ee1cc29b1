#pragma once
// Unknowns of the theorems about bm-atomic.

#include <string>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::solver {

// The bytes of a format of each width, a path each.
struct AnyFormat {
  Sym format;
  int64_t element_bytes;
};
AnyFormat any_format(Proof& proof);
inline Sym selector(bm_atomic::Direction direction) { return static_cast<int>(direction); }

// The start of an operand in local memory as the call names it: an offset of a lane that exists.
// start_of its address gives both again.
Address start_at(Proof& proof, const MachineShape<Sym>& m, const Sym& lane, const Sym& offset);
Address any_start(Proof& proof, const MachineShape<Sym>& m);

// A matrix of memcpy_2D with that local side.
bm_atomic::Matrix2D<Sym> any_matrix(Proof& proof, const Address& local, const Sym& format,
                                    bool to_local, bool transposed);

// lane*S + byte, or the system address.
Sym flat(const MachineShape<Sym>& m, const spec::ElementPlace<Sym>& place);

}  // namespace strideproof::solver
