#pragma once
// The family okk-bdc, optimized: the address plan of a legal case, and its execution.

#include <optional>
#include <utility>

#include "model/machine.h"
#include "model/optimized/okk_bdc_plan.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::optimized {

using spec::okk_bdc::View;

// ---- plans of cases; the cases are legal ----

// The given strides, or those of the aligned layout.
template <class I>
OperandView<I> word_operand_of(const MachineShape<I>& m, const View<I>& v, Operands which) {
  const spec::okk_bdc::Given<I>& given = spec::okk_bdc::given_of(v, which);
  return {Space::local, given.address,
          spec::strides_of(m, Space::local, okk_bdc::element_bytes, given.address, v.shape,
                           given.stride)};
}

// The plan of dst = a FUNCTION b. a and b are the two sources, or the source and C; C comes first
// where it is the value that is shifted.
template <class I>
WordPlan<I> plan_of(const MachineShape<I>& m, okk_bdc::Kind kind, const View<I>& v) {
  const auto walk = [&](Operands which) { return word_walk_of(m, word_operand_of(m, v, which)); };
  WordWalk<I> a = walk(on_src);
  WordWalk<I> b = okk_bdc::is_binary(kind) ? walk(on_src1) : constant_walk(m);
  if (okk_bdc::shifts_C(kind)) std::swap(a, b);
  return word_plan<I>(m, v.shape, {walk(on_dst), a, b});
}

// ---- execution ----

// The base of the operands' flat addresses.
struct WordBases {
  uint8_t* dst;
  const uint8_t *a, *b;
};
// `C` is the constant, unused if the operation has none. It must outlive the result, which points to
// it.
WordBases bases_of(Machine& machine, okk_bdc::Kind kind, const uint32_t& C);

// The fastest function for such runs.
Compute compute_of(Function function, const WordLoop<int64_t>& run);
using ChooseCompute = Compute (*)(Function function, const WordLoop<int64_t>& run);

void compute(Function function, const WordPlan<int64_t>& plan, const WordBases& bases,
             ChooseCompute choose = compute_of);

// Precondition: c and its counts are legal.
void execute_okk_bdc(Machine& machine, const Case& c);

// ---- counts ----

// The smallest and the largest count of a case with counts in a tensor; no value if there are too
// many counts.
std::optional<Extremes> counts_in(Machine& machine, const Case& c);

// Adds the constraints on counts in a tensor, which the contents of memory decide, where they are
// evaluated.
void evaluate_counts(Machine& machine, const Case& c, ConstraintResults& constraint_results);

}  // namespace strideproof::optimized
