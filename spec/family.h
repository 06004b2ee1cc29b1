#pragma once
// The families of operations; see spec/operand.h.

#include <stdexcept>

#include "spec/operations/asc.h"
#include "spec/operations/bm_atomic_spec.h"
#include "spec/operations/okk_bdc.h"
#include "spec/operations/okk_gdma.h"
#include "spec/operations/tik.h"

namespace strideproof::spec {

// Calls see(F) with the Spec of the operation's family.
template <class See>
auto with_family(const Operation& operation, See see) {
#define FAMILY(stem, ...) \
  if (operation.family == Family::stem) return see(stem::Spec{});
#include "spec/vocabulary/operations.def"
  throw std::logic_error("an operation of no family");
}

// Calls see(F, op) with the view of the parameters.
template <class I, class See>
auto with_operation(const Operation& operation, const Arguments<I>& arguments, See see) {
  return with_family(operation, [&]<class F>(F family) {
    return F::visit(operation, arguments, [&](const auto& op) { return see(family, op); });
  });
}

}  // namespace strideproof::spec
