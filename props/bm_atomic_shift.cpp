// Legal cases of bm-atomic with all operands at other places.

#include <algorithm>

#include "props/bm_atomic.h"
#include "props/bm_atomic_4d.h"
#include "props/bm_atomic_parts.h"
#include "spec/spec.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;
namespace formula = spec::bm_atomic;

// How many steps of `bytes` bytes the operands named may all go up, at most 100.
template <class Op>
int64_t room(const MachineShape& m, const Op& op, Operands operands, int64_t bytes) {
  int64_t steps = 100;
  for (const Operands which : {on_dst, on_src, on_src1}) {
    if ((operands & which) == 0) continue;
    const MachineShape seen = formula::machine_of(m, formula::side_of(op, which).memory);
    steps = std::min(steps, spec::end_slack(seen, formula::operand_of(seen, op, which)) / bytes);
  }
  return steps;
}

int64_t distance(Random& random, int64_t steps, int64_t bytes) {
  return steps < 1 ? 0 : random.between(1, steps) * bytes;
}

Case shifted(Random& random, const Case& c, Linear<int64_t> op) {
  const MachineShape m = machine_of(c);
  const int64_t bytes = formula::element_bytes_of(op.format);
  const bool together = formula::side_of(op, on_dst).memory == formula::side_of(op, on_src).memory;
  const Operands with_dst = together ? on_dst | on_src : on_dst;
  const int64_t by = distance(random, room(m, op, with_dst, bytes), bytes);
  op.src_addr += together ? by : distance(random, room(m, op, on_src, bytes), bytes);
  op.dst_addr += by;
  return with(c, op);
}
Case shifted(Random& random, const Case& c, Matrix2D<int64_t> op) {
  const MachineShape m = machine_of(c);
  const int64_t bytes = formula::element_bytes_of(op.format);
  const int64_t by = distance(random, room(m, op, on_dst, bytes), bytes);
  op.global_mem_addr += distance(random, room(m, op, on_src, bytes), bytes);
  op.local_mem_addr += by;
  return with(c, op);
}
Case shifted(Random& random, const Case& c, CWTranspose<int64_t> op) {
  const int64_t bytes = formula::element_bytes_of(op.format);
  const int64_t by = distance(random, room(machine_of(c), op, on_dst | on_src, bytes), bytes);
  op.src_addr += by, op.dst_addr += by;
  return with(c, op);
}
Case shifted(Random& random, const Case& c, MaskedCopy<int64_t> op) {
  const MachineShape m = machine_of(c);
  const int64_t local = m.unit_bytes * mask_local_units, system = m.unit_bytes * mask_dst_units;
  const int64_t by = distance(random, room(m, op, on_src | on_src1, local), local);
  op.dst_global_mem_addr += distance(random, room(m, op, on_dst, system), system);
  op.data_local_mem_addr += by, op.mask_local_mem_addr += by;
  return with(c, op);
}

}  // namespace

std::optional<Case> shifted(Random& random, const Case& c) {
  Case moved = c;
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D: moved = shifted(random, c, linear_of(c.arguments)); break;
    case Kind::memcpy_2D: moved = shifted(random, c, matrix_of(c.arguments)); break;
    case Kind::cwtrans: moved = shifted(random, c, cwtrans_of(c.arguments)); break;
    case Kind::mask_memcpy_4D: moved = shifted(random, c, mask_of(c.arguments)); break;
    case Kind::memcpy_4D:
    case Kind::memset_4D: return shifted_4d(random, c);
    case Kind::mask_count: break;
  }
  if (moved == c || !spec::evaluate(moved).legal()) return {};
  return moved;
}

}  // namespace strideproof::props::bm_atomic
