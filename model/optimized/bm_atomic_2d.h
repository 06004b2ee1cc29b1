#pragma once
// memcpy_2D and cwtrans. Without transpose memcpy_2D is the matrix copy of okk-gdma for elements of
// any size: sec_size is its cols_per_channel. With transpose it is a transpose for each channel.

#include "model/machine.h"
#include "model/optimized/bm_atomic_transpose.h"
#include "model/optimized/bm_atomic_words.h"
#include "model/optimized/okk_gdma.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::optimized {

// A matrix that is not transposed, in the form of okk-gdma.
template <class I>
okk_gdma::Matrix<I> straight_matrix(const MachineShape<I>& m, const bm_atomic::Matrix2D<I>& p) {
  const bool to_local(is(p.direction, bm_atomic::Direction::S2L));
  const I local = spec::bm_atomic::operand_of(m, p, on_dst).address;
  return {to_local ? Space::local : Space::system,
          to_local ? Space::system : Space::local,
          to_local ? local : p.global_mem_addr,
          to_local ? p.global_mem_addr : local,
          p.row,
          p.col,
          p.sec_size,
          p.row_stride};
}

template <class Mutation, class I>
MatrixPlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Matrix2D<I>& p) {
  return plan_of<Mutation>(m, straight_matrix(m, p), spec::bm_atomic::element_bytes_of(p.format));
}

template <class I>
I channel_count(const bm_atomic::Matrix2D<I>& p) {
  return ceil_div(p.row, p.sec_size);
}

// A channel of a transposed matrix, 0 <= channel < channel_count: sec_size rows of the system
// matrix, or the rest of them, are columns in local memory.
template <class Mutation, class I>
TransposePlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Matrix2D<I>& p,
                         const I& channel) {
  spec::Tensor<I> t = spec::bm_atomic::operand_of(m, p, on_dst);
  if (Mutation::has(Fault::bm_section_unaligned)) {
    t.stride.n = t.stride.n / t.stride.c * p.sec_size;
    t.stride.c = p.sec_size;
  }
  if (Mutation::has(Fault::bm_rows_ignore_start_lane))
    t.stride.n = t.stride.c * ceil_div(t.shape.c, m.lanes);
  const I es(t.element_bytes), first = channel * p.sec_size;
  const I width =
      Mutation::has(Fault::last_channel_whole) ? p.sec_size : min_of(p.sec_size, p.row - first);
  const Rows<I> local = evenly(row_at(channels_of(m, t), channel), es * t.stride.n);
  const I row = es * p.row_stride;
  const Rows<I> system = evenly(p.global_mem_addr + first * row, row);
  if (is(p.direction, bm_atomic::Direction::S2L)) return {width, p.col, local, system};
  return {p.col, width, system, local};
}

template <class Mutation, class I>
TransposePlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::CWTranspose<I>& p) {
  const spec::Tensor<I> dst = spec::bm_atomic::operand_of(m, p, on_dst);
  const spec::Tensor<I> src = spec::bm_atomic::operand_of(m, p, on_src);
  const I block(64 / src.element_bytes);
  const bool lost = Mutation::has(Fault::bm_cwtrans_tail_lost) && p.src_c >= block;
  return {lost ? p.src_c / block * block : p.src_c, p.src_w, channels_of(m, dst),
          channels_of(m, src)};
}

template <class Mutation>
void execute_memcpy_2D(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const bool to_local = is(p.direction, bm_atomic::Direction::S2L);
  uint8_t* const dst = machine.base(to_local ? Space::local : Space::system);
  const uint8_t* const src = machine.base(to_local ? Space::system : Space::local);
  if (p.transpose == 0) {
    const MatrixPlan<int64_t> plan = plan_of<Mutation>(m, p);
    const auto move = [&](const Plan<int64_t>& part) {
      if (p.result_add != 0)
        walk(part, dst, src, [](int64_t) -> Move { return add_floats; });
      else
        copy(part, dst, src);
    };
    move(plan.full);
    move(plan.partial);
    return;
  }
  const int64_t element_bytes = spec::bm_atomic::element_bytes_of(p.format);
  const Store store = p.result_add != 0 ? Store::add_float32 : Store::move;
  for (int64_t channel = 0; channel < channel_count(p); ++channel) {
    const TransposePlan<int64_t> plan = plan_of<Mutation>(m, p, channel);
    transpose(element_bytes, plan.rows, plan.columns, dst, plan.dst, src, plan.src, store);
  }
}

template <class Mutation>
void execute_cwtrans(Machine& machine, const bm_atomic::CWTranspose<int64_t>& p) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const TransposePlan<int64_t> plan = plan_of<Mutation>(m, p);
  uint8_t* const local = machine.base(Space::local);
  transpose(spec::bm_atomic::element_bytes_of(p.format), plan.rows, plan.columns, local, plan.dst,
            local, plan.src);
}

}  // namespace strideproof::optimized
