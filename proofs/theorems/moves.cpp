// data_move: its plan moves each byte of each burst, its bounds and the overlap of bursts in equal
// steps are exact.

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
BurstByte any_byte(Proof& proof, const tik::Move<Sym>& op, const std::string& mark = "") {
  namespace spec = strideproof::spec::tik;
  const Sym n = proof.variable("n" + mark, 0, spec::largest_nburst - 1);
  const Sym at = proof.variable("at" + mark, 0, spec::largest_burst * spec::block_bytes - 1);
  proof.given(all_of(n < op.nburst, at < op.burst * spec::block_bytes));
  return {n, at};
}

// ---- the plan ----

void plan_moves_bursts(Proof& proof, const PlanCode& code) {
  const tik::Move<Sym> op = any_move(proof);
  const BurstByte byte = any_byte(proof, op);
  const auto plan = code.plan_of(op);
  const Sym run = proof.variable("run", 0, spec::tik::largest_nburst - 1);
  const Sym of_run = proof.variable("of_run", 0, INT64_MAX);
  proof.given(all_of(run < plan.runs.count, of_run < plan.bytes));

  const ExactArithmetic exact;
  const Sym length = op.burst * 32;
  const auto place = [&](const Sym& start, const Sym& gap, const Sym& n, const Sym& at) {
    return start + n * (op.burst + gap) * 32 + at;
  };
  const auto meets = [&](const Sym& r, const Sym& b, const Sym& n, const Sym& at) {
    return all_of(plan.dst + r * plan.runs.step[0] + b == place(op.dst, op.dst_stride, n, at),
                  plan.src + r * plan.runs.step[1] + b == place(op.src, op.src_stride, n, at));
  };

  const bool joined(op.src_stride + op.dst_stride == 0);
  {
    const Sym r = joined ? Sym(0) : byte.n, b = joined ? byte.n * length + byte.at : byte.at;
    proof.conclude(
        "each byte of a burst is in the plan",
        all_of(0 <= r, r < plan.runs.count, 0 <= b, b < plan.bytes, meets(r, b, byte.n, byte.at)),
        {digits_in_range(byte.n, byte.at, op.nburst, length)});
  }
  const Sym n = joined ? of_run / length : run, at = joined ? of_run % length : of_run;
  proof.conclude("each byte of the plan is one of a burst",
                 all_of(0 <= n, n < op.nburst, 0 <= at, at < length, meets(run, of_run, n, at)),
                 {division(of_run, length), division_below(of_run, op.nburst, length)});
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
  const bool ahead(dst >= src), single(op.nburst == 1), backward(y.at < x.at);
  const ExactArithmetic exact;
  const Sym length = op.burst * 32, period = (op.burst + op.dst_stride) * 32;
  const Sym step = select(op.nburst == 1, length, period);
  const Sym distance = max_of(a.address - b.address, b.address - a.address);
  const Sym skipped = distance / step, into = distance % step;
  proof.prove("one is ahead", ahead ? dst >= src : dst < src);
  proof.prove("a step holds a burst",
              all_of(step >= length, single ? all_of(step == length, op.nburst == 1)
                                            : all_of(step == period, op.nburst > 1)));
  proof.prove("x or y is further in its burst", backward ? y.at < x.at : y.at >= x.at);

  // distance = later*step + (y.at - x.at), with a digit of step.
  const Sym later = y.n - x.n;
  const SymBool meet = distance + x.n * step + x.at == y.n * step + y.at;
  proof.prove("quotient and rest",
              implies(meet, backward ? all_of(skipped == later - 1, into == step + y.at - x.at)
                                     : all_of(skipped == later, into == y.at - x.at)),
              {division(distance, step),
               backward ? mixed_radix(skipped, into, later - 1, step + y.at - x.at, step)
                        : mixed_radix(skipped, into, later, y.at - x.at, step)});
  proof.conclude_if("where bytes meet the slack is negative", meet, slack < 0);

  const bool in_this(all_of(skipped < op.nburst, into < length));
  const Sym n = in_this ? skipped : skipped + 1;
  const Sym of_x = in_this ? Sym(0) : step - into, of_y = in_this ? into : Sym(0);
  proof.conclude_if("where it is negative bytes meet", slack < 0,
                    all_of(0 <= n, n < op.nburst, 0 <= of_x, of_x < length, 0 <= of_y,
                           of_y < length, distance + of_x == n * step + of_y),
                    {division(distance, step), product_monotone(0, skipped, step)});
}

// ---- bounds ----

// The memories of data_move.
Space any_memory(Proof& proof) {
  const int space = any_choice(proof, "space", 3);
  return space == 0 ? Space::system : space == 1 ? Space::ub : Space::l1;
}

void bursts_in_bounds(Proof& proof, int64_t slip) {
  const auto m = any_buffers(proof);
  const Space space = any_memory(proof);
  tik::Move<Sym> op = any_move(proof);
  op.dst_space = static_cast<int64_t>(space);
  const SymBool aligned = spec::slack_of<spec::tik::Spec>(m, op, ConstraintId::dst_aligned) >= 0;
  proof.given(aligned);
  const BurstByte byte = any_byte(proof, op);
  const Sym start = spec::slack_of<spec::tik::Spec>(m, op, ConstraintId::dst_start);
  const Sym end = spec::slack_of<spec::tik::Spec>(m, op, ConstraintId::dst_end) + slip;

  const spec::Tensor<Sym> dst = spec::tik::Spec::tensor(m, op, on_dst);
  const spec::ByteRange<Sym> burst =
      spec::run_at<Sym>(m, dst, spec::row_runs<Sym>(dst, 0), {byte.n, 0, 0, 0});
  const ExactArithmetic exact;
  const Sym period = op.burst + op.dst_stride;
  const auto at = [&](const Sym& n, const Sym& b) { return op.dst + n * period * 32 + b; };
  const Sym any = at(byte.n, byte.at), last = at(op.nburst - 1, op.burst * 32 - 1);
  const auto in_memory = [&](const Sym& of_memory) {
    if (space == Space::system) return in_window(m.windows, op.dst, of_memory);
    const Sym& size = space == Space::ub ? m.ub : m.l1;
    return all_of(op.dst < size, of_memory < size);
  };
  const Facts known = {product_monotone(byte.n, op.nburst - 1, period)};
  proof.conclude(
      "byte t of burst n of the document is byte t of range n of the footprint",
      all_of(burst.lane == 0, burst.size == op.burst * 32, burst.first + byte.at == any));
  conclude_bounds(proof, start, end, in_memory(op.dst), in_memory(any), in_memory(last), known);
}

}  // namespace

std::vector<Theorem> move_theorems() {
  const std::string bursts = "nburst=1..3 burst=1..2 src_stride=0..3 dst_stride=0..3 n=0..2 ";
  const Proof::Limits small = bursts + "dst=0 src=0 of_run=0..200";
  // The operands start at different blocks: in place they may overlap.
  const Proof::Limits apart = bursts + "dst_block=0 src_block=1..9 n_x=0..2 n_y=0..2";
  return {
      plan_theorem("plan.bursts",
                   "The runs of data_move hold each byte of each burst where the document has it, "
                   "and no other.",
                   {"data_move"}, plan_moves_bursts, Fault::gap_start_to_start, small,
                   "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 "
                   "nburst={nburst} burst={burst} src_stride={src_stride} dst_stride={dst_stride}"),
      slack_theorem("overlap.bursts",
                    "Bursts in the same step share a byte exactly where the slack is negative.",
                    {"data_move"}, equal_steps_overlap, ConstraintId::overlap, 32, apart,
                    "data_move toy dst_space=2 dst={dst_block*32} src_space=2 src={src_block*32} "
                    "dtype=0 sid=0 nburst={nburst} burst={burst} src_stride={dst_stride} "
                    "dst_stride={dst_stride}"),
      slack_theorem("extent.bursts",
                    "The footprint of data_move has the bytes of its bursts and no other, and an "
                    "operand is in bounds exactly where each of them is.",
                    {"data_move"}, bursts_in_bounds, ConstraintId::dst_end, 32,
                    "UB=4 L1=8 L0B=16 space=1 dst=0..2047 nburst=2..3 burst=1..2 src_stride=0 "
                    "dst_stride=0..3 n=0..2",
                    "data_move toy dst_space=2 dst={dst} src_space=0 src=0x100000000 dtype=0 sid=0 "
                    "nburst={nburst} burst={burst} src_stride=0 dst_stride={dst_stride}")};
}

}  // namespace strideproof::solver
