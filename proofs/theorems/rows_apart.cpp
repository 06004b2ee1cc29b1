// Rows of `width` units that begin `stride` apart share no unit if the constraint on their stride
// holds: rows of a matrix in system memory, and rows that cwtrans writes in a lane.

#include <fmt/format.h>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/theorems.h"
#include "spec/slack.h"

namespace strideproof::solver {
namespace {

template <class Code = Formulas>
void rows_are_disjoint(Proof& proof) {
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto extent = [&](const char* name) { return proof.variable(name, 1, most_extent); };
  const Sym rows = extent("rows"), width = extent("cols");
  const Sym stride = proof.variable("stride", INT32_MIN, UINT32_MAX);
  const auto index = [&](const char* name) { return proof.variable(name, 0, most_extent - 1); };
  const Sym x = index("x"), y = index("y"), p = index("x'"), q = index("y'");
  const Fact inside = proof.given(all_of(x < rows, p < rows, y < width, q < width));
  const Fact clear = proof.given(Code::slack(spec::rows_apart(rows, width, stride)) >= 0);
  const ExactArithmetic exact;
  const Fact shared = proof.given(x * stride + y == p * stride + q);
  const Fact single = proof.prove("a single row is one", implies(rows == 1, all_of(x == 0, p == 0)),
                                  {inside, proof.bounds(x), proof.bounds(p)});
  const Fact next =
      proof.prove("a row ends before the next begins", any_of(rows == 1, width <= stride), {clear});
  proof.conclude("the same unit of the same row", all_of(x == p, y == q),
                 bounds_of(proof, {y, q}) +
                     Facts{inside, shared, single, next, radix.instance(x, y, p, q, stride)});
}

std::string matrix_rows(const Model& v) {
  return fmt::format(
      "okk_gdma_32bit_matrix_L2S toy dst_addr={} src_addr=0 rows={} cols={} cols_per_channel={} "
      "row_stride={}",
      toy_window, v["rows"], v["cols"], v["cols"], v["stride"]);
}

}  // namespace

std::vector<Theorem> row_theorems() {
  return {
      {"overlap.rows",
       "Where the slack of row_stride, or of dst_c_stride, is not negative, the rows that are "
       "written share no element.",
       operations_matching({"okk_gdma_*_matrix_L2S", "bm_atomic_memcpy_2D", "bm_atomic_cwtrans"}),
       rows_are_disjoint<>,
       {"rows may meet in one element", rows_are_disjoint<SlackOneTooLarge>,
        toy("rows=2..5 cols=1..3 stride=0..4"), matrix_rows,
        is_missed_by_one<ConstraintId::row_stride_cols>}}};
}

}  // namespace strideproof::solver
