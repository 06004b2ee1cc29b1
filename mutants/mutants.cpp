#include "mutants/mutants.h"

namespace strideproof::mutants {

namespace {

Fault planted = Fault::none;

}  // namespace

void activate(Fault fault) { planted = fault; }
Fault active() { return planted; }

Result run(Machine& machine, const Case& c) {
  constexpr Result (*runs[])(Machine&, const Case&) = {
#define FAMILY(family, ...) run_##family,
#include "spec/vocabulary/operations.def"
  };
  return runs[static_cast<size_t>(c.operation->family)](machine, c);
}

}  // namespace strideproof::mutants
