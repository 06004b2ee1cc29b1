#pragma once
// Roles: the plan of an operation's parameters. Its strides are those of the operands in the layout
// (plan.walk). It has min(C, lanes) columns, C mod lanes of them with an extra channel
// (plan.columns). Its nests are those of a column of C div lanes channels and of one more
// (plan.nest). So it visits the bytes of the operation's elements.

#include <string>

#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

// `plan` copies `shape` from `src` to `dst`, tensors with the strides and addresses of the layout.
// `part` prefixes the conclusions' names.
void copies(Proof& proof, const MachineShape<Sym>& m, const optimized::Plan<Sym>& plan,
            const spec::Tensor<Sym>& dst, const spec::Tensor<Sym>& src,
            const std::string& part = "");
// `plan` fills `dst`.
void fills(Proof& proof, const MachineShape<Sym>& m, const optimized::Plan<Sym>& plan,
           const spec::Tensor<Sym>& dst);

}  // namespace strideproof::solver::plans
