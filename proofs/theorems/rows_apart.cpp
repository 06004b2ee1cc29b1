// Written rows share no byte if the constraint on their stride holds: rows of a matrix in system
// memory, and rows that cwtrans writes.

#include <fmt/format.h>

#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/bm_atomic_slack.h"

namespace strideproof::solver {
namespace {

using bm_atomic::Direction;
using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

enum Function { gdma_matrix, bm_matrix, cwtrans, functions };

// The written rows: `count` rows that begin `stride` apart.
struct Written {
  AnyOperand x;
  Sym count, stride;
  Fact clear;  // the constraint
};

template <class Mutation>
Written any_written(Proof& proof) {
  const int function = any_choice(proof, "function", functions);
  AnyFormat width{0, spec::okk_gdma::matrix_element_bytes};
  if (function != gdma_matrix) width = any_format(proof);
  const int64_t es = width.element_bytes;
  const bool local = function == cwtrans;
  const auto m = any_machine(proof, local ? Space::local : Space::system, es);
  const Address a = any_address(proof, m, local ? Space::local : Space::system, es);
  const Sym rows = proof.variable("rows", 1, most_extent),
            cols = proof.variable("cols", 1, most_extent);
  const auto clear = [&](const Sym& slack) { return proof.given(slack >= 0); };
  if (function == gdma_matrix) {
    const Sym stride = proof.variable("stride", INT32_MIN, INT32_MAX);
    const okk_gdma::Matrix<Sym> op = {Space::system, Space::local, a.value, 0,
                                      rows,          cols,         1,       stride};
    using okk_gdma::ConstraintId;
    proof.given(spec::okk_gdma::slack<Sym, Mutation>(m, op, ConstraintId::row_stride_min) >= 0);
    const Fact apart =
        clear(spec::okk_gdma::slack<Sym, Mutation>(m, op, ConstraintId::row_stride_cols));
    return {any_operand(proof, m, a, spec::okk_gdma::dst_of(m, op)), rows, stride, apart};
  }
  const Sym stride = proof.variable("stride", 0, any_u32);
  using bm_atomic::ConstraintId;
  if (function == bm_matrix) {
    const bm_atomic::Matrix2D<Sym> op = {a.value,
                                         0,
                                         0,
                                         rows,
                                         cols,
                                         stride,
                                         1,
                                         width.format,
                                         selector(Direction::L2S),
                                         proof.variable("transpose", 0, 1),
                                         0};
    const Fact apart =
        clear(spec::bm_atomic::slack<Sym, Mutation>(m, op, ConstraintId::row_stride_col));
    return {any_operand(proof, m, a, spec::bm_atomic::operand_of(m, op, on_src)), rows, stride,
            apart};
  }
  // dst has as many rows as the source has columns.
  const bm_atomic::CWTranspose<Sym> op = {
      a.start.offset, a.start.lane, a.start.offset, a.start.lane, cols, rows, width.format, 0,
      stride};
  const Fact apart =
      clear(spec::bm_atomic::slack<Sym, Mutation>(m, op, ConstraintId::dst_c_stride_min));
  const Tensor<Sym> dst = at_address(proof, spec::bm_atomic::operand_of(m, op, on_dst), a);
  return {any_operand(proof, m, a, dst), rows, stride, apart};
}

template <class Mutation = Original>
void written_rows_are_apart(Proof& proof) {
  const auto [x, count, stride, constraint] = any_written<Mutation>(proof);
  const bool local = x.t.space == Space::local;
  const Element a = any_element(proof, x), b = any_element(proof, x, "'");
  const Sym rest = proof.variable("rest", 0, x.t.element_bytes - 1),
            rest_b = proof.variable("rest'", 0, x.t.element_bytes - 1);
  const auto at = spec::place_of(x.m, x.t, a.at), to = spec::place_of(x.m, x.t, b.at);
  const Fact shared = proof.given(all_of(at.lane == to.lane, at.byte + rest == to.byte + rest_b));

  const auto radix = proof.use(lemmas::mixed_radix);
  const auto equal = proof.use(equal_factors);
  const auto quotients = proof.use(equal_quotients);
  const ExactArithmetic exact;
  const Sym &p = local ? a.block : a.at.n, &q = local ? b.block : b.at.n;
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes;
  const Facts known = a.known + b.known + bounds_of(proof, {rest, rest_b}) + Facts{shared};
  const Fact clear = proof.prove("a row ends before the next begins",
                                 any_of(count == 1, x.t.shape.w <= stride), {constraint});
  const Fact number =
      proof.prove("the same number of element", p * stride + a.at.w == q * stride + b.at.w, known);
  const Fact single =
      proof.prove("a single row is one", implies(count == 1, p == q),
                  known + Facts{quotients.instance(start + a.at.c, start + b.at.c, lanes)});
  const Fact row = proof.prove("the same row", all_of(p == q, a.at.w == b.at.w),
                               known + Facts{clear, number, single, equal.instance(p, q, stride),
                                             radix.instance(p, a.at.w, q, b.at.w, stride)});
  proof.conclude("the same element",
                 all_of(a.at.n == b.at.n, a.at.c == b.at.c, a.at.h == b.at.h, a.at.w == b.at.w),
                 known + Facts{row});
}

// ---- controls ----

std::string gdma_rows(const Model& v) {
  return fmt::format(
      "okk_gdma_32bit_matrix_L2S toy dst_addr={} src_addr=0 rows={} cols={} cols_per_channel={} "
      "row_stride={}",
      toy_window, v["rows"], v["cols"], v["cols"], v["stride"]);
}
std::string bm_rows(const Model& v) {
  return matrix_line(0, 0, {v["rows"], v["cols"], v["stride"], v["cols"], 2, 1, 0});
}
std::string cwtrans_rows(const Model& v) {
  return fmt::format(
      "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c={} "
      "src_w={} format=2 src_c_stride={} dst_c_stride={}",
      v["cols"], v["rows"], v["rows"], v["stride"]);
}

// The formula accepts a case that the reference rejects.
template <class Mutation, auto label>
bool rows_pass(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto passes = [&](const auto& planted, const auto& sound) {
    return planted >= 0 && sound < 0 && violates(c, label);
  };
  if constexpr (std::is_same_v<decltype(label), okk_gdma::ConstraintId>)
    return passes(spec::okk_gdma::slack<int64_t, Mutation>(m, *c.operation, c.arguments, label),
                  spec::okk_gdma::slack(m, *c.operation, c.arguments, label));
  else
    return passes(spec::bm_atomic::slack<int64_t, Mutation>(m, *c.operation, c.arguments, label),
                  spec::bm_atomic::slack(m, *c.operation, c.arguments, label));
}

using OneShort = Mutant<FormulaFault::row_stride_one_short>;

template <auto label>
Control rows_may_meet(int function, std::string (*line)(const Model&)) {
  return {"rows may meet in one element", written_rows_are_apart<OneShort>,
          toy_limits({{"function", {function, function}},
                      {"rows", {2, 5}},
                      {"cols", {1, 3}},
                      {"transpose", {0, 0}},
                      {"stride", {0, 4}}}),
          line, rows_pass<OneShort, label>};
}

}  // namespace

std::vector<Theorem> row_theorems() {
  return {
      {"overlap.rows",
       "Where the constraint of row_stride, or of dst_c_stride, holds, the rows that are "
       "written share no byte.",
       operations_matching({"okk_gdma_*_matrix_L2S", "bm_atomic_memcpy_2D", "bm_atomic_cwtrans"}),
       written_rows_are_apart<>,
       rows_may_meet<okk_gdma::ConstraintId::row_stride_cols>(gdma_matrix, gdma_rows)}};
}

std::vector<Control> row_controls() {
  return {rows_may_meet<bm_atomic::ConstraintId::row_stride_col>(bm_matrix, bm_rows),
          rows_may_meet<bm_atomic::ConstraintId::dst_c_stride_min>(cwtrans, cwtrans_rows)};
}

}  // namespace strideproof::solver
