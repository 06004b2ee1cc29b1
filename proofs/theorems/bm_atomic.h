#pragma once
// What the theorems of bm-atomic speak of, and how their controls make cases of profile toy.

#include <string>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::solver {

inline constexpr int64_t any_u32 = UINT32_MAX;

// ---- any operand ----

// A format of each width, a path each: as many bytes.
struct AnyFormat {
  Sym format;
  int64_t element_bytes;
};
AnyFormat any_format(Proof& proof);
inline Sym selector(bm_atomic::Direction direction) { return static_cast<int>(direction); }

// Where a local side starts: an offset in a lane that exists.
struct InLane {
  Sym lane, offset;
  Facts known;
};
InLane any_lane_offset(Proof& proof, const MachineShape<Sym>& m, const std::string& mark = "");

// That the tensor starts there: start_of its address is that lane and that offset.
Facts starts_in(Proof& proof, const MachineShape<Sym>& m, const Tensor<Sym>& t, const InLane& side);

// The tensor, whose address is `a`, as one at the number that is given there.
Tensor<Sym> at_address(Proof& proof, const Tensor<Sym>& t, const Address& a);

// a = b: a div m = b div m, a mod m = b mod m.
std::optional<Lemma<3>> equal_quotients(Prover& prover);

// Unsigned 32-bit strides; that of w is 1.
Dim4<Sym> any_u32_strides(Proof& proof, const std::string& mark = "");

// lane*S + byte, or the system address.
Sym flat(const MachineShape<Sym>& m, const spec::ElementPlace<Sym>& place);

// ---- a case ----

inline constexpr int64_t dst_window = toy_window, src_window = shared_address;

// A program of profile toy begins with this, and goes on with lines of cases of that profile as steps.
inline const std::string toy_program = "program toy fill=0";
std::string as_step(std::string line);

// dst of a fill with ones in lanes, or in system memory where lane is below 0.
std::string memset_line(int64_t lane, int64_t offset, const Dim4<int64_t>& shape,
                        const Dim4<int64_t>& stride);
// The step of a program that sets `count` adjacent words, or elements of another format, to `value`.
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
