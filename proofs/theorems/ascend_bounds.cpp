// data_move and the transposing copy: the bytes of an operand, and that it is in bounds iff each of
// them is.

#include "proofs/theorems/ascend.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using Moves = spec::tik::Spec;
using Transposes = spec::asc::Spec;

// The memories of data_move.
Space any_memory(Proof& proof) {
  const int space = any_choice(proof, "space", 3);
  return space == 0 ? Space::system : space == 1 ? Space::ub : Space::l1;
}

// ---- data_move ----

void bursts_in_bounds(Proof& proof, int64_t slip) {
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto m = any_buffers(proof);
  const Space space = any_memory(proof);
  tik::Move<Sym> op = any_move(proof);
  op.dst_space = static_cast<int64_t>(space);
  const SymBool aligned = spec::slack_of<Moves>(m, op, ConstraintId::dst_aligned) >= 0;
  proof.given(aligned);
  const BurstByte byte = any_byte(proof, op);
  const Sym start = spec::slack_of<Moves>(m, op, ConstraintId::dst_start);
  const Sym end = spec::slack_of<Moves>(m, op, ConstraintId::dst_end) + slip;

  const spec::Tensor<Sym> dst = Moves::tensor(m, op, on_dst);
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
  const Facts known = {monotone(byte.n, op.nburst - 1, period)};
  proof.conclude(
      "byte t of burst n of the document is byte t of range n of the footprint",
      all_of(burst.lane == 0, burst.size == op.burst * 32, burst.first + byte.at == any));
  conclude_bounds(proof, start, end, in_memory(op.dst), in_memory(any), in_memory(last), known);
}

// ---- the transposing copy ----

void squares_in_bounds(Proof& proof, int64_t slip) {
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto m = any_buffers(proof);
  const AnyTranspose any = any_transpose(proof);
  const asc::Transpose<Sym>& op = any.op;
  const Sym i = proof.variable("i", 0, UINT8_MAX - 1), f = proof.variable("f", 0, any.fractals - 1),
            h = proof.variable("h", 0, 15);
  proof.given(i < op.repeat);
  const Sym dst = spec::slack_of<Transposes>(m, op, ConstraintId::dst_end) + slip;
  const Sym src = spec::slack_of<Transposes>(m, op, ConstraintId::src_end);
  const bool second(f == 1);
  const auto row_of = [&](Operands which) {
    const spec::Tensor<Sym> t = Transposes::tensor(m, op, which);
    const Sym fractal(second ? 1 : 0);
    return spec::run_at<Sym>(m, t, spec::row_runs<Sym>(t, fractal), {i, fractal, h, 0});
  };
  const auto written = row_of(on_dst), read = row_of(on_src);
  const Dim4<Sym> shape = Transposes::tensor(m, op, on_dst).shape;
  const ExactArithmetic exact;
  const int64_t square = any.fractals * 512;
  const auto fractal_end = [&](const Sym& k, const Sym& of) {
    return op.dst + (k * (op.dst_stride + 1) + of * (op.dst_frac_stride + 1) + 1) * 512;
  };
  const auto square_end = [&](const Sym& k) {
    return op.src + (op.index_id + k * op.src_stride + 1) * square;
  };
  const Sym last = op.repeat - 1;
  const Facts known = {monotone(i, last, op.dst_stride), monotone(i, last, op.src_stride)};
  const Sym to_end = 512 - h * 32;  // of the fractal, from row h
  proof.conclude(
      "the rows of the footprint are those of the fractals and squares of the document",
      all_of(shape.n == op.repeat, shape.c == any.fractals, shape.h == 16, shape.w == 32,
             written.lane == 0, written.size == 32,
             written.first + to_end == fractal_end(i, second ? 1 : 0), read.lane == 0,
             read.size == 32, read.first + to_end + (second ? 0 : square - 512) == square_end(i)));
  proof.conclude_if("where the slack of the end is not negative each fractal exists", dst >= 0,
                    fractal_end(i, second ? 1 : 0) <= m.l0b, known);
  proof.conclude_if("where it is negative the last one does not", dst < 0,
                    m.l0b < fractal_end(last, any.fractals - 1), known);
  proof.conclude_if("each square exists where the slack of its end is not negative", src >= 0,
                    square_end(i) <= m.l1, known);
  proof.conclude_if("where it is negative the last square does not", src < 0,
                    m.l1 < square_end(last), known);
}

}  // namespace

std::vector<Theorem> ascend_bound_theorems() {
  // The buffers of profile toy, in units of 512 bytes.
  const std::string buffers = "UB=4 L1=8 L0B=16 ";
  return {
      slack_theorem(
          "extent.bursts",
          "The footprint of data_move has the bytes of its bursts and no other, and an operand is "
          "in bounds exactly where each of them is.",
          {"data_move"}, bursts_in_bounds, ConstraintId::dst_end, 32,
          buffers + "space=1 dst=0..2047 N=2..3 L=1..2 S=0 D=0..3 n=0..2",
          "data_move toy dst_space=2 dst={dst} src_space=0 src=0x100000000 dtype=0 sid=0 "
          "nburst={N} burst={L} src_stride=0 dst_stride={D}"),
      slack_theorem(
          "extent.squares",
          "The footprint of the transposing copy has the bytes of its fractals and squares and no "
          "other, and an operand is in bounds exactly where each of them is.",
          {"asc_*"}, squares_in_bounds, ConstraintId::dst_end, 512,
          buffers + "repeat=1..2 dtype=4..6 dst=7680 src=0 index=0 S=0 D=0..3 F=0..3",
          "asc_copy_l12l0b_trans toy dst={dst} src=0 index_id=0 repeat={repeat} src_stride=0 "
          "dst_stride={D} addrmode=0 dst_frac_stride={F} dtype={dtype}")};
}

}  // namespace strideproof::solver
