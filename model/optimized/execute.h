#pragma once
// Every family, one line each.

#include <stdexcept>

#include "model/optimized/okk_gdma.h"

namespace strideproof::optimized {

// Precondition: c is legal and all that it touches is open.
template <class Plant>
void execute(Machine& machine, const Case& c) {
  switch (c.operation->family) {
    case Family::okk_gdma: return execute_okk_gdma<Plant>(machine, c);
    default:
      throw std::logic_error("no optimized implementation of " + std::string(c.operation->name));
  }
}

}  // namespace strideproof::optimized
