#pragma once
// data_move, optimized: a copy of tensors of blocks. The plan is a template over the integer type I:
// the code that runs with int64_t is proved with solver::Sym.

#include "model/machine.h"
#include "model/optimized/kernels.h"
#include "spec/operations/tik.h"

namespace strideproof::optimized {

// Precondition: the case is legal.
template <class I>
Plan<I, 2> plan_of(const MachineShape<I>& m, const tik::Move<I>& p) {
  using spec::tik::Spec;
  return plan_of(m, std::array{Spec::tensor(m, p, on_dst), Spec::tensor(m, p, on_src)});
}

// Precondition: c is legal and all that it touches is open.
inline void execute_tik(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const tik::Move<int64_t> p = slots_as<tik::Move>(c.arguments);
  copy(plan_of(m, p), machine.base(static_cast<Space>(p.dst_space)),
       machine.base(static_cast<Space>(p.src_space)));
}

}  // namespace strideproof::optimized
