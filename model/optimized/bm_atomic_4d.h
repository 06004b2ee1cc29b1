#pragma once
// memcpy_4D: a strided copy (plan.h) if shape and format stay; a loop over the runs of both tensors
// if shape or format change; a transpose of N and C.

#include "model/machine.h"
#include "model/optimized/bm_atomic_convert.h"
#include "model/optimized/bm_atomic_rows.h"
#include "model/optimized/bm_atomic_transpose.h"
#include "model/optimized/plan.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::optimized {

// ---- a copy, or a fill, of one shape ----

template <class I>
OperandView<I> operand_of(const spec::Tensor<I>& t) {
  return {t.space, t.address, t.stride};
}

template <class I>
Plan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Tensor4D<I>& p) {
  const spec::Tensor<I> dst = spec::bm_atomic::operand_of(m, p, on_dst);
  const spec::Tensor<I> src = spec::bm_atomic::operand_of(m, p, on_src);
  return copy_plan(m, dst.element_bytes, dst.shape, operand_of(dst), operand_of(src));
}

template <class I>
Plan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Fill4D<I>& p) {
  const spec::Tensor<I> dst = spec::bm_atomic::operand_of(m, p, on_dst);
  return fill_plan(m, dst.element_bytes, dst.shape, operand_of(dst));
}

// ---- N and C transposed ----

// Row h of src(n, c) and of dst(c, n), `run` bytes, lies in each operand at
//   row_at(channels, its channel) + its image * image + h * h_step
template <class I>
struct ImageRows {
  Rows<I> channels;
  I image, h_step;
};
template <class I>
struct SwapPlan {
  I images, channel_count;  // of src
  I rows, run;
  ImageRows<I> dst, src;
};

template <class I>
ImageRows<I> image_rows(const MachineShape<I>& m, const spec::Tensor<I>& t) {
  const I es(t.element_bytes);
  return {channels_of(m, t), es * t.stride.n, es * t.stride.h};
}

template <class I>
SwapPlan<I> swap_plan(const MachineShape<I>& m, const bm_atomic::Tensor4D<I>& p) {
  const spec::Tensor<I> dst = spec::bm_atomic::operand_of(m, p, on_dst);
  const spec::Tensor<I> src = spec::bm_atomic::operand_of(m, p, on_src);
  const auto& [n, c, h, w] = src.shape;
  const I es(src.element_bytes);
  SwapPlan<I> plan = {n, c, h, es * w, image_rows(m, dst), image_rows(m, src)};
  if (all_of(h != I(1), dst.stride.h == w, src.stride.h == w)) {
    plan.run = plan.run * h;
    plan.rows = I(1);
  }
  return plan;
}

// True if images and channels of both operands are rows of elements of `run` bytes. Never where
// channels lie in several lanes.
template <class I>
Truth<I> is_matrix(const SwapPlan<I>& plan) {
  const auto adjacent = [&](const ImageRows<I>& operand) {
    return all_of(operand.channels.lanes == I(1), operand.channels.block == plan.run);
  };
  return all_of(any_of(plan.run == I(1), plan.run == I(2), plan.run == I(4)), plan.rows == I(1),
                adjacent(plan.dst), adjacent(plan.src));
}

// That matrix, in elements of `run` bytes.
template <class I>
TransposePlan<I> swapped_matrix(const SwapPlan<I>& plan) {
  return {plan.images, plan.channel_count, evenly(plan.dst.channels.start, plan.dst.image),
          evenly(plan.src.channels.start, plan.src.image)};
}

// ---- another shape or format ----

// The runs of both operands.
template <class I>
struct RunPair {
  RunSequence<I> dst, src;
};

template <class I>
RunPair<I> runs_of(const MachineShape<I>& m, const bm_atomic::Tensor4D<I>& p) {
  return {path_of(m, spec::bm_atomic::operand_of(m, p, on_dst)),
          path_of(m, spec::bm_atomic::operand_of(m, p, on_src))};
}

// ---- execution ----

using ChooseConvert = Convert (*)(bm_atomic::Format from, bm_atomic::Format to);

inline bool has_same_elements(const bm_atomic::Tensor4D<int64_t>& p) {
  return p.dst_format == p.src_format && p.dst_shape == p.src_shape;
}

// Without transpose, for operands of the same shape and format.
void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p, const Plan<int64_t>& plan);
// Without transpose, for other operands. `choose` gives the function that converts elements.
void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p, const RunPair<int64_t>& runs,
             ChooseConvert choose);
// With transpose.
void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p,
             const SwapPlan<int64_t>& plan);
void execute(Machine& machine, const bm_atomic::Fill4D<int64_t>& p, const Plan<int64_t>& plan);

}  // namespace strideproof::optimized
