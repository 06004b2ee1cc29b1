// Boxes of runs: when runs overlap.

#include "proofs/theorems/boxes.h"

#include "proofs/boundary/lift.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"
#include "spec/operand.h"

namespace strideproof::solver {

namespace {

// Channel c of C, which start in lane q, has its block row in the lane l if its own lane is not
// below l and both are below q, or neither.
const Lemma<5> block_row_of_like_lanes = {
    "a block row of like lanes",
    {"q", "C", "X", "l", "c"},
    [](Sym q, Sym C, Sym x, Sym l, Sym c) {
      const Sym own = (q + c) % x, block = (q + c) / x;
      return given(0 <= q, q < x, 0 <= c, c < C, 0 <= l, l <= own, any_of(own < q, q <= l))
          .follows(select(l < q, Sym(1), Sym(0)) <= block, block < (q + C - 1 + x - l) / x);
    },
    [](const Sym& q, const Sym& C, const Sym& x, const Sym& l, const Sym& c) {
      const Sym block = (q + c) / x, reach = q + C - 1 + x - l;
      return Instances{division(q + c, x), division(reach, x), product_monotone(block, 0, x),
                       product_monotone(reach / x + 1, block + 1, x)};
    }};

}  // namespace

SymBool is_index_of(const SymBox& box, const BoxIndex& at) {
  SymBool row = true;
  for (int k = 0; k < spec::dimensions; ++k) row = all_of(row, 0 <= at[k], at[k] < box.extent[k]);
  return row;
}

Sym offset_of(const SymBox& box, const BoxIndex& at) {
  const ExactArithmetic exact;
  Sym offset = at[0] * box.stride[0];
  for (int k = 1; k < spec::dimensions; ++k) offset = offset + at[k] * box.stride[k];
  return offset;
}

bool are_adjacent(Proof& proof, const Tensor<Sym>& t) {
  const SymBool adjacent = any_of(t.shape.w == 1, t.stride.w == 1);
  const bool are(adjacent);
  proof.prove("elements of a row are adjacent, or not", are ? adjacent : !adjacent);
  return are;
}

InBox in_box(const AnyOperand& x, const Element& e, bool adjacent, const Sym& first_block) {
  const ExactArithmetic exact;
  const Sym w = adjacent ? Sym(0) : e.at.w;
  return {{e.at.n, e.block - first_block, e.at.h, w},
          e.at.w - w,
          equal_steps(e.at.w, x.t.shape.w, x.t.stride.w, 1)};
}

void prove_block_row(Proof& proof, const AnyOperand& x, const Element& e, const Sym& lane,
                     const spec::BlockRows<Sym>& blocks, const SymBool& here) {
  const ExactArithmetic exact;
  proof.prove(
      "the lane has the block row",
      implies(here, all_of(blocks.first <= e.block, e.block < blocks.first + blocks.count)),
      {block_row_of_like_lanes(x.address.start.lane, x.t.shape.c, x.m.lanes, lane, e.at.c)});
}

// ---- the theorem ----
//
// `slip` lengthens each run by that many units, or changes a slack by it. 0: the shipped formula.

namespace {

// Enough for the rows of a tensor in units of elements: a lane has less than 2^17 block rows.
constexpr int64_t most_rows = 131071;

SymBox any_box(Proof& proof, const std::string& suffix = "") {
  SymBox box;
  box.first = proof.variable("first" + suffix, 0, memory_end);
  box.run = proof.variable("run" + suffix, 1, most_extent);
  for (int k = 0; k < spec::dimensions; ++k) {
    const std::string name = std::to_string(k) + suffix;
    box.extent[k] = proof.variable("e" + name, 1, most_rows);
    box.stride[k] = proof.variable("s" + name, INT32_MIN, memory_end);
    proof.given(any_of(box.extent[k] == 1, box.stride[k] >= 0));
  }
  return box;
}

struct Unit {
  BoxIndex row;
  Sym of_row;
};
Unit any_unit(Proof& proof, const SymBox& box, const std::string& suffix = "") {
  Unit unit;
  for (int k = 0; k < spec::dimensions; ++k)
    unit.row[k] = proof.variable("i" + std::to_string(k) + suffix, 0, most_rows - 1);
  unit.of_row = any_index(proof, "u" + suffix);
  proof.given(all_of(is_index_of(box, unit.row), unit.of_row < box.run));
  return unit;
}

void conclude_last(Proof& proof, const SymBox& box, const Sym& last) {
  BoxIndex end;
  for (int k = 0; k < spec::dimensions; ++k) end[k] = box.extent[k] - 1;
  proof.conclude(
      "the last unit is that of the last row",
      all_of(is_index_of(box, end), box.first + offset_of(box, end) + box.run - 1 == last));
}

void conclude_short_step_overlaps(Proof& proof, const SymBox& box, int64_t slip) {
  SymBox lengthened = box;
  lengthened.run = lengthened.run + slip;
  proof.given(!steps_clear_runs(lengthened));
  const auto is_short = [&](int d) {
    return all_of(box.extent[d] != 1, box.stride[d] < lengthened.run);
  };
  int k = 0;
  while (k + 1 < spec::dimensions && !bool(is_short(k))) ++k;
  BoxIndex next;
  next[k] = 1;
  const Sym step = offset_of(box, next);
  proof.conclude("a step shorter than a run leads to another run, which overlaps it",
                 all_of(is_index_of(box, next), 0 <= step, step < box.run));
}

void conclude_rows(Proof& proof, const SymBox& box, int64_t slip) {
  const Sym &count = box.extent[0], &step = box.stride[0];
  const SymBox matrix = {0, box.run, {count, 1, 1, 1}, {step, 0, 0, 0}};
  proof.conclude("the slack of the rows of a matrix is that of a box",
                 spec::row_slack(count, box.run, step) + slip == spec::nested_slack(matrix));
}

// Disjoint ranges have no common unit. If the slack is -1, they have exactly one.
void conclude_ranges(Proof& proof, const SymBox& a, int64_t slip) {
  const SymBox b = any_box(proof, "2");
  const Unit u = any_unit(proof, a), v = any_unit(proof, b, "2");
  const Sym slack = spec::range_slack(a, b) + slip;
  const Sym last_of_a = spec::last_of(a), last_of_b = spec::last_of(b);
  const ExactArithmetic exact;
  Facts steps;
  for (int k = 0; k < spec::dimensions; ++k) {
    steps.push_back(step_in_range(u.row[k], a.extent[k], a.stride[k]));
    steps.push_back(step_in_range(v.row[k], b.extent[k], b.stride[k]));
  }
  proof.conclude_if(
      "disjoint, no unit is common", slack >= 0,
      a.first + offset_of(a, u.row) + u.of_row != b.first + offset_of(b, v.row) + v.of_row, steps);
  conclude_last(proof, a, last_of_a);
  conclude_last(proof, b, last_of_b);
  proof.conclude_if("at -1 the last unit of one is the first of the other", slack == -1,
                    any_of(last_of_a == b.first, last_of_b == a.first));
}

void boxes_overlap(Proof& proof, const Mutant& mutant) {
  const SymBox box = any_box(proof);
  switch (any_choice(proof, "boxes", 3)) {
    case 0: return conclude_ranges(proof, box, mutant.slip);
    case 1: return conclude_rows(proof, box, mutant.slip);
    default: return conclude_short_step_overlaps(proof, box, mutant.slip);
  }
}

// ---- controls ----

// The formula says that rows of dst share a byte; the reference accepts them.
bool formula_rejects_accepted_case(const std::string& line) {
  const Case c = parse_case(line);
  spec::Box<int64_t> rows = spec::rows_in_system(spec::tensor_of(c, on_dst));
  const bool clear = steps_clear_runs(rows);
  ++rows.run;
  return clear && !steps_clear_runs(rows) && !violates(line, ConstraintId::dst_alias);
}

}  // namespace

std::vector<Theorem> box_theorems() {
  const std::string two_rows = "run=2 e0=2 e1=1 s1=0 e2=1 s2=0 e3=1 s3=0 ",
                    rows_of_copy =
                        "okk_gdma_8bit_cpy_L2S toy dst_addr=0xfffff000 src_addr=0 "
                        "shape={e0},{e1},{e2},{run} dst_stride={s0},{s1},{s2},1 "
                        "src_stride=0,0,0,1";
  return {theorem(
      "overlap.boxes",
      "Boxes whose bounding ranges are disjoint do not overlap, and boxes whose ranges have one "
      "common unit overlap there. The slack of the rows of a matrix is that of a box. If a step of "
      "several runs is shorter than a run, two runs overlap.",
      {"okk_gdma_*cpy*", "okk_gdma_*_matrix_L2S", "bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D",
       "bm_atomic_cwtrans", "okk_bdc_*", "data_move"},
      boxes_overlap,
      {slack_control(
           ConstraintId::overlap, 1,
           "boxes=0 run=2 e0=1 e1=1 e2=1 e3=1 run2=2 e02=1 e12=1 e22=1 e32=1 first=0..20 "
           "first2=0..20",
           "okk_gdma_8bit_cpy_S2S toy dst_addr={first+4294963200} src_addr={first2+4294963200} "
           "shape=1,1,1,{run} dst_stride=null src_stride=null"),
       slack_control(ConstraintId::row_stride_cols, 1, two_rows + "boxes=1 s0=1",
                     "okk_gdma_32bit_matrix_L2S toy dst_addr=0xfffff000 src_addr=0 rows={e0} "
                     "cols={run} cols_per_channel={run} row_stride={s0}"),
       {"Runs that touch count as overlapping.", 1, two_rows + "boxes=2 s0=2", rows_of_copy,
        formula_rejects_accepted_case}})};
}

}  // namespace strideproof::solver
