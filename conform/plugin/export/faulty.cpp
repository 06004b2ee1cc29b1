// libstrideproof_faulty.so: the optimized implementation with the fault that STRIDEPROOF_FAULT
// names; strideproof faults lists them; or with the parameter that STRIDEPROOF_CUT names cut to its
// lower bits (mutants/cut.h). Without either, it has no fault.

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "conform/plugin/export/implementation.h"
#include "mutants/cut.h"
#include "mutants/mutants.h"

namespace strideproof::exported {
namespace {

[[gnu::constructor]] void activate_from_environment() {
  const char* name = std::getenv("STRIDEPROOF_FAULT");
  if (name == nullptr || *name == '\0') return;
  const mutants::FaultRow* row = mutants::find_fault(name);
  if (row == nullptr) {
    std::fprintf(stderr, "STRIDEPROOF_FAULT: there is no fault '%s'\n", name);
    std::_Exit(2);
  }
  mutants::activate(*row);
}

// Read on the first call, as the catalogue must exist.
const mutants::Cut& cut_of_environment() {
  static const mutants::Cut cut = [] {
    const char* text = std::getenv("STRIDEPROOF_CUT");
    if (text == nullptr || *text == '\0') return mutants::Cut{};
    try {
      return mutants::parse_cut(text);
    } catch (const std::invalid_argument& e) {
      std::fprintf(stderr, "STRIDEPROOF_CUT: '%s': %s\n", text, e.what());
      std::_Exit(2);
    }
  }();
  return cut;
}

}  // namespace

const char* implementation_name() {
  cut_of_environment();
  return "strideproof optimized, with a planted fault";
}

Result run(Machine& machine, const Case& c) {
  Case received = c;
  mutants::apply(cut_of_environment(), received);
  return mutants::run(machine, received);
}

}  // namespace strideproof::exported
