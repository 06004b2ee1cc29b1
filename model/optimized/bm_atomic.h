#pragma once
// The family bm-atomic, optimized.

#include <cstring>

#include "model/machine.h"
#include "model/optimized/bm_atomic_2d.h"
#include "model/optimized/bm_atomic_4d.h"
#include "model/optimized/bm_atomic_mask.h"

namespace strideproof::optimized {

// The fastest functions for elements.
struct ElementWork {
  Convert (*choose)(bm_atomic::Format from, bm_atomic::Format to) = converter;
  Pack pack = pack_words;
};

// memcpy_1D: `bytes` from one flat address to another; a run that leaves a lane continues in the
// next.
template <class I>
struct LinearPlan {
  I dst, src, bytes;
};

template <class Mutation, class I>
LinearPlan<I> plan_of(const MachineShape<I>& m, const bm_atomic::Linear<I>& p) {
  using namespace spec::bm_atomic;
  const I es(Mutation::has(Fault::bm_linear_counts_bytes) ? 1 : element_bytes_of(p.format));
  const I base(m.flat.first);
  LinearPlan<I> plan = {p.dst_addr, p.src_addr, p.length * es};
  const auto make_local = [&](I& address) {
    address = address - base;
    if (Mutation::has(Fault::bm_linear_stops_at_lane))
      plan.bytes = min_of(plan.bytes, m.lane_bytes - address % m.lane_bytes);
  };
  if (dst_is_local(p.direction)) make_local(plan.dst);
  if (src_is_local(p.direction)) make_local(plan.src);
  return plan;
}

template <class Mutation>
void execute_memcpy_1D(Machine& machine, const bm_atomic::Linear<int64_t>& p) {
  const auto plan = plan_of<Mutation>(spec::machine_shape<int64_t>(machine.profile()), p);
  const auto base = [&](bool local) { return machine.base(local ? Space::local : Space::system); };
  // Precondition: the operands are disjoint or identical.
  std::memmove(base(bm_atomic::dst_is_local(p.direction)) + plan.dst,
               base(bm_atomic::src_is_local(p.direction)) + plan.src,
               static_cast<size_t>(plan.bytes));
}

template <class Mutation>
void execute_memset_4D(Machine& machine, const bm_atomic::Fill4D<int64_t>& p) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  fill(plan_of<Mutation>(m, p), machine.base(p.is_local_mem != 0 ? Space::local : Space::system),
       Pattern(p.const_val, spec::bm_atomic::element_bytes_of(p.format)));
}

// Precondition: c is legal and all that it touches is open.
template <class Mutation>
void execute_bm_atomic(Machine& machine, const Case& c, const ElementWork& work = {}) {
  using namespace bm_atomic;
  const Arguments<int64_t>& a = c.arguments;
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D: return execute_memcpy_1D<Mutation>(machine, linear_of(a));
    case Kind::memcpy_2D: return execute_memcpy_2D<Mutation>(machine, matrix_of(a));
    case Kind::memcpy_4D: return execute_memcpy_4D<Mutation>(machine, tensor_of(a), work.choose);
    case Kind::memset_4D: return execute_memset_4D<Mutation>(machine, fill_of(a));
    case Kind::cwtrans: return execute_cwtrans<Mutation>(machine, cwtrans_of(a));
    case Kind::mask_memcpy_4D:
      return execute_mask_memcpy_4D<Mutation>(machine, mask_of(a), work.pack);
    case Kind::mask_count: return;  // reads the count of the last mask copy, see returned_by
  }
}

// The value that the operation returns; 0 if it returns nothing.
inline uint64_t returned_by(const Machine& machine, const Case& c) {
  const bool counts = c.operation->family == Family::bm_atomic &&
                      bm_atomic::kind(*c.operation) == bm_atomic::Kind::mask_count;
  return counts ? machine.mask_count : 0;
}

extern template void execute_bm_atomic<Original>(Machine&, const Case&, const ElementWork&);

}  // namespace strideproof::optimized
