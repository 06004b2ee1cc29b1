#include "model/implementation.h"
#include "model/optimized/execute.h"
#include "spec/spec.h"

namespace strideproof::optimized {

Result run(Machine& machine, const Case& c) {
  Result result;
  result.constraint_results = spec::evaluate(c);
  evaluate_contents(machine, c, result.constraint_results);
  if (!result.constraint_results.legal()) return result;
  execute(machine, c);
  result.returned = returned_by(machine, c);
  return result;
}

}  // namespace strideproof::optimized
