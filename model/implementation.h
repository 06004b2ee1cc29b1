#pragma once
// An implementation in this process turns a case into a Result and the machine's bytes.
// Precondition of run: every byte that a legal case touches is open (Machine::open).

#include "model/machine.h"
#include "spec/vocabulary/case.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

struct Result {
  ConstraintResults constraint_results;  // illegal or too costly: no memory was touched
  uint64_t returned = 0;  // by bm_get_mask_memcpy_res_num; 0 for operations that return nothing
  friend bool operator==(const Result&, const Result&) = default;
};

namespace reference {
// The document in plain loops, under the readings given.
Result run(Machine& machine, const Case& c, const Readings& readings = default_readings);
// The constraints that hold for a case of any size. Runs nothing and needs no open memory.
// Constraints of Stage::data are evaluated on the current contents of local memory.
ConstraintResults evaluate(Machine& machine, const Case& c,
                           const Readings& readings = default_readings);
}  // namespace reference

namespace optimized {
Result run(Machine& machine, const Case& c);
}  // namespace optimized

}  // namespace strideproof
