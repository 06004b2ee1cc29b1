#pragma once
// The family okk-gdma, optimized: the address plan of a legal case, and its execution.

#include "model/machine.h"
#include "model/optimized/kernels.h"
#include "model/optimized/plan.h"
#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::optimized {

template <class I>
OperandView<I> operand_of(const MachineShape<I>& m, int64_t element_bytes, Space space,
                          const I& address, const Dim4<I>& shape,
                          const okk_gdma::Stride<I>& given) {
  return {space, address, spec::strides_of(m, space, element_bytes, address, shape, given)};
}

// ---- plans of cases; the cases are legal ----

template <class I>
Plan<I> plan_of(const MachineShape<I>& m, const okk_gdma::Copy<I>& p) {
  return copy_plan(m, p.element_bytes, p.shape,
                   operand_of(m, p.element_bytes, p.dst_space, p.dst_addr, p.shape, p.dst_stride),
                   operand_of(m, p.element_bytes, p.src_space, p.src_addr, p.shape, p.src_stride));
}

template <class I>
Plan<I> plan_of(const MachineShape<I>& m, const okk_gdma::Fill<I>& p) {
  return fill_plan(m, p.element_bytes, p.shape,
                   operand_of(m, p.element_bytes, p.dst_space, p.dst_addr, p.shape, p.dst_stride));
}

// A matrix in local memory is a tensor with one row in each channel. It is copied in two parts: the
// full channels, and the partly filled last channel (no channel if all are full). Elements have 4
// bytes; in bm-atomic, which shares this code, they may have other sizes.
template <class I>
struct MatrixPart {
  Dim4<I> shape;
  OperandView<I> local, system;
};
template <class I>
struct MatrixParts {
  MatrixPart<I> full, partial;
};

template <class I>
MatrixParts<I> parts_of(const MachineShape<I>& m, const okk_gdma::Matrix<I>& p,
                        int64_t element_bytes = 4) {
  const I es(element_bytes);
  const bool to_local = p.dst_space == Space::local;
  const I local_address = to_local ? p.dst_addr : p.src_addr;
  const I system_address = to_local ? p.src_addr : p.dst_addr;
  const spec::Start<I> start = spec::start_of(m, local_address);

  const Dim4<I> whole = spec::matrix_shape(p.rows, p.cols, p.cols_per_channel);
  const I full = p.cols / p.cols_per_channel;
  const I left = p.cols % p.cols_per_channel;
  OperandView<I> local = {Space::local, local_address,
                          spec::aligned_strides(m, element_bytes, start.lane, whole)};
  OperandView<I> system = {
      Space::system, system_address, {p.row_stride, p.cols_per_channel, I(0), I(1)}};
  const MatrixPart<I> of_full = {{p.rows, full, I(1), p.cols_per_channel}, local, system};

  // The partly filled channel.
  local.address = spec::lane_of(m, start.lane, full) * m.lane_bytes + start.offset +
                  es * spec::block_row_of(m, start.lane, full) * local.stride.c;
  system.address = system_address + es * full * system.stride.c;
  return {of_full, {{p.rows, select(left == I(0), I(0), I(1)), I(1), left}, local, system}};
}

template <class I>
struct MatrixPlan {
  Plan<I> full, partial;
};

template <class I>
MatrixPlan<I> plan_of(const MachineShape<I>& m, const okk_gdma::Matrix<I>& p,
                      int64_t element_bytes = 4) {
  const auto plan = [&](const MatrixPart<I>& part) {
    return p.dst_space == Space::local
               ? copy_plan(m, element_bytes, part.shape, part.local, part.system)
               : copy_plan(m, element_bytes, part.shape, part.system, part.local);
  };
  const MatrixParts<I> parts = parts_of(m, p, element_bytes);
  return {plan(parts.full), plan(parts.partial)};
}

// Precondition: c is legal and all that it touches is open.
void execute_okk_gdma(Machine& machine, const Case& c);

// The same by the plans plan(m, parameters).
template <class PlanOf>
void execute_okk_gdma(Machine& machine, const Case& c, PlanOf plan) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const okk_gdma::Kind kind = okk_gdma::kind(*c.operation);
  uint8_t* const dst = machine.base(okk_gdma::dst_space(kind));
  if (okk_gdma::is_fill(kind)) {
    const auto p = okk_gdma::fill_of(*c.operation, c.arguments);
    return fill(plan(m, p), dst, Pattern(p.C, p.element_bytes));
  }
  const uint8_t* const src = machine.base(okk_gdma::src_space(kind));
  if (okk_gdma::is_copy(kind))
    return copy(plan(m, okk_gdma::copy_of(*c.operation, c.arguments)), dst, src);
  const MatrixPlan<int64_t> parts = plan(m, okk_gdma::matrix_of(*c.operation, c.arguments));
  copy(parts.full, dst, src);
  copy(parts.partial, dst, src);
}

}  // namespace strideproof::optimized
