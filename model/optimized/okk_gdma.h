#pragma once
// The family okk-gdma, optimized: the address plan of a legal case, and its execution.

#include "model/machine.h"
#include "model/optimized/kernels.h"
#include "model/optimized/plan.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::optimized {

// ---- plans of cases; the cases are legal ----

template <class I>
Plan<I, 2> copy_plan(const MachineShape<I>& m, const okk::View<I>& v) {
  return copy_plan(m, spec::okk::operand_of(m, v, on_dst), spec::okk::operand_of(m, v, on_src));
}

template <class I>
Plan<I, 1> fill_plan(const MachineShape<I>& m, const okk::View<I>& v) {
  return fill_plan(m, spec::okk::operand_of(m, v, on_dst));
}

// A matrix in local memory is a tensor with one row in each channel. It is copied in two parts: the
// full channels, and the partly filled last channel (no channel if all are full). Elements have 4
// bytes; in bm-atomic, which shares this code, they may have other sizes.
template <class I>
struct MatrixPart {
  Tensor<I> local, system;  // of one shape
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
  const Dim4<I> local = spec::aligned_strides(m, element_bytes, start.lane, whole);
  const Dim4<I> system = {p.row_stride, p.cols_per_channel, I(0), I(1)};
  const auto part = [&](const I& in_local, const I& in_system, const I& channels, const I& width) {
    const Dim4<I> shape = {p.rows, channels, I(1), width};
    return MatrixPart<I>{{Space::local, element_bytes, in_local, shape, local, width},
                         {Space::system, element_bytes, in_system, shape, system, width}};
  };
  const I full = p.cols / p.cols_per_channel, left = p.cols % p.cols_per_channel;
  return {part(local_address, system_address, full, p.cols_per_channel),
          part(spec::lane_of(m, start.lane, full) * m.lane_bytes + start.offset +
                   es * spec::block_row_of(m, start.lane, full) * local.c,
               system_address + es * full * system.c, select(left == I(0), I(0), I(1)), left)};
}

template <class I>
struct MatrixPlan {
  Plan<I, 2> full, partial;
};

template <class I>
MatrixPlan<I> plan_of(const MachineShape<I>& m, const okk_gdma::Matrix<I>& p,
                      int64_t element_bytes = 4) {
  const auto plan = [&](const MatrixPart<I>& part) {
    return p.dst_space == Space::local ? copy_plan(m, part.local, part.system)
                                       : copy_plan(m, part.system, part.local);
  };
  const MatrixParts<I> parts = parts_of(m, p, element_bytes);
  return {plan(parts.full), plan(parts.partial)};
}

// ---- execution ----

// Precondition: c is legal and all that it touches is open.
void execute_okk_gdma(Machine& machine, const Case& c);

// The same by the plans of Code.
template <class Code>
void execute_okk_gdma_by(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  if (okk_gdma::kind(*c.operation) == okk_gdma::Kind::matrix) {
    const auto p = okk_gdma::matrix_of(*c.operation, c.arguments);
    uint8_t *const dst = machine.base(p.dst_space), *const src = machine.base(p.src_space);
    const MatrixPlan<int64_t> parts = Code::plan_of(m, p);
    copy(parts.full, dst, src);
    copy(parts.partial, dst, src);
    return;
  }
  const auto v = okk_gdma::view_of(*c.operation, c.arguments);
  uint8_t* const dst = machine.base(v.dst.space);
  if (okk_gdma::kind(*c.operation) == okk_gdma::Kind::set_C)
    fill(Code::fill_plan(m, v), dst, Pattern(v.C, v.element_bytes));
  else
    copy(Code::copy_plan(m, v), dst, machine.base(v.src.space));
}

}  // namespace strideproof::optimized
