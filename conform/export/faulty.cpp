// libstrideproof_faulty.so: the optimized implementation with the fault that STRIDEPROOF_FAULT names;
// strideproof faults lists them. Without it, sound.

#include <cstdio>
#include <cstdlib>

#include "conform/export/implementation.h"
#include "model/optimized/planted.h"

namespace strideproof::exported {
namespace {

[[gnu::constructor]] void plant_from_environment() {
  const char* name = std::getenv("STRIDEPROOF_FAULT");
  if (name == nullptr || *name == '\0') return;
  const optimized::FaultRow* row = optimized::find_fault(name);
  if (row == nullptr) {
    std::fprintf(stderr, "STRIDEPROOF_FAULT: no fault is called '%s'\n", name);
    std::_Exit(2);
  }
  planted::plant(row->fault);
}

}  // namespace

const char* implementation_name() { return "strideproof optimized, with a planted fault"; }

Result run(Machine& machine, const Case& c) { return planted::run(machine, c); }

}  // namespace strideproof::exported
