#include "model/optimized/bm_atomic_2d.h"

namespace strideproof::optimized {
namespace {

struct Bases {
  uint8_t* dst;
  const uint8_t* src;
};
Bases bases_of(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p) {
  uint8_t *const local = machine.base(Space::local), *const system = machine.base(Space::system);
  if (is(p.direction, bm_atomic::Direction::S2L)) return {local, system};
  return {system, local};
}

}  // namespace

void execute(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p,
             const MatrixPlan<int64_t>& plan) {
  const auto [dst, src] = bases_of(machine, p);
  for (const Plan<int64_t>* part : {&plan.full, &plan.partial})
    if (p.result_add != 0)
      walk(*part, dst, src, [](int64_t) -> Move { return add_floats; });
    else
      copy(*part, dst, src);
}

void execute(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p,
             const TransposePlan<int64_t>& plan) {
  const auto [dst, src] = bases_of(machine, p);
  transpose(spec::bm_atomic::element_bytes_of(p.format), plan.rows, plan.columns, dst, plan.dst,
            src, plan.src, p.result_add != 0 ? Store::add_float32 : Store::move);
}

void execute(Machine& machine, const bm_atomic::CWTranspose<int64_t>& p,
             const TransposePlan<int64_t>& plan) {
  uint8_t* const local = machine.base(Space::local);
  transpose(spec::bm_atomic::element_bytes_of(p.format), plan.rows, plan.columns, local, plan.dst,
            local, plan.src);
}

void execute_memcpy_2D(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  if (p.transpose == 0) return execute(machine, p, plan_of(m, p));
  const auto local = spec::bm_atomic::operand_of(m, p, on_dst);
  for (int64_t channel = 0; channel < channel_count(p); ++channel)
    execute(machine, p, plan_of(m, p, local, channel));
}

}  // namespace strideproof::optimized
