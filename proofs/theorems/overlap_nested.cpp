// Overlap of boxes: the slack of their bounding ranges, and where it is exact.

#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {
namespace {

// Disjoint ranges hold no common unit; ranges that overlap in one unit share it.
template <int R, class Code>
void ranges_of_boxes(Proof& proof) {
  const SymBox<R> a = any_box<R>(proof), b = any_box<R>(proof, "'");
  const BoxRow<R> i = any_row(proof, a), j = any_row(proof, b, "'");
  const Sym u = proof.variable("u", 0, most_extent - 1),
            v = proof.variable("u'", 0, most_extent - 1);
  const Fact in_run = proof.given(all_of(u < a.run, v < b.run));
  const Sym gap = Code::slack(spec::range_slack(a, b));
  const Sym last_of_a = spec::last_of(a), last_of_b = spec::last_of(b);

  const auto step = proof.use(step_in_range);
  const ExactArithmetic exact;
  Facts known = known_of(proof, a) + known_of(proof, b) + i.known + j.known +
                bounds_of(proof, {u, v}) + Facts{in_run};
  Index<R> end_of_a, end_of_b;
  for (int k = 0; k < R; ++k) {
    known.push_back(step.instance(i.at[k], a.extent[k], a.stride[k]));
    known.push_back(step.instance(j.at[k], b.extent[k], b.stride[k]));
    end_of_a[k] = a.extent[k] - 1, end_of_b[k] = b.extent[k] - 1;
  }
  proof.conclude_if("disjoint, no unit is common", gap >= 0,
                    a.first + offset_of(a, i.at) + u != b.first + offset_of(b, j.at) + v, known);
  proof.conclude("the last unit is that of the last row",
                 all_of(is_row(a, end_of_a), is_row(b, end_of_b),
                        a.first + offset_of(a, end_of_a) + a.run - 1 == last_of_a,
                        b.first + offset_of(b, end_of_b) + b.run - 1 == last_of_b),
                 known);
  proof.conclude_if("at -1 the last unit of one is the first of the other", gap == -1,
                    any_of(last_of_a == b.first, last_of_b == a.first), known);
}

// For blocks of bursts, for rows, and for rows whose w stride is free.
template <class Code = Formulas>
void ranges_enclose(Proof& proof) {
  switch (any_choice(proof, "boxes", 3)) {
    case 0: return ranges_of_boxes<1, Code>(proof);
    case 1: return ranges_of_boxes<3, Code>(proof);
    default: return ranges_of_boxes<4, Code>(proof);
  }
}

// ---- controls ----

std::string copy_between_rows(const Model& v) {
  return copy_line(1, {1, 1, 1, v["run"]},
                   {Space::system, toy_window + v["first"], Dim4<int64_t>{0, 0, 0, 1}},
                   {Space::system, toy_window + v["first'"], Dim4<int64_t>{0, 0, 0, 1}});
}

}  // namespace

std::vector<Theorem> overlap_theorems() {
  const Proof::Limits rows =
      "boxes=1 run=2 e0=1 e1=1 e2=1 run'=2 e0'=1 e1'=1 e2'=1 first=0..20 first'=0..20";
  const auto within =
      operations_matching({"okk_gdma_*L2L", "okk_gdma_*cpy_S2S", "bm_atomic_memcpy_4D",
                           "bm_atomic_cwtrans", "okk_bdc_*", "data_move"});
  return {{"overlap.ranges",
           "Boxes whose bounding ranges are disjoint share no unit, and those that meet in one "
           "unit share it.",
           within,
           ranges_enclose<>,
           {"ranges that meet in one unit count as disjoint", ranges_enclose<SlackOneTooLarge>,
            rows, copy_between_rows, is_missed_by_one<ConstraintId::overlap>}}};
}

}  // namespace strideproof::solver
