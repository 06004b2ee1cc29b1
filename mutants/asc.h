#pragma once
// The plan of the transposing copy with a planted fault, over the integer type I: it runs in the
// library of mutants, and proofs refute it.

#include <utility>

#include "model/optimized/asc.h"
#include "mutants/mutants.h"

namespace strideproof::mutants {

template <class I>
void mistake_parameters(Fault fault, bool pair, asc::Transpose<I>& p) {
  const I one(1);
  if (fault == Fault::index_ignored) p.index_id = I(0);
  if (fault == Fault::squares_end_to_start) p.src_stride = p.src_stride + one;
  if (fault == Fault::gap_counts_iteration && pair) p.dst_stride = p.dst_stride + one;
  if (fault == Fault::fractal_gaps_swapped && pair) std::swap(p.dst_stride, p.dst_frac_stride);
  if (fault == Fault::fractal_gap_ignored) p.dst_frac_stride = I(0);
  if (fault == Fault::fractal_gap_for_b16 && !pair)
    p.dst_stride = p.dst_stride + min_of(p.dst_frac_stride, I(0xffff));
  if (fault == Fault::last_iteration_lost)
    p.repeat = select(p.repeat < I(2), p.repeat, p.repeat - one);
}

template <class I>
optimized::SquarePlan<I> plan_of(Fault fault, int64_t element_bytes, asc::Transpose<I> p) {
  mistake_parameters(fault, element_bytes != 2, p);
  optimized::SquarePlan<I> plan = optimized::plan_of(element_bytes, p);
  auto& [halves, rows, fractals, iterations] = plan.loops;
  if (fault == Fault::index_in_fractals) plan.src = p.src + p.index_id * I(512);
  if (fault == Fault::half_square_not_swapped && element_bytes != 4) halves.step[1] = I(0);
  if (fault == Fault::word_halves_exchanged && element_bytes == 4)
    std::swap(rows.step[0], fractals.step[0]);
  return plan;
}

// The source of an element with the same fault.
template <class I>
I source_element(Fault fault, const I& dtype, const I& f, const I& r, const I& c) {
  if (fault != Fault::half_square_not_swapped) return spec::asc::source_element(dtype, f, r, c);
  const auto b8 = spec::asc::is_b8(dtype), b16 = spec::asc::is_b16(dtype);
  return spec::asc::source_element(dtype, select(b8, I(0), f), select(b16, r % I(8), r), c);
}

}  // namespace strideproof::mutants
