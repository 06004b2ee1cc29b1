#include "proofs/theorems/plans.h"

#include "mutants/mutants.h"
#include "oracle/harness.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace plans {
namespace {

// The original implementation agrees with the reference on the case, or program, and the faulty one
// does not.
bool found_out(Fault fault, const std::string& line) {
  const Program p = parse_program(line);
  mutants::activate(Fault::none);
  const bool agrees =
      Harness(*p.profile, mutants::run).check(p).kind == strideproof::VerdictKind::pass;
  mutants::activate(fault);
  const bool differs = is_finding(Harness(*p.profile, mutants::run).check(p).kind);
  mutants::activate(Fault::none);
  return agrees && differs;
}

}  // namespace

Control control(Fault fault, std::function<void(Proof&)> claim, const Proof::Limits& limits,
                std::function<std::string(const Model&)> line) {
  return {std::string(mutants::description(fault)), std::move(claim), toy(limits), std::move(line),
          [fault](const std::string& text) { return found_out(fault, text); }};
}

}  // namespace plans

std::vector<Theorem> plan_theorems() {
  std::vector<Theorem> all;
  for (const auto& part : {plans::walks(), plans::groups(), plans::nests(), plans::fills(),
                           plans::matrices(), plans::roles()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace strideproof::solver
