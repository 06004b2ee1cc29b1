// The fuzz target of a family with a planted fault, to see that it is found. The environment
// variable STRIDEPROOF_FAULT names the fault (strideproof faults lists them).

#include <cstdio>
#include <cstdlib>

#include "fuzz/differential.h"
#include "mutants/mutants.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::fuzz {

FuzzTarget target() {
  const char* fault = std::getenv("STRIDEPROOF_FAULT");
  const mutants::FaultRow* row = fault == nullptr ? nullptr : mutants::find_fault(fault);
  if (row == nullptr) {
    std::fprintf(stderr, "STRIDEPROOF_FAULT names no fault; see: strideproof faults\n");
    std::exit(2);
  }
  mutants::activate(*row);
  const Family family = matching(row->operations).front()->family;
  return {Domain(std::string(name(family))), mutants::run};
}

}  // namespace strideproof::fuzz
