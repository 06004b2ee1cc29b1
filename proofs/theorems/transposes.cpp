// The transposing copy: its plan moves each element to its place in the document, the transposition
// is a bijection and its own inverse, and the overlap of fractals is exact.

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/asc.h"

namespace strideproof::solver {
namespace {

// Any legal values. The proof forks over the width of dtype.
struct AnyTranspose {
  asc::Transpose<Sym> op;
  int64_t element_bytes, columns, fractals;  // columns of a fractal; fractals of a square
};
AnyTranspose any_transpose(Proof& proof) {
  namespace spec = strideproof::spec::asc;
  asc::Transpose<Sym> op;
  op.dst = proof.variable("dst", 0, INT32_MAX);
  op.src = proof.variable("src", 0, INT32_MAX);
  op.index_id = proof.variable("index_id", 0, UINT16_MAX);
  op.repeat = proof.variable("repeat", 0, UINT8_MAX);
  op.src_stride = proof.variable("src_stride", 0, UINT16_MAX);
  op.dst_stride = proof.variable("dst_stride", 0, UINT16_MAX);
  op.dtype = proof.variable("dtype", 0, asc::dtype_count - 1);
  const bool b8(spec::is_b8(op.dtype)), b16(spec::is_b16(op.dtype));
  // 16-bit elements ignore the parameter: any value of 64 bits is legal.
  op.dst_frac_stride =
      proof.variable("dst_frac_stride", 0, b16 ? INT64_MAX : spec::largest_frac_stride);
  const int64_t es = b8 ? 1 : b16 ? 2 : 4;
  return {op, es, 32 / es, b16 ? 1 : 2};
}

// Any iteration of the case, a variable of this name.
Sym any_iteration(Proof& proof, const asc::Transpose<Sym>& op, const std::string& name) {
  const Sym i = proof.variable(name, 0, UINT8_MAX - 1);
  proof.given(i < op.repeat);
  return i;
}

// ---- the plan ----

void conclude_involution(Proof& proof, const PlanCode& code, const AnyTranspose& any) {
  const int64_t columns = any.columns, size = any.fractals * 16 * columns;
  const auto transposed = [&](const Sym& element) {
    return code.source_element(any.op.dtype, element / (16 * columns), element / columns % 16,
                               element % columns);
  };
  const Sym e = proof.variable("element", 0, size - 1), once = transposed(e);
  proof.conclude("the transposed element is in the square", all_of(0 <= once, once < size));
  proof.conclude("the transposition is its own inverse", transposed(once) == e);
}

// A tile has K rows of 2*K elements. Its element (row, column) is element (column, row) of its
// place in the source.
void plan_transposes(Proof& proof, const PlanCode& code) {
  const AnyTranspose any = any_transpose(proof);
  if (any_bool(proof, "involution")) return conclude_involution(proof, code, any);
  const asc::Transpose<Sym>& op = any.op;
  const int64_t es = any.element_bytes, columns = any.columns, fractals = any.fractals;
  const bool words = es == 4;
  const auto plan = code.plan_of(es, op);
  const int64_t K = 16 / es;
  // A tile: the half of the columns, of the rows, and the fractal of src; the iteration.
  const std::array<Sym, 4> tile = {
      any_choice(proof, "half", 2), words ? any_choice(proof, "half_of_rows", 2) : 0,
      words ? any_choice(proof, "of_src", 2) : 0, any_iteration(proof, op, "i")};
  const Sym row = proof.variable("row", 0, K - 1), column = proof.variable("column", 0, 2 * K - 1);
  Sym to = plan.dst + row * 32 + column * es, from = plan.src + column * 32 + row * es;
  for (size_t k = 0; k < tile.size(); ++k) {
    to = to + tile[k] * plan.loops[k].step[0];
    from = from + tile[k] * plan.loops[k].step[1];
  }
  // The fractal of the tile, and its first row there.
  const auto& [half, rows, of_src, i] = tile;
  const Sym f = es == 1 ? half : rows, r = row + (es == 1   ? Sym(0)
                                                  : es == 2 ? half * 8
                                                            : of_src * 8 + half * 4);
  const auto m = any_buffers(proof);
  const Tensor<Sym> dst = spec::asc::operand_of(op, on_dst),
                    src = spec::asc::operand_of(op, on_src);
  const auto element = spec::place_of(m, dst, {i, f, r, column * es}),
             first = spec::place_of(m, src, {i, 0, 0, 0});

  const ExactArithmetic exact;
  const Sym fractal = op.dst + (i * (op.dst_stride + 1) + f * (op.dst_frac_stride + 1)) * 512;
  const Sym square = op.src + (op.index_id + i * op.src_stride) * fractals * 512;
  proof.conclude("an element of a tile goes where the document has it",
                 all_of(to == fractal + es * (r * columns + column),
                        from == square + es * spec::asc::source_element(op.dtype, f, r, column)));
  proof.conclude("the fractals of the document are those of dst",
                 element.byte == fractal + r * 32 + column * es);
  proof.conclude("its squares are those of src", first.byte == square);
  for (const Dim4<Sym>& shape : {dst.shape, src.shape})
    proof.conclude("a tensor has as many of them",
                   all_of(shape.n == op.repeat, shape.c == fractals, shape.h == 16, shape.w == 32));

  // And each element of each fractal is in one tile.
  const Sym F = proof.variable("fractal", 0, fractals - 1),
            R = proof.variable("row_in_fractal", 0, 15);
  const std::array<Sym, 3> of = {es == 1 ? F
                                 : words ? R / 4 % 2
                                         : R / 8,
                                 words ? F : Sym(0), words ? R / 8 : Sym(0)};
  SymBool in_plan = plan.loops[3].count == op.repeat;
  for (size_t k = 0; k < of.size(); ++k)
    in_plan = all_of(in_plan, 0 <= of[k], of[k] < plan.loops[k].count);
  proof.conclude("each element is in a tile", in_plan);
  proof.conclude_if("and in no other", all_of(f == F, r == R),
                    all_of(half == of[0], rows == of[1], of_src == of[2], row == R % K));
}

// ---- the overlap ----

// Byte x of fractal (i, f) and byte y of fractal (k, g) coincide only if the fractals are one or
// the slack is negative. If it is negative, two different fractals coincide. `slip` is the error of
// the control.
void fractals_overlap(Proof& proof, const Mutant& mutant) {
  const AnyTranspose any = any_transpose(proof);
  const asc::Transpose<Sym>& op = any.op;
  const int64_t fractals = any.fractals;
  const Sym i = any_iteration(proof, op, "i"), k = any_iteration(proof, op, "k");
  const Sym x = proof.variable("x", 0, 511), y = proof.variable("y", 0, 511);
  const bool f = fractals == 2 && any_bool(proof, "f");
  const bool g = fractals == 2 && any_bool(proof, "g");
  const Sym slack = spec::asc::fractal_slack(spec::asc::operand_of(op, on_dst)) + mutant.slip;

  const ExactArithmetic exact;
  const Sym A = op.dst_stride + 1, B = op.dst_frac_stride + 1;
  const auto fractal = [&](const Sym& iteration, bool second) {
    return iteration * A + (second ? B : Sym(0));
  };

  const SymBool meet = fractal(i, f) * 512 + x == fractal(k, g) * 512 + y;
  const SymBool same = f == g ? i == k : SymBool(false);
  // If one is a first and the other a second fractal, B = steps * A with steps < repeat.
  const Sym steps = f ? k - i : i - k;

  proof.conclude_if("if two fractals share a byte, the slack is negative",
                    all_of(meet, negation(same)), slack < 0,
                    {mixed_radix(steps, 0, B / A, B % A, A), division(B, A),
                     mixed_radix(i, 0, k, 0, A), product_monotone(steps, 0, A)});
  if (fractals == 1) return;
  const Sym met = B / A;
  proof.conclude_if("if the slack is negative, two fractals share a byte", slack < 0,
                    all_of(1 <= met, met < op.repeat, fractal(0, true) == fractal(met, false)),
                    {division(B, A)});
}

}  // namespace

std::vector<Theorem> transpose_theorems() {
  const std::string small =
      "dst=0 src=0 index_id=0..1 src_stride=0..1 dst_stride=0..3 dst_frac_stride=0..3 ";
  const std::string one =
      "asc_copy_l12l0b_trans toy dst=0 src=0 index_id={index_id} repeat=1 src_stride=0 "
      "dst_stride=0 addrmode=0 dst_frac_stride={dst_frac_stride} dtype={dtype}";
  return {
      theorem(
          "plan.squares",
          "The tiles of the transposing copy hold each element of each fractal, and copy it from "
          "its source to its destination address in the document. The fractals and squares of the "
          "document are the channels and batches of the tensors. The transposition is a bijection "
          "of the elements of a square and its own inverse.",
          {"asc_*"}, plan_transposes,
          {{Fault::word_halves_exchanged, small + "involution=0 repeat=1 dtype=4", one},
           {Fault::half_square_not_swapped, small + "involution=1 repeat=1 dtype=0..3", one}}),
      theorem("overlap.fractals", "Fractals share a byte exactly where the slack is negative.",
              {"asc_*"}, fractals_overlap,
              {slack_control(ConstraintId::dst_overlap, 1, small + "repeat=1..4 dtype=0..6",
                             "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat={repeat} "
                             "src_stride=0 dst_stride={dst_stride} addrmode=0 "
                             "dst_frac_stride={dst_frac_stride} dtype={dtype}")})};
}

}  // namespace strideproof::solver
