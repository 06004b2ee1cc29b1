// The places of a plan: byte b of row h of channel k*lanes + l of batch n lies at
//   column_start(walk, l) + k*walk.block + n*walk.n + h*walk.h + b.

#include "proofs/theorems/plan_walks.h"

namespace strideproof::solver::plans {
namespace {

template <class Code>
void local(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const OperandView<Sym> o = operand(proof, Space::local);
  const Fact start = in_a_lane(proof, m, o.address);
  local_walk_comes_by(proof, m, es, o, start, {Code::walk_of(m, m.lanes, es, o), es});
}

// lanes is 1 in a copy that stays in system memory, otherwise that of the local operand.
template <class Code>
void system(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const OperandView<Sym> o = operand(proof, Space::system);
  const Byte byte = byte_of_element(proof, es);
  const bool alone(proof.variable("alone", 0, 1) == 1);
  const Sym lanes = alone ? Sym(1) : m.lanes;

  const Dim4<Sym> shape = shape_around(byte.at);
  const ColumnStrides<Sym> walk = Code::walk_of(
      m, lanes, es,
      Code::operand_of(m, es, o.space, o.address, shape, okk_gdma::Stride<Sym>{false, o.stride}));
  system_walk_comes_by(proof, m, es, o, lanes, {walk, es}, byte);
}

}  // namespace

std::vector<Theorem> walks() {
  // One byte a channel, in lanes from the second on.
  const Proof::Limits local_world = toy({{"A", {257, 300}},
                                         {"n", {0, 0}},
                                         {"c", {0, 7}},
                                         {"h", {0, 0}},
                                         {"w", {0, 0}},
                                         {"sc", {1, 8}},
                                         {"sh", {0, 0}}});
  const Proof::Limits system_world = toy({{"n", {0, 0}},
                                          {"c", {0, 7}},
                                          {"h", {0, 3}},
                                          {"w", {0, 0}},
                                          {"alone", {1, 1}},
                                          {"sc", {0, 8}},
                                          {"sh", {0, 8}},
                                          {"A", {toy_window, toy_window}}});
  const auto fill = [](Space space) {
    return [space](const Model& model) {
      const auto extent = [&](const char* index) { return model[index] + 1; };
      return fill_line(1, {1, extent("c"), extent("h"), 1},
                       {space, model["A"], Dim4<int64_t>{0, model["sc"], model["sh"], 1}});
    };
  };
  return {
      {"plan.walk.local",
       "The walk through the columns of an operand in local memory comes to each byte of each "
       "element "
       "where the layout has it.",
       with_others(operations_of(touches_local), {"bm_atomic_mem*_4D", "bm_atomic_memcpy_2D"}),
       local<Shipped>,
       control(Fault::lane_wrap_early, local<Mutated<Fault::lane_wrap_early>>, local_world,
               fill(Space::local))},
      {"plan.walk.system",
       "The walk through an operand in system memory, in as many columns as lanes or in one, comes "
       "to "
       "each byte of each element where the given strides have it.",
       with_others(operations_of(touches_system), {"bm_atomic_mem*_4D", "bm_atomic_memcpy_2D"}),
       system<Shipped>,
       control(Fault::broadcast_as_default, system<Mutated<Fault::broadcast_as_default>>,
               system_world, fill(Space::system))}};
}

}  // namespace strideproof::solver::plans
