#pragma once
// The families of operations; see spec/operand.h.

#include <stdexcept>

#include "spec/operations/asc.h"
#include "spec/operations/bm_atomic_spec.h"
#include "spec/operations/okk_bdc.h"
#include "spec/operations/okk_gdma.h"
#include "spec/operations/tik.h"

namespace strideproof::spec {

// Calls see(F, machine, op) with the Spec of the operation's family and the view of the parameters.
template <class I, class See>
auto with_operation(const Operation& operation, const Profile& profile,
                    const Arguments<I>& arguments, See see) {
  const auto m = machine_shape<I>(profile);
#define FAMILY(stem, ...)                          \
  if (operation.family == Family::stem)            \
    return stem::Spec::visit(operation, arguments, \
                             [&](const auto& op) { return see(stem::Spec{}, m, op); });
#include "spec/vocabulary/operations.def"
  throw std::logic_error("an operation of no family");
}

}  // namespace strideproof::spec
