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
                        const std::string& suffix = "");
// The former, of a given offset of a lane; start_of its address gives both again.
Address start_at(Proof& proof, const MachineShape<Sym>& m, const Sym& lane, const Sym& offset);

// A tensor at such a start, in lanes or in system memory, a path each. Its w stride is 1, the others
// have either sign and are as large as those of default layouts can be, or in n of a call.
inline constexpr int64_t most_of_layouts = int64_t{1} << 50, most_of_calls = any_u32;
AnyTensor any_named_tensor(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                           const Dim4<Sym>& shape, const std::string& mark = "",
                           int64_t most_n_stride = most_of_layouts);

// A matrix of memcpy_2D with that local side.
bm_atomic::Matrix2D<Sym> any_matrix(Proof& proof, const Address& local, const Sym& format,
                                    bool to_local, bool transposed);

// lane*S + byte, or the system address.
Sym flat(const MachineShape<Sym>& m, const spec::ElementPlace<Sym>& place);

}  // namespace strideproof::solver
