#include "model/optimized/bm_atomic.h"

#include <cstring>

namespace strideproof::optimized {

void execute(Machine& machine, const bm_atomic::Linear<int64_t>& p,
             const LinearPlan<int64_t>& plan) {
  const auto base = [&](bool local) { return machine.base(local ? Space::local : Space::system); };
  std::memmove(base(bm_atomic::dst_is_local(p.direction)) + plan.dst,
               base(bm_atomic::src_is_local(p.direction)) + plan.src,
               static_cast<size_t>(plan.bytes));
}

void execute_bm_atomic(Machine& machine, const Case& c, const ElementWork& work) {
  using namespace bm_atomic;
  const Arguments<int64_t>& a = c.arguments;
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto run = [&](const auto& p) { execute(machine, p, plan_of(m, p)); };
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D: return run(linear_of(a));
    case Kind::memcpy_2D: return execute_memcpy_2D(machine, matrix_of(a));
    case Kind::memcpy_4D: return execute_memcpy_4D(machine, tensor_of(a), work.choose);
    case Kind::memset_4D: return run(fill_of(a));
    case Kind::cwtrans: return run(cwtrans_of(a));
    case Kind::mask_memcpy_4D: return execute_mask_memcpy_4D(machine, mask_of(a), work.pack);
    case Kind::mask_count: return;  // reads the count of the last mask copy, see returned_by
  }
}

}  // namespace strideproof::optimized
