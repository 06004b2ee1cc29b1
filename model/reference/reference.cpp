#include "model/implementation.h"
#include "model/reference/case_run.h"

namespace strideproof::reference {
namespace {

Result run_family(CaseRun run) {
  static constexpr decltype(&run_okk_gdma) of[] = {
#define FAMILY(family, ...) run_##family,
#include "spec/vocabulary/operations.def"
  };
  of[static_cast<int>(run.c.operation->family)](run);
  run.machine.asked |= run.asked();
  return {run.constraint_results(), run.returned};
}

}  // namespace

Result run(Machine& machine, const Case& c, const Readings& readings) {
  return run_family(CaseRun(machine, c, readings, false));
}

ConstraintResults evaluate(Machine& machine, const Case& c, const Readings& readings) {
  return run_family(CaseRun(machine, c, readings, true)).constraint_results;
}

}  // namespace strideproof::reference
