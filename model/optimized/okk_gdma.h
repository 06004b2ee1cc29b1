#pragma once
// Executes okk-gdma by the plans of plan.h.

#include "model/machine.h"
#include "model/optimized/kernels.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::optimized {

struct ShippedOperands : ShippedCopies {
  static auto operand_of(const auto&... values) { return spec::okk::operand_of(values...); }
};

// By the operands and plans of Code. Precondition: c is legal and all that it touches is open.
template <class Code = ShippedOperands>
void execute_okk_gdma(Machine& machine, const Case& c) {
  using spec::okk_gdma::Spec;
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  if (okk_gdma::kind(*c.operation) == okk_gdma::Kind::matrix) {
    const auto p = okk_gdma::matrix_of(*c.operation, c.arguments);
    return copy_matrix<Code>(m, Spec::tensor(m, p, on_dst), Spec::tensor(m, p, on_src),
                             {machine.base(p.dst_space), machine.base(p.src_space)});
  }
  const auto v = okk_gdma::view_of(*c.operation, c.arguments);
  uint8_t* const dst = machine.base(v.dst.space);
  const auto to = Code::operand_of(m, v, on_dst);
  if (okk_gdma::kind(*c.operation) == okk_gdma::Kind::set_C)
    return fill(Code::plan_of(m, std::tie(to)), dst, Pattern(v.C, v.element_bytes));
  const auto from = Code::operand_of(m, v, on_src);
  copy(Code::plan_of(m, std::tie(to, from)), dst, machine.base(v.src.space));
}

}  // namespace strideproof::optimized
