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

// The start of an operand as the call names it: an offset in a lane, which must exist, or a system
// address, whose lane is ignored.
Address any_named_start(Proof& proof, const MachineShape<Sym>& m, bool local,
                        const std::string& mark = "");
// The former, of a given offset of a lane; start_of its address gives both again.
Address start_at(Proof& proof, const MachineShape<Sym>& m, const Sym& lane, const Sym& offset);

// Unsigned 32-bit strides; that of w is 1.
Dim4<Sym> any_u32_strides(Proof& proof, const std::string& mark = "");

// memcpy_4D of tensors in lanes or in system memory, a path each; N and C may change places.
bm_atomic::Tensor4D<Sym> any_copy_4D(Proof& proof, const MachineShape<Sym>& m, const Sym& format,
                                     const Dim4<Sym>& shape, bool transposed);

// A matrix of memcpy_2D with that local side.
bm_atomic::Matrix2D<Sym> any_matrix(Proof& proof, const Address& local, const Sym& format,
                                    bool to_local, bool transposed);

// lane*S + byte, or the system address.
Sym flat(const MachineShape<Sym>& m, const spec::ElementPlace<Sym>& place);

}  // namespace strideproof::solver
