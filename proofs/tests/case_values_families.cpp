// Values of the theorems about matrices, memcpy_1D and the transposing copy, which have
// names of their own for the parameters of a case.

#include "proofs/tests/case_values.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_gdma.h"
#include "spec/spec.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::solver {

// ---- matrices ----

std::vector<Values> matrices(const Case& c) {
  int64_t rows = 0, cols = 0, per_channel = 0;
  if (c.operation->family == Family::okk_gdma) {
    const auto op = okk_gdma::matrix_of(*c.operation, c.arguments);
    rows = op.rows, cols = op.cols, per_channel = op.cols_per_channel;
  } else {
    const auto op = bm_atomic::matrix_of(c.arguments);
    rows = spec::bm_atomic::local_rows(op), cols = spec::bm_atomic::local_columns(op);
    per_channel = op.sec_size;
  }
  auto all = local_tensors(c);
  for (Values& values : all) {
    values["rows"] = rows, values["cols"] = cols, values["cols_per_channel"] = per_channel;
    values["layout"] = 2;
  }
  return all;
}

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
