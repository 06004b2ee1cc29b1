// The fact that refutations assume about disjoint runs (steps_clear_runs): where it fails, two runs
// share a unit; the proof names them.

#include "proofs/boundary/family_lift.h"
#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

template <int R>
SymBool differ(const Index<R>& a, const Index<R>& b) {
  SymBool same = true;
  for (int k = 0; k < R; ++k) same = all_of(same, a[k] == b[k]);
  return !same;
}

// Two runs of one box share a unit: one begins less than a run after the other.
template <int R>
void conclude_shared(Proof& proof, const SymBox<R>& box, const Index<R>& i, const Index<R>& j,
                     const Facts& known) {
  proof.conclude("two runs", all_of(is_row(box, i), is_row(box, j), differ<R>(i, j)), known);
  const Sym unit = exactly([&] { return offset_of(box, j) - offset_of(box, i); });
  proof.conclude("which share a unit", all_of(-box.run < unit, unit < box.run), known);
}

struct Clear {
  static auto steps_clear_runs(const auto& box) { return solver::steps_clear_runs(box); }
};
// Runs that touch count as sharing a unit.
struct Touching {
  static auto steps_clear_runs(auto box) {
    box.run = box.run + 1;
    return solver::steps_clear_runs(box);
  }
};

// ---- one step ----

template <int R, class Code>
void short_step_of(Proof& proof) {
  const SymBox<R> box = any_box<R>(proof);
  const Fact some = proof.given(!Code::steps_clear_runs(box));
  const auto is_short = [&](int d) { return all_of(box.extent[d] != 1, box.stride[d] < box.run); };
  int k = 0;
  while (k + 1 < R && !bool(is_short(k))) ++k;
  const Fact at = proof.prove("a step is shorter than a run", is_short(k));
  Index<R> step;
  step[k] = 1;
  conclude_shared(proof, box, {}, step, known_of(proof, box) + Facts{some, at});
}
template <class Code = Clear>
void short_steps_share(Proof& proof) {
  if (any_choice(proof, "free_w", 2) == 1) return short_step_of<4, Code>(proof);
  short_step_of<3, Code>(proof);
}

// ---- controls ----

// The box as destination in system memory, from a single row.
std::string copy_to_box(const Model& v) {
  return copy_line(1, {v["e0"], v["e1"], v["e2"], v["run"]},
                   {Space::system, toy_window, Dim4<int64_t>{v["s0"], v["s1"], v["s2"], 1}},
                   {Space::local, 0, Dim4<int64_t>{0, 0, 0, 1}});
}
// The formula says that rows of dst share a byte; the reference accepts them.
bool step_is_imagined(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = okk_gdma::copy_of(*c.operation, c.arguments);
  const spec::Box<int64_t, 3> rows = spec::rows_in_system(spec::okk_gdma::dst_of(m, op));
  return !Touching::steps_clear_runs(rows) && steps_clear_runs(rows) && accepts(line);
}

}  // namespace

std::vector<Theorem> run_theorems() {
  const auto copies = operations_matching({"okk_gdma_*cpy*", "bm_atomic_memcpy_4D", "okk_bdc_*"});
  return {
      {"overlap.runs.step",
       "Where a step of several runs is shorter than a run, two of them share a unit.",
       copies,
       short_steps_share<>,
       {"runs that touch count as sharing a unit", short_steps_share<Touching>,
        // Rows of two bytes, the second where the first ends.
        "free_w=0 run=2 e0=2 s0=2 e1=1 s1=0 e2=1 s2=0 e3=1 s3=0", copy_to_box, step_is_imagined}}};
}

}  // namespace strideproof::solver
