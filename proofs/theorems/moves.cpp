// data_move and the plan of memcpy_1D: plans move each byte, and the overlap of bursts in equal
// steps is exact.

#include "model/optimized/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/tik.h"

namespace strideproof::solver {
namespace {

using spec::Tensor;

constexpr int64_t largest_offset = (int64_t{1} << 40) - 1;

// Any legal values; the places of the operands are free.
tik::Move<Sym> any_move(Proof& proof) {
  namespace spec = strideproof::spec::tik;
  tik::Move<Sym> op;
  op.dst = proof.variable("dst", 0, largest_offset);
  op.src = proof.variable("src", 0, largest_offset);
  op.dtype = proof.variable("dtype", 0, tik::dtype_count - 1);
  op.nburst = proof.variable("nburst", 1, spec::largest_nburst);
  op.burst = proof.variable("burst", 1, spec::largest_burst);
  op.src_stride = proof.variable("src_stride", 0, spec::largest_stride);
  op.dst_stride = proof.variable("dst_stride", 0, spec::largest_stride);
  return op;
}

// A byte of an operand: `at` of burst n.
struct BurstByte {
  Sym n, at;
};
BurstByte any_byte(Proof& proof, const tik::Move<Sym>& op, const std::string& suffix = "") {
  namespace spec = strideproof::spec::tik;
  const Sym n = proof.variable("n" + suffix, 0, spec::largest_nburst - 1);
  const Sym at = proof.variable("at" + suffix, 0, spec::largest_burst * spec::block_bytes - 1);
  proof.given(all_of(n < op.nburst, at < op.burst * spec::block_bytes));
  return {n, at};
}

// ---- the plans of data_move and of memcpy_1D ----

// The rows that are moved: bursts of blocks, or all elements of memcpy_1D as one. dst, then src.
struct MovedRows {
  Sym count, width;
  int64_t element_bytes;
  std::array<Sym, 2> start, step;
};

// The plan has one column, whose loops are the elements of a row and the rows.
void conclude_moved(Proof& proof, const MovedRows& rows, const optimized::Plan<Sym, 2>& plan) {
  const auto& [elements, heights, blocks, batches] = plan.plain_loops;
  proof.conclude("one column holds the elements of each row, and nothing else",
                 all_of(plan.columns == 1, plan.extra_columns == 0, elements.count == rows.width,
                        heights.count == 1, blocks.count == 1, batches.count == rows.count));
  for (const size_t k : {0, 1}) {
    proof.conclude("rows begin where the document has them",
                   all_of(column_start(plan.operands[k], Sym(0)) == rows.start[k],
                          any_of(rows.count == 1, batches.step[k] == rows.step[k])));
    proof.conclude("their elements are adjacent", elements.step[k] == rows.element_bytes);
    proof.conclude("no step is wider than a nest takes",
                   all_of(0 <= batches.step[k], batches.step[k] <= longest_step));
  }
}

void plan_moves_bursts(Proof& proof, const PlanCode& code) {
  tik::Move<Sym> op = any_move(proof);
  op.src_space = static_cast<int>(Space::system), op.dst_space = static_cast<int>(Space::ub);
  const auto step = [&](const Sym& gap) { return (op.burst + gap) * 32; };
  conclude_moved(
      proof,
      {op.nburst, op.burst, 32, {op.dst, op.src}, {step(op.dst_stride), step(op.src_stride)}},
      code.plan_of(any_buffers(proof), op));
}

// Local memory is one lane after the other, from the address of flat memory.
void plan_moves_elements(Proof& proof, const PlanCode& code) {
  const auto m = spec::machine_shape<Sym>(any_profile(proof));
  const auto [format, es] = any_format(proof);
  const auto address = [&](const char* name) { return proof.variable(name, 0, memory_end); };
  const bm_atomic::Linear<Sym> op = {address("src_addr"), address("dst_addr"),
                                     proof.variable("length", 1, any_u32), format,
                                     any_choice(proof, "direction", bm_atomic::direction_count)};
  const auto start = [&](Operands which) {
    const auto side = spec::bm_atomic::side_of(op, which);
    return side.address - (side.flat ? m.flat.first : 0);
  };
  conclude_moved(proof, {1, op.length, es, {start(on_dst), start(on_src)}, {}},
                 code.plan_of(m, op));
}

void plan_moves_rows(Proof& proof, const PlanCode& code) {
  if (any_bool(proof, "linear")) return plan_moves_elements(proof, code);
  plan_moves_bursts(proof, code);
}

// ---- the overlap ----

// An operand in UB; `blocks` is its start.
Tensor<Sym> in_ub(const tik::Move<Sym>& op, const Sym& blocks) {
  return spec::tik::bursts_of(op, Space::ub, blocks * 32, op.dst_stride);
}

// A byte of each operand, with equal steps: their places are equal only if the slack is negative,
// and then such bytes exist.
void equal_steps_overlap(Proof& proof, int64_t slip) {
  const tik::Move<Sym> op = any_move(proof);
  const BurstByte x = any_byte(proof, op, "_x"), y = any_byte(proof, op, "_y");
  const int64_t most_blocks = int64_t{1} << 30;
  const Sym dst = proof.variable("dst_block", 0, most_blocks);
  const Sym src = proof.variable("src_block", 0, most_blocks);
  const Tensor<Sym> a = in_ub(op, dst), b = in_ub(op, src);
  const Sym slack = spec::tik::equal_step_slack(a, b) + slip;

  // x is in the operand that does not start earlier, y in the other one.
  const bool backward(y.at < x.at);
  const ExactArithmetic exact;
  const Sym length = op.burst * 32, period = (op.burst + op.dst_stride) * 32;
  const Sym step = select(op.nburst == 1, length, period);
  const Sym distance = max_of(a.address - b.address, b.address - a.address);
  const Sym skipped = distance / step, into = distance % step;
  // distance = later*step + (y.at - x.at), with a digit of step.
  const Sym later = y.n - x.n;
  const SymBool meet = distance + x.n * step + x.at == y.n * step + y.at;
  proof.prove("quotient and rest",
              implies(meet, backward ? all_of(skipped == later - 1, into == step + y.at - x.at)
                                     : all_of(skipped == later, into == y.at - x.at)),
              {backward ? mixed_radix(skipped, into, later - 1, step + y.at - x.at, step)
                        : mixed_radix(skipped, into, later, y.at - x.at, step)});
  proof.conclude_if("where bytes meet the slack is negative", meet, slack < 0);

  const bool in_this(all_of(skipped < op.nburst, into < length));
  const Sym n = in_this ? skipped : skipped + 1;
  const Sym of_x = in_this ? Sym(0) : step - into, of_y = in_this ? into : Sym(0);
  proof.conclude_if("where it is negative bytes meet", slack < 0,
                    all_of(0 <= n, n < op.nburst, 0 <= of_x, of_x < length, 0 <= of_y,
                           of_y < length, distance + of_x == n * step + of_y),
                    {product_monotone(0, skipped, step)});
}

}  // namespace

std::vector<Theorem> move_theorems() {
  const std::string bursts = "nburst=1..3 burst=1..2 src_stride=0..3 dst_stride=0..3 ";
  const Proof::Limits small = bursts + "linear=0 dst=0 src=0";
  // The operands start at different blocks: in place they may overlap.
  const Proof::Limits apart = bursts + "dst_block=0 src_block=1..9 n_x=0..2 n_y=0..2";
  return {
      plan_theorem(
          "plan.moves",
          "The plans of data_move and of memcpy_1D hold each block of each burst, or each element, "
          "where the document has it, across lanes too, and no other.",
          {"data_move", "bm_atomic_memcpy_1D"}, plan_moves_rows, Fault::gap_start_to_start, small,
          "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 "
          "nburst={nburst} burst={burst} src_stride={src_stride} dst_stride={dst_stride}"),
      slack_theorem("overlap.bursts",
                    "Bursts in the same step share a byte exactly where the slack is negative.",
                    {"data_move"}, equal_steps_overlap, ConstraintId::overlap, 32, apart,
                    "data_move toy dst_space=2 dst={dst_block*32} src_space=2 src={src_block*32} "
                    "dtype=0 sid=0 nburst={nburst} burst={burst} src_stride={dst_stride} "
                    "dst_stride={dst_stride}")};
}

}  // namespace strideproof::solver
