#include "mutants/mutants.h"

namespace strideproof::mutants {

namespace {

Fault planted = Fault::none;

}  // namespace

void activate(Fault fault) { planted = fault; }
Fault active() { return planted; }

Result run(Machine& machine, const Case& c) {
  switch (c.operation->family) {
    case Family::okk_gdma: return run_okk_gdma(machine, c);
    case Family::okk_bdc: return run_okk_bdc(machine, c);
    case Family::tik: return run_tik(machine, c);
    case Family::bm_atomic: return run_bm_atomic(machine, c);
    case Family::asc: break;
  }
  return run_asc(machine, c);
}

}  // namespace strideproof::mutants
