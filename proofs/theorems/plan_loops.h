#pragma once
// Unknowns of the theorems about nests: loops over any number of operands, the destination first.

#include <string>
#include <vector>

#include "proofs/theorems/domain.h"
#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

struct AnyLoop {
  Sym count;
  std::vector<Sym> step;  // by operand
};
using Loops = std::vector<AnyLoop>;

inline AnyLoop any_loop(Proof& proof, const std::string& name, size_t operands, int64_t most) {
  AnyLoop loop{proof.variable(name + ".count", 0, most), {}};
  for (size_t k = 0; k < operands; ++k)
    loop.step.push_back(
        proof.variable(name + ".step" + std::to_string(k), -widest_step, widest_step));
  return loop;
}

inline SymBool are_one(const AnyLoop& a, const AnyLoop& b) {
  SymBool same = a.count == b.count;
  for (size_t k = 0; k < a.step.size(); ++k) same = all_of(same, a.step[k] == b.step[k]);
  return same;
}

}  // namespace strideproof::solver::plans
