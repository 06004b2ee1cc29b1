#pragma once
// Unknowns of the theorems about plans: a machine, an operand, an element.

#include "model/optimized/okk_gdma.h"
#include "proofs/engine/lemmas.h"
#include "proofs/theorems/plan_controls.h"
#include "spec/layout.h"

namespace strideproof::solver::plans {

using optimized::ColumnStrides;
using optimized::Loop;
using optimized::Nest;
using optimized::OperandView;
using spec::MachineShape;

inline constexpr int64_t extents = 65535;                // the largest
inline constexpr int64_t memory_end = int64_t{1} << 40;  // no memory of any profile is larger
// In the most lanes of the most bytes, which is above memory_end.
inline constexpr int64_t highest_address = int64_t{4096} * INT32_MAX - 1;
// Given strides have 32 bits; negative ones are legal if the extent is 1. A stride between elements
// of a legal operand is at most memory_end.
inline constexpr int64_t lowest_stride = INT32_MIN, highest_stride = memory_end;

// Bounds of the steps of legal operands, in bytes, which plan.operands.steps proves and nests
// assume. Steps from row to row and from batch to batch are in [0, first bound]. Steps of an extent
// of 1, and from channel to channel of a column, have either sign and are at most the second bound.
inline constexpr int64_t longest_step = 4 * memory_end, widest_step = 4096 * longest_step;
// All steps of a loop together, of either sign.
inline constexpr int64_t far = int64_t{1} << 60;

inline Sym step_of(Proof& proof, const std::string& name, const Sym& extent,
                   int64_t longest = longest_step) {
  const bool once(extent == 1);
  return proof.variable(name, once ? -widest_step : 0, once ? widest_step : longest);
}

inline MachineShape<Sym> machine(Proof& proof) {
  const Sym lanes = proof.variable("X", 1, 4096);
  const Sym lane_bytes = proof.variable("S", 1, INT32_MAX);
  return {lanes, lane_bytes, proof.variable("U", 4, 4096), {}};
}

// 1, 2 or 4: a path each.
inline int64_t element_bytes(Proof& proof) {
  const Sym es = proof.variable("es", 1, 4);
  proof.given(es != 3);
  return es == 1 ? 1 : es == 2 ? 2 : 4;
}

inline OperandView<Sym> operand(Proof& proof, Space space, const std::string& prefix = "") {
  const auto stride = [&](const char* name) {
    return proof.variable(prefix + name, lowest_stride, highest_stride);
  };
  const Sym address = proof.variable(prefix + "A", 0, highest_address);
  return {space, address, {stride("sn"), stride("sc"), stride("sh"), Sym(1)}};
}

inline spec::Tensor<Sym> tensor_of(const OperandView<Sym>& o, int64_t element_bytes) {
  return {o.space, element_bytes, o.address, {}, o.stride, {}};
}

// The premise that a local address exists, A < X*S; its consequence: A = Q*S + R, 0 <= Q < X.
inline Fact in_a_lane(Proof& proof, const MachineShape<Sym>& m, const Sym& address) {
  const Fact exists = proof.given(address < m.lanes * m.lane_bytes);
  const ExactArithmetic exact;
  const auto [lane, offset] = spec::start_of(m, address);
  const std::vector<Fact> why = {
      exists,
      proof.bounds(address),
      proof.bounds(m.lanes),
      proof.bounds(m.lane_bytes),
      proof.use(lemmas::division).instance(address, m.lane_bytes),
      proof.use(lemmas::division_below).instance(address, m.lanes, m.lane_bytes)};
  proof.learn("the start lane is one", lane, {0, 4095}, why);
  return proof.prove("A = Q*S + R, 0 <= Q < X, 0 <= R < S",
                     all_of(address == lane * m.lane_bytes + offset, 0 <= lane, lane < m.lanes,
                            0 <= offset, offset < m.lane_bytes),
                     why);
}

// A byte of an element: `rest` of es.
struct Byte {
  Dim4<Sym> at;
  Sym rest;
};

inline Byte byte_of_element(Proof& proof, int64_t element_bytes) {
  const auto index = [&](const char* name) { return proof.variable(name, 0, extents - 1); };
  return {{index("n"), index("c"), index("h"), index("w")},
          proof.variable("rest", 0, element_bytes - 1)};
}

// The smallest shape with the element.
inline Dim4<Sym> shape_around(const Dim4<Sym>& at) {
  return {at.n + 1, at.c + 1, at.h + 1, at.w + 1};
}

}  // namespace strideproof::solver::plans
