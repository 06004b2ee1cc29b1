#include "model/reference/families.h"
#include "model/reference/marking.h"

namespace strideproof::reference {

Result run(Machine& machine, const Case& c, const Readings& readings) {
  switch (c.operation->family) {
    case Family::okk_gdma: return run_okk_gdma(machine, c, readings);
    case Family::okk_bdc: return run_okk_bdc(machine, c, readings);
    case Family::bm_atomic: return run_bm_atomic(machine, c, readings);
    case Family::tik: return run_tik(machine, c, readings);
    case Family::asc: break;
  }
  return run_asc(machine, c, readings);
}

ConstraintResults evaluate(Machine& machine, const Case& c, const Readings& readings) {
  const JudgeOnly only;
  return run(machine, c, readings).constraint_results;
}

}  // namespace strideproof::reference
