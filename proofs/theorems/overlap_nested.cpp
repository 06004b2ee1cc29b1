// Overlap of boxes: the slack of their bounding ranges, and where it is exact.

#include "proofs/boundary/lift.h"
#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"
#include "spec/footprint.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {
namespace {

// Disjoint ranges hold no common unit; ranges that overlap in one unit share it.
template <int R>
void ranges_of_boxes(Proof& proof, int64_t slip) {
  const SymBox<R> a = any_box<R>(proof), b = any_box<R>(proof, "'");
  const Index<R> i = any_row(proof, a), j = any_row(proof, b, "'");
  const Sym u = any_index(proof, "u"), v = any_index(proof, "u'");
  proof.given(all_of(u < a.run, v < b.run));
  const Sym gap = spec::range_slack(a, b) + slip;
  const Sym last_of_a = spec::last_of(a), last_of_b = spec::last_of(b);

  const ExactArithmetic exact;
  Facts known;
  Index<R> end_of_a, end_of_b;
  for (int k = 0; k < R; ++k) {
    known.push_back(step_in_range(i[k], a.extent[k], a.stride[k]));
    known.push_back(step_in_range(j[k], b.extent[k], b.stride[k]));
    end_of_a[k] = a.extent[k] - 1, end_of_b[k] = b.extent[k] - 1;
  }
  proof.conclude_if("disjoint, no unit is common", gap >= 0,
                    a.first + offset_of(a, i) + u != b.first + offset_of(b, j) + v, known);
  proof.conclude("the last unit is that of the last row",
                 all_of(is_row(a, end_of_a), is_row(b, end_of_b),
                        a.first + offset_of(a, end_of_a) + a.run - 1 == last_of_a,
                        b.first + offset_of(b, end_of_b) + b.run - 1 == last_of_b));
  proof.conclude_if("at -1 the last unit of one is the first of the other", gap == -1,
                    any_of(last_of_a == b.first, last_of_b == a.first));
}

// For blocks of bursts, for rows, and for rows whose w stride is free.
void ranges_enclose(Proof& proof, int64_t slip) {
  switch (any_choice(proof, "boxes", 3)) {
    case 0: return ranges_of_boxes<1>(proof, slip);
    case 1: return ranges_of_boxes<3>(proof, slip);
    default: return ranges_of_boxes<4>(proof, slip);
  }
}

// ---- runs that share no unit: a step shorter than a run gives two that do ----

template <int R>
SymBool differ(const Index<R>& a, const Index<R>& b) {
  SymBool same = true;
  for (int k = 0; k < R; ++k) same = all_of(same, a[k] == b[k]);
  return !same;
}

// Two runs of one box share a unit: one begins less than a run after the other.
template <int R>
void conclude_shared(Proof& proof, const SymBox<R>& box, const Index<R>& i, const Index<R>& j) {
  proof.conclude("two runs", all_of(is_row(box, i), is_row(box, j), differ<R>(i, j)));
  const Sym unit = exactly([&] { return offset_of(box, j) - offset_of(box, i); });
  proof.conclude("which share a unit", all_of(-box.run < unit, unit < box.run));
}

// As many units as the slip are taken for a part of each run.
template <int R>
void short_step_of(Proof& proof, int64_t slip) {
  const SymBox<R> box = any_box<R>(proof);
  SymBox<R> taken = box;
  taken.run = taken.run + slip;
  proof.given(!steps_clear_runs(taken));
  const auto is_short = [&](int d) { return all_of(box.extent[d] != 1, box.stride[d] < box.run); };
  int k = 0;
  while (k + 1 < R && !bool(is_short(k))) ++k;
  proof.prove("a step is shorter than a run", is_short(k));
  Index<R> step;
  step[k] = 1;
  conclude_shared(proof, box, {}, step);
}
void short_steps_share(Proof& proof, int64_t slip) {
  if (any_bool(proof, "free_w")) return short_step_of<4>(proof, slip);
  short_step_of<3>(proof, slip);
}

// ---- controls ----

// The formula says that rows of dst share a byte; the reference accepts them.
bool step_is_imagined(const std::string& line) {
  const Case c = parse_case(line);
  const spec::Box<int64_t, 3> rows = spec::rows_in_system(spec::tensor_of(c, on_dst));
  spec::Box<int64_t, 3> touching = rows;
  ++touching.run;
  return !steps_clear_runs(touching) && steps_clear_runs(rows) && accepts(line);
}

}  // namespace

std::vector<Theorem> overlap_theorems() {
  return {slack_theorem(
              "overlap.ranges",
              "Boxes whose bounding ranges are disjoint share no unit, and those that meet in one "
              "unit share it.",
              {"okk_gdma_*L2L", "okk_gdma_*cpy_S2S", "bm_atomic_memcpy_4D", "bm_atomic_cwtrans",
               "okk_bdc_*", "data_move"},
              ranges_enclose, ConstraintId::overlap, 1,
              "boxes=1 run=2 e0=1 e1=1 e2=1 run'=2 e0'=1 e1'=1 e2'=1 first=0..20 first'=0..20",
              "okk_gdma_8bit_cpy_S2S toy dst_addr={first+4294963200} src_addr={first'+4294963200} "
              "shape=1,1,1,{run} dst_stride=null src_stride=null"),
          formula_theorem(
              "overlap.runs.step",
              "Where a step of several runs is shorter than a run, two of them share a unit.",
              {"okk_gdma_*cpy*", "bm_atomic_memcpy_4D", "okk_bdc_*"}, short_steps_share,
              "Runs that touch count as overlapping.", 1,
              // Rows of two bytes, the second where the first ends.
              "free_w=0 run=2 e0=2 s0=2 e1=1 s1=0 e2=1 s2=0 e3=1 s3=0",
              "okk_gdma_8bit_cpy_L2S toy dst_addr=0xfffff000 src_addr=0 "
              "shape={e0},{e1},{e2},{run} dst_stride={s0},{s1},{s2},1 src_stride=0,0,0,1",
              step_is_imagined)};
}

}  // namespace strideproof::solver
