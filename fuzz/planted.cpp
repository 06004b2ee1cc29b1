// The target of a family with a fault in the implementation, to see that it is found: the environment
// variable STRIDEPROOF_FAULT names it (strideproof faults lists them).

#include <cstdio>
#include <cstdlib>

#include "fuzz/target.h"
#include "mutants/mutants.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::fuzz {

FuzzTarget target() {
  const char* name = std::getenv("STRIDEPROOF_FAULT");
  const mutants::FaultRow* row = name == nullptr ? nullptr : mutants::find_fault(name);
  if (row == nullptr) {
    std::fprintf(stderr, "STRIDEPROOF_FAULT names no fault; see: strideproof faults\n");
    std::exit(2);
  }
  mutants::activate(*row);
  return {Domain::cases(matching(row->operations).front()->family), mutants::run};
}

}  // namespace strideproof::fuzz
