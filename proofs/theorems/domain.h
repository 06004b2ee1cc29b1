#pragma once
// Unknowns of the theorems: any machine, any legal operand of an operation on it, any element of
// the operand. Their bounds are those of the C types and of the documents; the bounds of the
// machine far exceed every known one.

#include <string>
#include <vector>

#include "proofs/engine/lemmas.h"
#include "proofs/engine/theorem.h"
#include "spec/layout.h"

namespace strideproof::solver {

using spec::MachineShape;
using spec::Tensor;
using Facts = std::vector<Fact>;

inline constexpr int64_t most_lanes = 4096, most_lane_bytes = int64_t{1} << 30, most_unit = 4096;
inline constexpr int64_t most_extent = 65535, any_u32 = UINT32_MAX;
// In bytes; no lane and no window of a profile ends past it.
inline constexpr int64_t memory_end = int64_t{1} << 40;

// Computes without range goals: for statements about code, never for the code itself.
template <class Function>
auto exactly(Function function) {
  const ExactArithmetic exact;
  return function();
}

// Proves x = x/m*m + x%m, 0 <= x/m, 0 <= x%m < m.
Fact prove_division(Proof& proof, const std::string& stage, const Sym& x, const Sym& m);

// 1 to most_extent; 0 to most_extent - 1.
inline Sym any_extent(Proof& proof, const std::string& name) {
  return proof.variable(name, 1, most_extent);
}
inline Sym any_index(Proof& proof, const std::string& name) {
  return proof.variable(name, 0, most_extent - 1);
}
SymBool is_inside(const Dim4<Sym>& at, const Dim4<Sym>& shape);
// The indices of an element of a tensor.
Dim4<Sym> any_indices(Proof& proof, const Dim4<Sym>& shape);
// 0 to count - 1, a path each.
int any_choice(Proof& proof, const std::string& name, int count);
bool any_bool(Proof& proof, const std::string& name);
// Local or system memory, a path each.
Space any_space(Proof& proof, const std::string& suffix = "");
// Local memory, system memory, or a buffer, a path each.
Space any_memory(Proof& proof);
// Blocks of data_move are elements that may start anywhere in system memory.
inline constexpr int64_t block_bytes = 32;
// 1, 2 or 4, or those of a block, a path each.
int64_t any_element_bytes(Proof& proof, bool blocks = false);
// The windows of a profile, or its local memory as the one window that memcpy_1D sees; a path each.
std::span<const Window> any_windows(Proof& proof);
// X lanes of S bytes with unit U. System memory is one window; the windows of profiles are parts of
// it.
MachineShape<Sym> any_machine(Proof& proof, Space space, int64_t element_bytes);
// Buffers of any size.
MachineShape<Sym> any_buffers(Proof& proof);
Dim4<Sym> any_shape(Proof& proof, const std::string& suffix = "");
// A start of an operand in a lane, a window or a buffer that exists.
struct Address {
  Sym value;
  spec::Start<Sym> start;  // {0, value} in system memory
};
Address any_address(Proof& proof, const MachineShape<Sym>& m, Space space,
                    const std::string& suffix = "");

// The w stride is 1, or as free as the others.
enum class Width : uint8_t { adjacent, free };
// A tensor at such a start. Its strides are given (an int each), or are those of default layouts
// that stay inside memory. A stride is not negative if the extent exceeds 1.
struct AnyTensor {
  MachineShape<Sym> m;
  Address address;
  Tensor<Sym> t;
};
AnyTensor any_tensor(Proof& proof, const MachineShape<Sym>& m, Space space, int64_t element_bytes,
                     const Dim4<Sym>& shape, Width width, const std::string& suffix = "");
// In lanes or in system memory, a path each; the elements of a row are adjacent.
AnyTensor any_tensor(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                     const Dim4<Sym>& shape, const std::string& suffix = "");
// Where an operation may have it: in lanes, the last channel may have narrower rows; elsewhere
// elements are blocks too; in system memory, which has the windows of any_windows() or is
// one, a single row may be longer.
AnyTensor any_tensor(Proof& proof, bool in_windows = false);

// Any operand, legal or not.
struct AnyOperand : AnyTensor {
  Sym last_block;  // of its channels: the block row; in system memory the channel
};
AnyOperand any_operand(const AnyTensor& x);
// Proves that the steps to the last element are not negative and stay in memory. `end`: that its
// last byte, or the slack of its end, is a number that a premise bounds.
void prove_last_steps(Proof& proof, const AnyOperand& x, const Fact& end);
// An operand that ends inside its memory: end_slack >= 0 is a premise. Its steps to the last
// element stay below memory_end.
AnyOperand legal_operand(Proof& proof, const AnyTensor& x);

// If 0 <= i <= last, and the last step is in memory or s is no longer than `unbounded`, then the
// step last*s is that of last_byte, and 0 <= i*s <= last*s. Arguments i, last, s.
extern const Lemma<3> steps_up_to_the_last;
// Learns that i steps stay in memory, as the last ones do.
void learn_steps(Proof& proof, const std::string& stage, const Sym& i, const Sym& last,
                 const Sym& s);

// An element of an operand.
struct Element {
  Dim4<Sym> at;
  Sym block;  // the block row of its channel; in system memory the channel
};
Element any_element(Proof& proof, const AnyOperand& x, const std::string& suffix = "");
// An element of a legal operand. Its steps n*sn, block*sc, h*sh and w*sw stay below memory_end, so
// place_of is in range although strides of default layouts are large.
Element element_in_memory(Proof& proof, const AnyOperand& x, const std::string& suffix = "");

// Any byte of an element of each operand. The elements share a byte if both conditions hold. The
// operands have elements of one size.
struct TwoBytes {
  Element e, f;
  SymBool same_lane, same_byte;
};
using AnyElement = Element (*)(Proof&, const AnyOperand&, const std::string&);
TwoBytes any_two_bytes(Proof& proof, const AnyOperand& a, const AnyOperand& b,
                       AnyElement any = any_element);

}  // namespace strideproof::solver
