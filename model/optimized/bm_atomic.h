#pragma once
// The family bm-atomic, optimized: the address plans of a legal case, and their execution.

#include "model/machine.h"
#include "model/optimized/bm_atomic_2d.h"
#include "model/optimized/bm_atomic_4d.h"
#include "model/optimized/bm_atomic_mask.h"

namespace strideproof::optimized {

// memcpy_1D: `bytes` from one flat address to another; a run that leaves a lane continues in the
// next.
template <class I>
struct LinearPlan {
  I dst, src, bytes;
};

template <class I>
LinearPlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Linear<I>& p) {
  using namespace spec::bm_atomic;
  const I base(m.flat.first);
  return {dst_is_local(p.direction) ? p.dst_addr - base : p.dst_addr,
          src_is_local(p.direction) ? p.src_addr - base : p.src_addr,
          p.length * I(element_bytes_of(p.format))};
}

// Precondition: the operands are disjoint or identical.
void execute(Machine& machine, const bm_atomic::Linear<int64_t>& p,
             const LinearPlan<int64_t>& plan);

// Precondition: c is legal and all that it touches is open.
void execute_bm_atomic(Machine& machine, const Case& c);

// The same by the plans and the operations on elements that Code has.
template <class Code>
struct BmAtomicExecutor {
  Machine& machine;
  MachineShape<int64_t> m = spec::machine_shape<int64_t>(machine.profile());

  template <class Op>
  void operator()(const Op& p) const {
    execute(machine, p, Code::plan_of(m, p));
  }
  void operator()(const bm_atomic::Matrix2D<int64_t>& p) const {
    if (p.transpose == 0) return execute(machine, p, Code::plan_of(m, p));
    const auto local = spec::bm_atomic::operand_of(m, p, on_dst);
    for (int64_t channel = 0; channel < channel_count(p); ++channel)
      execute(machine, p, Code::plan_of(m, p, local, channel));
  }
  void operator()(const bm_atomic::Tensor4D<int64_t>& p) const {
    if (p.transpose != 0) return execute(machine, p, Code::swap_plan(m, p));
    if (has_same_elements(p)) return execute(machine, p, Code::plan_of(m, p));
    execute(machine, p, Code::runs_of(m, p), Code::converter);
  }
  void operator()(const bm_atomic::MaskedCopy<int64_t>& p) const {
    execute(machine, p, Code::plan_of(m, p), Code::pack_words);
  }
};
template <class Code>
void execute_bm_atomic_by(Machine& machine, const Case& c) {
  // The count of the last mask copy is read by returned_by.
  if (!bm_atomic::is_kind(*c.operation, bm_atomic::Kind::mask_count))
    spec::bm_atomic::with_view(*c.operation, c.arguments, BmAtomicExecutor<Code>{machine});
}

// The value that the operation returns; 0 if it returns nothing.
inline uint64_t returned_by(const Machine& machine, const Case& c) {
  const bool counts = c.operation->family == Family::bm_atomic &&
                      bm_atomic::kind(*c.operation) == bm_atomic::Kind::mask_count;
  return counts ? machine.mask_count : 0;
}

}  // namespace strideproof::optimized
