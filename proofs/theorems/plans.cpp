#include "proofs/theorems/plans.h"

#include "mutants/mutants.h"
#include "oracle/harness.h"

namespace strideproof::solver {

bool is_found(Fault fault, const std::string& line) {
  const Program p = parse_program(line);
  const auto verdict_with = [&](Fault active) {
    mutants::activate(active);
    const auto kind = Harness(*p.profile, mutants::run).check(p).kind;
    mutants::activate(Fault::none);
    return kind;
  };
  return verdict_with(Fault::none) == strideproof::VerdictKind::pass &&
         is_finding(verdict_with(fault));
}

Theorem plan_theorem(const std::string& name, const std::string& meaning,
                     std::initializer_list<std::string_view> operations,
                     void (*claim)(Proof&, const PlanCode&), Fault fault,
                     const Proof::Limits& limits, const std::string& line) {
  const auto with = [claim](Fault planted) {
    return [=](Proof& proof) { claim(proof, PlanCode{planted}); };
  };
  return {name,
          meaning,
          operations_matching(operations),
          with(Fault::none),
          {std::string(mutants::row_of(fault).description), with(fault), toy(limits), case_of(line),
           [fault](const std::string& text) { return is_found(fault, text); }}};
}

}  // namespace strideproof::solver
