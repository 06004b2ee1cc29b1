#pragma once
// memcpy_2D and cwtrans. Without transpose memcpy_2D is the matrix copy of okk-gdma for elements of
// any size: sec_size is its cols_per_channel. With transpose it is a transpose for each channel.

#include "model/machine.h"
#include "model/optimized/bm_atomic_transpose.h"
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

template <class I>
MatrixPlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Matrix2D<I>& p) {
  return plan_of(m, straight_matrix(m, p), spec::bm_atomic::element_bytes_of(p.format));
}

template <class I>
I channel_count(const bm_atomic::Matrix2D<I>& p) {
  return ceil_div(p.row, p.sec_size);
}

// A channel of a transposed matrix, 0 <= channel < channel_count: sec_size rows of the system
// matrix, or the rest of them, are columns of `local`, the matrix in local memory.
template <class I>
TransposePlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Matrix2D<I>& p,
                         const spec::Tensor<I>& local, const I& channel) {
  const I es(local.element_bytes), first = channel * p.sec_size, row = es * p.row_stride;
  const I width = min_of(p.sec_size, p.row - first);
  const Rows<I> in_local = evenly(row_at(channels_of(m, local), channel), es * local.stride.n);
  const Rows<I> in_system = evenly(p.global_mem_addr + first * row, row);
  if (is(p.direction, bm_atomic::Direction::S2L)) return {width, p.col, in_local, in_system};
  return {p.col, width, in_system, in_local};
}

template <class I>
TransposePlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::CWTranspose<I>& p) {
  return {p.src_c, p.src_w, channels_of(m, spec::bm_atomic::operand_of(m, p, on_dst)),
          channels_of(m, spec::bm_atomic::operand_of(m, p, on_src))};
}

// The rows of a matrix that is not transposed, or of a channel of a transposed one.
void execute(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p,
             const MatrixPlan<int64_t>& plan);
void execute(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p,
             const TransposePlan<int64_t>& plan);
void execute(Machine& machine, const bm_atomic::CWTranspose<int64_t>& p,
             const TransposePlan<int64_t>& plan);

}  // namespace strideproof::optimized
