// Values of the theorems about memcpy_1D and the transposing copy, which have names of their own
// for the parameters of a case.

#include "proofs/tests/case_values.h"
#include "spec/operations/bm_atomic.h"
#include "spec/spec.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::solver {

// ---- memcpy_1D ----

std::vector<Values> flat_operands(const Case& c) {
  const auto op = bm_atomic::linear_of(c.arguments);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const int64_t bytes = bm_atomic::element_bytes_of(op.format) * op.length;
  std::vector<Values> all;
  for (const Operands which : {on_dst, on_src}) {
    const auto side = spec::bm_atomic::side_of(op, which);
    if (!side.flat) continue;
    const int64_t first = side.address - m.flat.first;
    Values values = parameters(c);
    values["es"] = side.element_bytes;
    values["A"] = first;
    values["lane"] = (first + bytes - 1) / m.lane_bytes;
    all.push_back(std::move(values));
  }
  return all;
}

// ---- the transposing copy ----

std::vector<Values> squares(const Case& c) {
  if (asc::transpose_of(c.arguments).repeat == 0) return {};
  return {parameters(c)};
}

}  // namespace strideproof::solver
