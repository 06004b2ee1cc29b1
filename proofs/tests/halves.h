#pragma once
// A small theorem, for tests of reports.

#include <functional>
#include <string>
#include <utility>

#include "proofs/engine/lemmas.h"
#include "proofs/engine/theorem.h"

namespace strideproof::solver {

// The example of theorem.h, with a fault to plant.
template <bool rounds_up>
void halves(Proof& proof) {
  const Sym x = proof.variable("x", 0, 65535);
  const Sym half = (rounds_up ? x + 3 : x) / 2;
  proof.prove("x is two halves and a rest", x == x / 2 * 2 + x % 2, {division(x, 2)});
  proof.conclude("the half is not above x", half <= x);
}

inline Control refutable() {
  return {"rounded up",
          halves<true>,
          {{"x", {0, 100}}},
          [](const Model& values) { return "halve x=" + std::to_string(values["x"]); },
          [](const std::string& line) { return line == "halve x=0" || line == "halve x=1"; }};
}

inline Report report_of(std::function<void(Proof&)> proof, const SolverOptions& options = {}) {
  return run({"name", "meaning", {"operation"}, std::move(proof), {refutable()}}, options);
}

}  // namespace strideproof::solver
