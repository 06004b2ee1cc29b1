#include "model/implementation.h"
#include "model/optimized/asc.h"
#include "model/optimized/bm_atomic_execution.h"
#include "model/optimized/okk_bdc.h"
#include "model/optimized/okk_gdma.h"
#include "model/optimized/tik.h"
#include "spec/spec.h"

namespace strideproof::optimized {
namespace {

// Precondition: c is legal and all that it touches is open.
void execute(Machine& machine, const Case& c) {
  switch (c.operation->family) {
#define FAMILY(family, ...) \
  case Family::family:      \
    return execute_##family(machine, c);
#include "spec/vocabulary/operations.def"
  }
}

}  // namespace

Result run(Machine& machine, const Case& c) {
  Result result;
  result.constraint_results = spec::evaluate(c, [&] { return counts_in(machine, c); });
  if (!result.constraint_results.legal()) return result;
  execute(machine, c);
  result.returned = returned_by(machine, c);
  return result;
}

}  // namespace strideproof::optimized
