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

Verdict Differential::check(const Program& program) {
  const Profile& profile = *program.profile;
  return harnesses_.try_emplace(&profile, profile, implementation_, signals_)
      .first->second.check(program);
}

std::string Differential::report(const Program& program, const Verdict& verdict) {
  const Program& culprit = verdict.culprit ? *verdict.culprit : program;
  const auto still_fails = [&](const Program& candidate) {
    return is_finding(check(candidate).kind);
  };
  const std::string line = print(props::minimise(culprit, still_fails));
  return fmt::format("{}: {}\nfound with: {}\n{}{}\nto see it again: ./run replay '{}'\n",
                     name(verdict.kind), verdict.detail, print(culprit), finding_mark, line, line);
}

}  // namespace strideproof::fuzz
