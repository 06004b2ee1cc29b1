#include "fuzz/differential.h"

#include <fmt/format.h>

#include <algorithm>

#include "props/shrink.h"
#include "spec/spec.h"

namespace strideproof::fuzz {

bool expensive(const Case& c, int64_t elements) {
  if (spec::cost(c) <= elements) return false;
  const ConstraintResults results = spec::evaluate(c);
  return results.violated == 0 ||
         any_constraint(*c.operation, results.evaluated, [](const Constraint& constraint) {
           return constraint.stage >= Stage::overlap;
         });
}

bool expensive(const Program& program, int64_t elements) {
  return std::any_of(program.steps.begin(), program.steps.end(),
                     [&](const Case& step) { return expensive(step, elements); });
}

Differential::Differential(Harness::Run implementation, Faults faults)
    : implementation_(implementation), faults_(faults), harnesses_(profiles().size()) {}

Harness& Differential::harness(const Profile& profile) {
  auto& harness = harnesses_[static_cast<size_t>(&profile - profiles().data())];
  if (!harness) harness = std::make_unique<Harness>(profile, implementation_, faults_);
  return *harness;
}

Verdict Differential::check(const Program& program) {
  return harness(*program.profile).check(program);
}

std::string Differential::report(const Program& program, const Verdict& verdict) {
  const Program& culprit = verdict.culprit ? *verdict.culprit : program;
  const auto still_fails = [&](const Program& candidate) {
    return is_finding(check(candidate).kind);
  };
  const std::string line = print(props::minimise(culprit, still_fails).program);
  return fmt::format("{}: {}\nfound with: {}\n{}{}\nto see it again: ./run replay '{}'\n",
                     name(verdict.kind), verdict.detail, print(culprit), finding_mark, line, line);
}

}  // namespace strideproof::fuzz
