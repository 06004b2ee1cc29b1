#pragma once
// The family okk-gdma, optimized: the address plan of a legal case, and its execution.

#include "model/machine.h"
#include "model/optimized/kernels.h"
#include "model/optimized/plan.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::optimized {

// The inputs of a local tensor's default layout, with the faults of Mutation.
template <class Mutation, class I>
Dim4<I> default_stride(const MachineShape<I>& m, int64_t element_bytes, Space space,
                       const I& address, const Dim4<I>& shape) {
  if (space == Space::system) return spec::continuous_strides(shape);
  MachineShape<I> seen = m;
  if (Mutation::has(Fault::channels_unaligned)) seen.unit_bytes = I(element_bytes);
  if (Mutation::has(Fault::half_unit)) seen.unit_bytes = m.unit_bytes / I(2);
  const I start_lane =
      Mutation::has(Fault::n_stride_ignores_start_lane) ? I(0) : spec::start_of(m, address).lane;
  return spec::aligned_strides(seen, element_bytes, start_lane, shape);
}

template <class Mutation, class I>
OperandView<I> operand_of(const MachineShape<I>& m, int64_t element_bytes, Space space,
                          const I& address, const Dim4<I>& shape,
                          const okk_gdma::Stride<I>& given) {
  const bool keeps_zero = !(Mutation::has(Fault::broadcast_as_default) ||
                            (Mutation::has(Fault::broadcast_column) && shape.w == I(1)));
  if (!given.null && keeps_zero) return {space, address, given.stride};
  Dim4<I> stride = default_stride<Mutation>(m, element_bytes, space, address, shape);
  if (!given.null) {
    stride.n = select(given.stride.n == I(0), stride.n, given.stride.n);
    stride.c = select(given.stride.c == I(0), stride.c, given.stride.c);
    stride.h = select(given.stride.h == I(0), stride.h, given.stride.h);
  }
  return {space, address, stride};
}

// ---- plans of cases; the cases are legal ----

// A fault: runs lose their last element if channels of dst wrap and a row ends with a tail.
template <class I>
void lose_tails(const MachineShape<I>& m, const okk_gdma::Copy<I>& p, Plan<I>& plan) {
  const I row = p.shape.w * I(p.element_bytes), vector(32);
  const I lane = spec::start_of(m, p.dst_addr).lane;
  if (p.dst_space == Space::system || lane + p.shape.c <= m.lanes) return;
  if (row < vector || row % vector == I(0)) return;
  for (Nest<I>* nest : {&plan.tall_nest, &plan.low_nest})
    nest->loops[0].count = nest->loops[0].count - I(p.element_bytes);
}

template <class Mutation, class I>
Plan<I> plan_of(const MachineShape<I>& m, const okk_gdma::Copy<I>& p) {
  Plan<I> plan = copy_plan<Mutation>(
      m, p.element_bytes, p.shape,
      operand_of<Mutation>(m, p.element_bytes, p.dst_space, p.dst_addr, p.shape, p.dst_stride),
      operand_of<Mutation>(m, p.element_bytes, p.src_space, p.src_addr, p.shape, p.src_stride));
  if (Mutation::has(Fault::wrap_with_tail)) lose_tails(m, p, plan);
  return plan;
}

template <class Mutation, class I>
Plan<I> plan_of(const MachineShape<I>& m, const okk_gdma::Fill<I>& p) {
  return fill_plan<Mutation>(
      m, p.element_bytes, p.shape,
      operand_of<Mutation>(m, p.element_bytes, p.dst_space, p.dst_addr, p.shape, p.dst_stride));
}

// A matrix is a tensor of one row a channel: the channels that are full, and the partly filled last
// one, which is a separate copy (without channels if no channel is partly filled). bm-atomic also
// has matrices with elements of other sizes than 4 bytes.
template <class I>
struct MatrixPart {
  Dim4<I> shape;
  OperandView<I> local, system;
};
template <class I>
struct MatrixParts {
  MatrixPart<I> full, partial;
};

template <class Mutation, class I>
MatrixParts<I> parts_of(const MachineShape<I>& m, const okk_gdma::Matrix<I>& p,
                        int64_t element_bytes = 4) {
  const I es(element_bytes);
  const bool to_local = p.dst_space == Space::local;
  const I local_address = to_local ? p.dst_addr : p.src_addr;
  const I system_address = to_local ? p.src_addr : p.dst_addr;

  const Dim4<I> whole = spec::matrix_shape(p.rows, p.cols, p.cols_per_channel);
  const I full = p.cols / p.cols_per_channel;
  const I left = p.cols % p.cols_per_channel;
  Dim4<I> full_shape = {p.rows, full, I(1), p.cols_per_channel};
  Dim4<I> partial_shape = {p.rows, select(left == I(0), I(0), I(1)), I(1), left};
  if (Mutation::has(Fault::last_channel_whole)) partial_shape.w = p.cols_per_channel;

  OperandView<I> local = {
      Space::local, local_address,
      default_stride<Mutation>(m, element_bytes, Space::local, local_address, whole)};
  OperandView<I> system = {
      Space::system, system_address, {p.row_stride, p.cols_per_channel, I(0), I(1)}};
  if (Mutation::has(Fault::square_transposed) && p.rows == p.cols) {
    // Copies element by element, w in place of h: down a column of the system matrix.
    full_shape = {p.rows, full, p.cols_per_channel, I(1)};
    partial_shape = {p.rows, partial_shape.c, left, I(1)};
    local.stride.h = I(1);
    system.stride = {I(1), p.cols_per_channel * p.row_stride, p.row_stride, I(1)};
  }

  const MatrixPart<I> of_full = {full_shape, local, system};
  // The partly filled channel.
  const I offset = local_address % m.lane_bytes;
  const spec::Start<I> start = spec::start_of(m, local_address);
  local.address = spec::lane_of(m, start.lane, full) * m.lane_bytes + offset +
                  es * spec::block_row_of(m, start.lane, full) * local.stride.c;
  system.address = system_address + es * full * system.stride.c;
  return {of_full, {partial_shape, local, system}};
}

template <class I>
struct MatrixPlan {
  Plan<I> full, partial;
};

template <class Mutation, class I>
MatrixPlan<I> plan_of(const MachineShape<I>& m, const okk_gdma::Matrix<I>& p,
                      int64_t element_bytes = 4) {
  const auto plan = [&](const MatrixPart<I>& part) {
    return p.dst_space == Space::local
               ? copy_plan<Mutation>(m, element_bytes, part.shape, part.local, part.system)
               : copy_plan<Mutation>(m, element_bytes, part.shape, part.system, part.local);
  };
  const MatrixParts<I> parts = parts_of<Mutation>(m, p, element_bytes);
  return {plan(parts.full), plan(parts.partial)};
}

// ---- execution ----

// Precondition: c is legal and all that it touches is open.
template <class Mutation>
void execute_okk_gdma(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const okk_gdma::Kind kind = okk_gdma::kind(*c.operation);
  uint8_t* const dst = machine.base(okk_gdma::dst_space(kind));
  if (okk_gdma::is_fill(kind)) {
    const auto p = okk_gdma::fill_of(*c.operation, c.arguments);
    return fill(plan_of<Mutation>(m, p), dst, Pattern(p.C, p.element_bytes));
  }
  const uint8_t* const src = machine.base(okk_gdma::src_space(kind));
  if (okk_gdma::is_matrix(kind)) {
    const auto plan = plan_of<Mutation>(m, okk_gdma::matrix_of(*c.operation, c.arguments));
    copy(plan.full, dst, src);
    copy(plan.partial, dst, src);
  } else {
    copy(plan_of<Mutation>(m, okk_gdma::copy_of(*c.operation, c.arguments)), dst, src);
  }
}

extern template void execute_okk_gdma<Original>(Machine&, const Case&);

}  // namespace strideproof::optimized
