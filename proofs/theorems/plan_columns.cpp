// Columns: channel c is the (c div lanes)-th of column c mod lanes, and nothing else is in a
// column.

#include "proofs/theorems/plan_walks.h"

namespace strideproof::solver::plans {
namespace {

// The channels that the loops of one byte a channel visit.
Sym height(const optimized::Loops<Sym>& loops) {
  Sym count(1);
  for (const Loop<Sym>& loop : loops) count = count * loop.count;
  return count;
}

template <class Code>
void channels(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const Sym C = proof.variable("C", 1, extents);
  const OperandView<Sym> o = operand(proof, Space::local);
  in_a_lane(proof, m, o.address);
  // The other extents and the element size are 1, as columns do not depend on them.
  const optimized::Plan<Sym> plan =
      Code::copy_plan(m, 1, Dim4<Sym>{Sym(1), C, Sym(1), Sym(1)}, o, o);
  columns_hold_channels(proof, C, m.lanes,
                        {plan.columns, plan.tall, height(plan.tall_loops), height(plan.low_loops)});
}

}  // namespace

std::vector<Theorem> columns() {
  return {
      {"plan.columns",
       "Channel c is the (c div lanes)-th of column c mod lanes, and the columns of a plan hold "
       "each channel of the tensor once and nothing else.",
       operations_matching({"okk_gdma_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D"}),
       channels<Shipped>,
       control(Fault::lone_channel_lost, channels<Mutated<Fault::lone_channel_lost>>,
               toy({{"C", {1, 9}}, {"sc", {1, 8}}, {"A", {0, 100}}}), [](const Model& model) {
                 return fill_line(1, {1, model["C"], 1, 1},
                                  {Space::local, model["A"], Dim4<int64_t>{0, model["sc"], 0, 1}});
               })}};
}

}  // namespace strideproof::solver::plans
