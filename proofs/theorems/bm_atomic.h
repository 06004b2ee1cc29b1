#pragma once
// Unknowns of the theorems about bm-atomic, and the cases of profile toy of their controls.

#include <string>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::solver {

inline constexpr int64_t any_u32 = UINT32_MAX;

// ---- any operand ----

// The bytes of a format of each width, a path each.
struct AnyFormat {
  Sym format;
  int64_t element_bytes;
};
AnyFormat any_format(Proof& proof);
inline Sym selector(bm_atomic::Direction direction) { return static_cast<int>(direction); }
bm_atomic::Direction direction_of(bool dst_is_local, bool src_is_local);

// The start of an operand as the call names it: an offset in a lane, which must exist, or a system
// address, whose lane is ignored.
Address any_named_start(Proof& proof, const MachineShape<Sym>& m, bool local,
                        const std::string& mark = "");
// The former, of a given offset of a lane; start_of its address gives both again.
Address start_at(Proof& proof, const MachineShape<Sym>& m, const Sym& lane, const Sym& offset);

// The tensor with address `a`, at the given address instead.
Tensor<Sym> at_address(Proof& proof, const Tensor<Sym>& t, const Address& a);

// a = b: a div m = b div m, a mod m = b mod m.
Lemma<3> equal_quotients(Prover& prover);

// Unsigned 32-bit strides; that of w is 1.
Dim4<Sym> any_u32_strides(Proof& proof, const std::string& mark = "");

// A matrix of memcpy_2D with that local side; one that is not transposed, in the form of okk-gdma.
bm_atomic::Matrix2D<Sym> any_matrix(Proof& proof, const Address& local, const Sym& format,
                                    bool to_local, bool transposed);
okk_gdma::Matrix<Sym> straight_matrix(const Sym& local, const bm_atomic::Matrix2D<Sym>& op);

// lane*S + byte, or the system address.
Sym flat(const MachineShape<Sym>& m, const spec::ElementPlace<Sym>& place);

// ---- a case ----

inline constexpr int64_t dst_window = toy_window, src_window = shared_address;

// A program of profile toy begins with this; lines of cases of that profile follow as steps.
inline const std::string toy_program = "program toy fill=0";
std::string as_step(std::string line);

// dst of a fill with ones, in lanes, or in system memory if lane < 0.
std::string memset_line(int64_t lane, int64_t offset, const Dim4<int64_t>& shape,
                        const Dim4<int64_t>& stride);
// The step of a program that sets `count` adjacent words, or elements of another format, to
// `value`.
std::string set_step(int64_t lane, int64_t offset, int64_t value, int64_t count = 1,
                     bm_atomic::Format format = bm_atomic::Format::float32);
struct SystemMatrix {
  int64_t row, col, row_stride, sec_size, format, direction, transpose;
};
std::string matrix_line(int64_t lane, int64_t offset, const SystemMatrix& p);
struct Tensor4 {
  int64_t address, lane;
  Dim4<int64_t> shape, stride;
  int64_t format;
};
std::string tensor_line(const Tensor4& dst, const Tensor4& src, bm_atomic::Direction direction,
                        bool transpose);

}  // namespace strideproof::solver
