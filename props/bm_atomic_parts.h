#pragma once
// Random cases of bm-atomic, by kind; see bm_atomic.h. Each is given a case without parameters.

#include <optional>

#include "props/bm_atomic.h"
#include "props/bm_atomic_4d.h"
#include "props/operand.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::props::bm_atomic {

Case linear(Random& random, Case c);
Case matrix(Random& random, Case c);
Case cwtrans(Random& random, Case c);
Case masked(Random& random, Case c);

// Bytes from where an operand of `op` starts to behind its last byte.
template <class Op>
int64_t extent_of_operand(const MachineShape& m, Op op, Operands which) {
  return extent_of(m, spec::bm_atomic::operand_of(m, op, which));
}

// The case with the parameters of `op`.
template <class Op>
Case with(Case c, const Op& op) {
  put(c, op);
  return c;
}

// The case with operands further up, which lie to each other as before; nothing: there is no room.
std::optional<Case> shifted(Random& random, const Case& c);

// Elements of one byte: half of the cases show source and destination apart by their top bit.
inline void choose_data(Random& random, int64_t element_bytes, Case& c) {
  if (element_bytes == 1 && random.chance(1, 2)) c.data = {DataClass::low, DataClass::high};
}

}  // namespace strideproof::props::bm_atomic
