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

// The given strides, or those of the aligned layout, with the faults of Mutation.
template <class Mutation, class I>
OperandView<I> word_operand_of(const MachineShape<I>& m, const View<I>& v, Operands which) {
  const spec::okk_bdc::Given<I>& given = spec::okk_bdc::given_of(v, which);
  MachineShape<I> seen = m;
  if (Mutation::has(Fault::bdc_channels_unaligned)) seen.unit_bytes = I(okk_bdc::element_bytes);
  const I start_lane = Mutation::has(Fault::bdc_n_stride_ignores_start_lane)
                           ? I(0)
                           : spec::start_of(m, given.address).lane;
  const Dim4<I> aligned = spec::aligned_strides(seen, okk_bdc::element_bytes, start_lane, v.shape);
  if (given.stride.null) return {Space::local, given.address, aligned};
  Dim4<I> stride = given.stride.stride;
  if (Mutation::has(Fault::bdc_broadcast_as_default)) {
    const auto or_default = [](const I& x, const I& other) { return select(x == I(0), other, x); };
    stride = {or_default(stride.n, aligned.n), or_default(stride.c, aligned.c),
              or_default(stride.h, aligned.h), or_default(stride.w, aligned.w)};
  }
  if (Mutation::has(which == on_dst   ? Fault::dst_w_stride_ignored
                    : which == on_src ? Fault::src_w_stride_ignored
                                      : Fault::src1_w_stride_ignored))
    stride.w = I(1);
  return {Space::local, given.address, stride};
}

// The shifted value and the count: src0 and src1, or C if the function has it.
template <class Mutation, class I>
WordPlan<I> plan_of(const MachineShape<I>& m, okk_bdc::Kind kind, const View<I>& v) {
  const auto walk = [&](Operands which) {
    return word_walk_of<Mutation>(m, word_operand_of<Mutation>(m, v, which));
  };
  WordWalk<I> a = walk(on_src);
  WordWalk<I> b = okk_bdc::is_binary(kind) ? walk(on_src1) : constant_walk(m);
  if (okk_bdc::shifts_C(kind)) std::swap(a, b);
  return word_plan<Mutation, I>(m, v.shape, {walk(on_dst), a, b});
}

// ---- execution ----

// The base of the operands' flat addresses.
struct WordBases {
  uint8_t* dst;
  const uint8_t *a, *b;
};

// Runs word by word, with any steps.
template <class Mutation, Function function>
void compute_words(const WordLoop<int64_t>& run, uint8_t* dst, const uint8_t* a, const uint8_t* b) {
  for (int64_t i = 0; i < run.count; ++i, dst += run.step[0], a += run.step[1], b += run.step[2])
    *reinterpret_cast<uint32_t*>(dst) = baseline::applied<Mutation, function>(
        Word(), *reinterpret_cast<const uint32_t*>(a), *reinterpret_cast<const uint32_t*>(b));
}

template <class Mutation>
Compute compute_of(Function function, const WordLoop<int64_t>& run) {
  if (const Compute vectors = vector_compute<Mutation>(function, run)) return vectors;
  switch (function) {
    case Function::bit_and: return compute_words<Mutation, Function::bit_and>;
    case Function::bit_or: return compute_words<Mutation, Function::bit_or>;
    case Function::bit_xor: return compute_words<Mutation, Function::bit_xor>;
    case Function::arithmetic_shift: return compute_words<Mutation, Function::arithmetic_shift>;
    case Function::logical_shift: break;
  }
  return compute_words<Mutation, Function::logical_shift>;
}

template <class Mutation>
void compute_column(Function function, WordNest<int64_t> nest, uint8_t* dst, const uint8_t* a,
                    const uint8_t* b) {
  if (Mutation::has(Fault::sources_swapped)) {
    std::swap(a, b);
    for (WordLoop<int64_t>& loop : nest.loops) std::swap(loop.step[1], loop.step[2]);
  }
  const auto& [run, inner, middle, outer] = nest.loops;
  const Compute compute = compute_of<Mutation>(function, run);
  const auto at = [](const WordLoop<int64_t>& loop, int64_t i, size_t k) {
    return i * loop.step[k];
  };
  for (int64_t i = 0; i < outer.count; ++i)
    for (int64_t j = 0; j < middle.count; ++j)
      for (int64_t k = 0; k < inner.count; ++k)
        compute(run, dst + at(outer, i, 0) + at(middle, j, 0) + at(inner, k, 0),
                a + at(outer, i, 1) + at(middle, j, 1) + at(inner, k, 1),
                b + at(outer, i, 2) + at(middle, j, 2) + at(inner, k, 2));
}

template <class Mutation>
void compute(Function function, const WordPlan<int64_t>& plan, const WordBases& bases) {
  const auto& [dst, a, b] = plan.operands;
  for (int64_t column = 0; column < plan.columns; ++column)
    compute_column<Mutation>(function, column < plan.tall ? plan.tall_nest : plan.low_nest,
                             bases.dst + column_start(dst.walk, column),
                             bases.a + column_start(a.walk, column),
                             bases.b + column_start(b.walk, column));
}

// Precondition: c and its counts are legal.
template <class Mutation>
void execute_okk_bdc(Machine& machine, const Case& c) {
  const okk_bdc::Kind kind = okk_bdc::kind(*c.operation);
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const View<int64_t> v = spec::okk_bdc::view_of(*c.operation, c.arguments);
  uint8_t* const local = machine.base(Space::local);
  const auto constant = static_cast<uint32_t>(v.C);
  const auto* const C = reinterpret_cast<const uint8_t*>(&constant);
  WordBases bases = {local, local, okk_bdc::is_binary(kind) ? local : C};
  if (okk_bdc::shifts_C(kind)) std::swap(bases.a, bases.b);
  compute<Mutation>(okk_bdc::function(kind), plan_of<Mutation>(m, kind, v), bases);
}

extern template void execute_okk_bdc<Original>(Machine&, const Case&);

// ---- counts ----

// The smallest and the largest count of a case with counts in a tensor; no value if there are too
// many counts.
std::optional<Extremes> counts_in(Machine& machine, const Case& c);

// Adds the constraints on counts in a tensor, which the contents of memory decide, where they are
// evaluated.
void evaluate_counts(Machine& machine, const Case& c, ConstraintResults& constraint_results);

}  // namespace strideproof::optimized
