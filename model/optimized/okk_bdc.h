#pragma once
// The family okk-bdc, optimized: the address plan of a legal case, and its execution.

#include <optional>
#include <utility>

#include "model/machine.h"
#include "model/optimized/kernels.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::optimized {

using okk::View;
using okk_bdc::CountRange;

// A word that stays where it is, at flat address 0.
template <class I>
Tensor<I> constant(const Dim4<I>& shape) {
  const I zero(0);
  return {Space::system, okk_bdc::element_bytes, zero, shape, {zero, zero, zero, zero}, shape.w};
}

// The plan of dst = a FUNCTION b. a and b are the two sources, or the source and C, which stays; C
// comes first where it is the value that is shifted. The case is legal.
template <class I>
Plan<I, 3> plan_of(const MachineShape<I>& m, okk_bdc::Kind kind, const View<I>& v) {
  const auto operand = [&](Operands which) { return spec::okk::operand_of(m, v, which); };
  Tensor<I> a = operand(on_src),
            b = okk_bdc::is_binary(kind) ? operand(on_src1) : constant(v.shape);
  if (okk_bdc::shifts_C(kind)) std::swap(a, b);
  return plan_of(m, std::array{operand(on_dst), a, b});
}

// ---- execution ----

// The bases of the operands' flat addresses. `C` is the constant, unused if the operation has none.
// It must outlive the result, which points to it.
Pointers<3> bases_of(Machine& machine, okk_bdc::Kind kind, uint32_t& C);

using ChooseCompute = Compute (*)(Function function, const WordLoop& run);

void compute(Function function, const Plan<int64_t, 3>& plan, const Pointers<3>& bases,
             ChooseCompute choose = compute_of);

// Precondition: c and its counts are legal.
void execute_okk_bdc(Machine& machine, const Case& c);

// ---- counts ----

// The counts of a case with counts in a tensor; no value if there are too many.
std::optional<CountRange> counts_in(Machine& machine, const Case& c);

}  // namespace strideproof::optimized
