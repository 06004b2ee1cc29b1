#pragma once
// Roles: the plan of an operation's parameters. Its strides are those of the operands in the layout
// (plan.walk). It has min(C, lanes) columns, C mod lanes of them with an extra channel
// (plan.columns). Its nests are those of a column of C div lanes channels and of one more
// (plan.nest). So it visits the bytes of the operation's elements.

#include <functional>
#include <string>

#include "model/optimized/bm_atomic.h"
#include "proofs/theorems/plan_unknowns.h"
#include "spec/spec.h"

namespace strideproof::solver::plans {

// `plan` copies `shape` from `src` to `dst`, tensors with the strides and addresses of the layout.
// `part` prefixes the conclusions' names.
void copies(Proof& proof, const MachineShape<Sym>& m, const optimized::Plan<Sym>& plan,
            const spec::Tensor<Sym>& dst, const spec::Tensor<Sym>& src,
            const std::string& part = "");
// `plan` fills `dst`.
void fills(Proof& proof, const MachineShape<Sym>& m, const optimized::Plan<Sym>& plan,
           const spec::Tensor<Sym>& dst);

// A control of such a theorem: `claim` has the fault; `line` makes a case of profile toy.
template <LoopFault fault>
Result run_with(Machine& machine, const Case& c) {
  const Result result = {spec::evaluate(c)};
  if (!result.constraint_results.legal()) return result;
  if (c.operation->family == Family::bm_atomic)
    optimized::execute_bm_atomic<WithLoop<fault>>(machine, c);
  else
    optimized::execute_okk_gdma<WithLoop<fault>>(machine, c);
  return result;
}
template <LoopFault fault>
Control loop_control(std::function<void(Proof&)> claim, const Proof::Limits& limits,
                     std::function<std::string(const Model&)> line) {
  return control(description(fault), run_with<fault>, std::move(claim), limits, std::move(line));
}

}  // namespace strideproof::solver::plans
