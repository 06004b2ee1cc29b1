#pragma once
// Theorems about the address plans of the optimized implementation: the code that they receive, with
// or without a planted fault, their unknowns (a machine, an operand, an element, a loop), and their
// controls: the optimized implementation with the same fault runs the case, and must differ from the
// reference.

#include <string>
#include <vector>

#include "model/optimized/okk_gdma.h"
#include "mutants/plans.h"
#include "proofs/engine/lemmas.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "spec/layout.h"

namespace strideproof::solver::plans {

using mutants::Fault;
using optimized::ColumnStrides;
using optimized::Loop;
using optimized::Nest;
using optimized::OperandView;
using spec::MachineShape;

// ---- code ----

#define STRIDEPROOF_PLAN_FUNCTIONS(each)                                                       \
  each(copy_plan) each(first_group) each(group_from) each(is_kept) each(next) each(next_group) \
      each(operand_of) each(parts_of) each(path_of) each(place_after) each(plan_of)            \
          each(swap_plan) each(walk_of) each(word_operand_of) each(word_plan) each(word_walk_of)

// The code that theorems about plans receive: what ships.
struct Shipped {
#define STRIDEPROOF_SHIPPED(name) \
  static auto name(const auto&... given) { return optimized::name(given...); }
  STRIDEPROOF_PLAN_FUNCTIONS(STRIDEPROOF_SHIPPED)
#undef STRIDEPROOF_SHIPPED
  template <okk_bdc::Function function, class Words, class V>
  static V applied(const Words& words, const V& a, const V& b) {
    return optimized::baseline::applied<function>(words, a, b);
  }
  static void in_direction(int count, auto run) { optimized::baseline::in_direction(count, run); }
};

// The same with a planted fault.
template <Fault fault>
struct Mutated {
#define STRIDEPROOF_PLANTED(name) \
  static auto name(const auto&... given) { return mutants::name(fault, given...); }
  STRIDEPROOF_PLAN_FUNCTIONS(STRIDEPROOF_PLANTED)
#undef STRIDEPROOF_PLANTED
  template <okk_bdc::Function function, class Words, class V>
  static V applied(const Words& words, const V& a, const V& b) {
    return mutants::applied<function>(fault, words, a, b);
  }
  static void in_direction(int count, auto run) { mutants::in_direction(fault, count, run); }
};

#undef STRIDEPROOF_PLAN_FUNCTIONS

// ---- unknowns ----

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

inline MachineShape<Sym> machine(Proof& proof) {
  const Sym lanes = proof.variable("X", 1, 4096);
  const Sym lane_bytes = proof.variable("S", 1, INT32_MAX);
  return {lanes, lane_bytes, proof.variable("U", 4, 4096), {}};
}

inline Sym any_stride(Proof& proof, const std::string& name) {
  return proof.variable(name, lowest_stride, highest_stride);
}

inline OperandView<Sym> operand(Proof& proof, Space space, const std::string& prefix = "") {
  const auto stride = [&](const char* name) { return any_stride(proof, prefix + name); };
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
  return {
      {any_index(proof, "n"), any_index(proof, "c"), any_index(proof, "h"), any_index(proof, "w")},
      proof.variable("rest", 0, element_bytes - 1)};
}

// ---- loops over any number of operands, the destination first ----

struct AnyLoop {
  Sym count;
  std::vector<Sym> step;  // by operand
};
using Loops = std::vector<AnyLoop>;

inline AnyLoop any_loop(Proof& proof, const std::string& name, size_t operands, int64_t most) {
  AnyLoop loop{proof.variable(name + ".count", 0, most), {}};
  for (size_t k = 0; k < operands; ++k)
    loop.step.push_back(
        proof.variable(name + ".step" + std::to_string(k), -widest_step, widest_step));
  return loop;
}

inline SymBool are_one(const AnyLoop& a, const AnyLoop& b) {
  SymBool same = a.count == b.count;
  for (size_t k = 0; k < a.step.size(); ++k) same = all_of(same, a.step[k] == b.step[k]);
  return same;
}

// ---- roles ----

// `plan` copies `shape` from `src` to `dst`, tensors with the strides and addresses of the layout: its
// strides are those of the operands (plan.walk); it has min(C, lanes) columns, C mod lanes of them with
// an extra channel (plan.columns); its nests are those of a column of C div lanes channels and of one
// more (plan.nest). `part` prefixes the conclusions' names.
void copies(Proof& proof, const MachineShape<Sym>& m, const optimized::Plan<Sym>& plan,
            const spec::Tensor<Sym>& dst, const spec::Tensor<Sym>& src,
            const std::string& part = "");

// ---- controls ----

// `claim` with the fault; `line` makes a case of profile toy.
Control control(Fault fault, std::function<void(Proof&)> claim, const Proof::Limits& limits,
                std::function<std::string(const Model&)> line);

std::vector<Theorem> walks();
std::vector<Theorem> groups();
std::vector<Theorem> nests();
std::vector<Theorem> fills();
std::vector<Theorem> matrices();
std::vector<Theorem> roles();

}  // namespace strideproof::solver::plans
