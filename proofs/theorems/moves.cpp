// data_move: the overlap of bursts in equal steps is exact.

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/tik.h"

namespace strideproof::solver {
namespace {

using spec::Tensor;

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
  return {formula_theorem(
      "overlap.bursts", "Bursts in the same step share a byte exactly where the slack is negative.",
      {"data_move"}, equal_steps_overlap,
      // The operands start at different blocks: in place they may overlap.
      {slack_control(ConstraintId::overlap, 32,
                     "nburst=1..3 burst=1..2 src_stride=0..3 dst_stride=0..3 dst_block=0 "
                     "src_block=1..9 n_x=0..2 n_y=0..2",
                     "data_move toy dst_space=2 dst={dst_block*32} src_space=2 "
                     "src={src_block*32} dtype=0 sid=0 nburst={nburst} burst={burst} "
                     "src_stride={dst_stride} dst_stride={dst_stride}")})};
}

}  // namespace strideproof::solver
