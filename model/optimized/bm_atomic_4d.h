#pragma once
// memcpy_4D: a strided copy (plan.h) if shape and format stay; a loop over the runs of both tensors
// if shape or format change; a transpose of N and C.

#include <cstring>

#include "model/machine.h"
#include "model/optimized/bm_atomic_convert.h"
#include "model/optimized/bm_atomic_rows.h"
#include "model/optimized/bm_atomic_transpose.h"
#include "model/optimized/kernels.h"
#include "spec/footprint.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::optimized {

// ---- a copy, or a fill, of one shape ----

template <class I>
OperandView<I> operand_of(const spec::Tensor<I>& t) {
  return {t.space, t.address, t.stride};
}

template <class Mutation, class I>
Plan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Tensor4D<I>& p) {
  const spec::Tensor<I> dst = spec::bm_atomic::operand_of(m, p, on_dst);
  const spec::Tensor<I> src = spec::bm_atomic::operand_of(m, p, on_src);
  return copy_plan<Mutation>(m, dst.element_bytes, dst.shape, operand_of(dst), operand_of(src));
}

template <class Mutation, class I>
Plan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Fill4D<I>& p) {
  const spec::Tensor<I> dst = spec::bm_atomic::operand_of(m, p, on_dst);
  return fill_plan<Mutation>(m, dst.element_bytes, dst.shape, operand_of(dst));
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

template <class Mutation, class I>
SwapPlan<I> swap_plan(const MachineShape<I>& m, const bm_atomic::Tensor4D<I>& p) {
  const spec::Tensor<I> dst = spec::bm_atomic::operand_of(m, p, on_dst);
  const spec::Tensor<I> src = spec::bm_atomic::operand_of(m, p, on_src);
  const auto& [n, c, h, w] = src.shape;
  const I es(src.element_bytes);
  SwapPlan<I> plan = {n, c, h, es * w, image_rows(m, dst), image_rows(m, src)};
  if (all_of(h != I(1), any_of(Truth<I>(Mutation::has(Fault::bm_gaps_joined)), dst.stride.h == w),
             src.stride.h == w)) {
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
template <class Mutation, class I>
TransposePlan<I> swapped_matrix(const SwapPlan<I>& plan) {
  const bool swapped = Mutation::has(LoopFault::matrix_steps_exchanged);
  const I &dst = swapped ? plan.src.image : plan.dst.image,
          &src = swapped ? plan.dst.image : plan.src.image;
  return {plan.images, plan.channel_count, evenly(plan.dst.channels.start, dst),
          evenly(plan.src.channels.start, src)};
}

// Copies row by row, for every plan.
void swap_n_c(const SwapPlan<int64_t>& plan, uint8_t* dst, const uint8_t* src);

template <class Mutation>
void execute_memcpy_4D(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p,
                       Convert (*choose)(bm_atomic::Format from, bm_atomic::Format to)) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const spec::Tensor<int64_t> dst = spec::bm_atomic::operand_of(m, p, on_dst);
  const spec::Tensor<int64_t> src = spec::bm_atomic::operand_of(m, p, on_src);
  uint8_t* const to = machine.base(dst.space);
  const uint8_t* const from = machine.base(src.space);
  if (p.transpose != 0) {
    const SwapPlan<int64_t> plan = swap_plan<Mutation>(m, p);
    if (!is_matrix(plan)) return swap_n_c(plan, to, from);
    const TransposePlan<int64_t> matrix = swapped_matrix<Mutation>(plan);
    return transpose(plan.run, matrix.rows, matrix.columns, to, matrix.dst, from, matrix.src);
  }
  const bool converts = p.dst_format != p.src_format;
  if (!converts && dst.shape == src.shape) return copy(plan_of<Mutation>(m, p), to, from);

  const auto parts = [&](auto each) {
    for_each_part<Mutation>(path_of<Mutation>(m, dst), dst.element_bytes, path_of<Mutation>(m, src),
                            src.element_bytes, spec::element_count(src.shape),
                            [&](int64_t dst_at, int64_t src_at, int64_t count) {
                              each(to + dst_at, from + src_at, count);
                            });
  };
  if (converts) {
    const auto format = [](int64_t value) { return static_cast<bm_atomic::Format>(value); };
    parts(choose(format(p.src_format), format(p.dst_format)));
  } else {
    parts([&](uint8_t* part_to, const uint8_t* part_from, int64_t count) {
      std::memmove(part_to, part_from, static_cast<size_t>(count * dst.element_bytes));
    });
  }
}

}  // namespace strideproof::optimized
