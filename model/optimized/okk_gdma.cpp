#include "model/optimized/okk_gdma.h"

#include "model/optimized/kernels.h"

namespace strideproof::optimized {

void execute_okk_gdma(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const okk_gdma::Kind kind = okk_gdma::kind(*c.operation);
  uint8_t* const dst = machine.base(okk_gdma::dst_space(kind));
  if (okk_gdma::is_fill(kind)) {
    const auto p = okk_gdma::fill_of(*c.operation, c.arguments);
    return fill(plan_of(m, p), dst, Pattern(p.C, p.element_bytes));
  }
  const uint8_t* const src = machine.base(okk_gdma::src_space(kind));
  if (okk_gdma::is_matrix(kind)) {
    const auto plan = plan_of(m, okk_gdma::matrix_of(*c.operation, c.arguments));
    copy(plan.full, dst, src);
    copy(plan.partial, dst, src);
  } else {
    copy(plan_of(m, okk_gdma::copy_of(*c.operation, c.arguments)), dst, src);
  }
}

}  // namespace strideproof::optimized
