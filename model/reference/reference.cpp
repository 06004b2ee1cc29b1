#include "model/reference/families.h"
#include "model/reference/marking.h"

namespace strideproof::reference {

Result run(Machine& machine, const Case& c, const Readings& readings) {
  static constexpr decltype(&run_okk_gdma) of[] = {
#define FAMILY(family, ...) run_##family,
#include "spec/vocabulary/operations.def"
  };
  return of[static_cast<int>(c.operation->family)](machine, c, readings);
}

ConstraintResults evaluate(Machine& machine, const Case& c, const Readings& readings) {
  const EvaluateOnly only;
  return run(machine, c, readings).constraint_results;
}

}  // namespace strideproof::reference
