#pragma once
// Random cases and laws of bm-atomic by kind; families.h has those of the family.

#include <vector>

#include "props/families.h"
#include "props/operand.h"
#include "spec/operations/bm_atomic.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::props::bm_atomic {

// Each is given a case without parameters.
Case matrix(Random& random, Case c);
Case cwtrans(Random& random, Case c);
Case legal_4d(Random& random, Case c);  // memcpy_4D and memset_4D
std::vector<Law> laws_4d();

// The members that the generator of each kind needs.
template <class Op>
struct OpGenerator : CaseGenerator {
  using CaseGenerator::CaseGenerator;

  const MachineShape m_ = machine_of(case_);
  Op op_{};
};

// Bytes from where an operand of `op` starts to behind its last byte.
template <class Op>
int64_t extent_of_operand(const MachineShape& m, Op op, Operands which) {
  return extent_of(m, spec::bm_atomic::operand_of(m, op, which));
}

}  // namespace strideproof::props::bm_atomic
