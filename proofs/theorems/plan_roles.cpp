// The plan of an operation is the plan of its operands, with the strides and the addresses of their
// layouts.

#include "model/optimized/okk_bdc.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::ColumnStrides;
using optimized::Plan;

// ---- equal plans ----

SymBool same(const ColumnStrides<Sym>& a, const ColumnStrides<Sym>& b) {
  return all_of(a.start == b.start, a.lane == b.lane, a.wrap_at == b.wrap_at, a.wrap == b.wrap,
                a.block == b.block, a.n == b.n, a.h == b.h, a.w == b.w);
}
template <size_t operands>
SymBool same(const optimized::Loops<Sym, operands>& a, const optimized::Loops<Sym, operands>& b) {
  SymBool result = true;
  for (size_t i = 0; i < a.size(); ++i) {
    result = all_of(result, a[i].count == b[i].count);
    for (size_t k = 0; k < operands; ++k) result = all_of(result, a[i].step[k] == b[i].step[k]);
  }
  return result;
}
template <size_t operands>
void conclude_same(Proof& proof, const Plan<Sym, operands>& a, const Plan<Sym, operands>& b) {
  const ExactArithmetic exact;
  const char* const names[] = {"the destination is walked", "the source is walked",
                               "the second source is walked"};
  for (size_t k = 0; k < operands; ++k)
    proof.conclude(names[k], same(a.operands[k], b.operands[k]));
  proof.conclude("in as many columns as lanes hold channels",
                 all_of(a.columns == b.columns, a.extra_columns == b.extra_columns));
  proof.conclude("each with the loops of its height",
                 all_of(same(a.extra_loops, b.extra_loops), same(a.plain_loops, b.plain_loops)));
}

void copies(Proof& proof, const MachineShape<Sym>& m, const Plan<Sym, 2>& plan,
            const Tensor<Sym>& dst, const Tensor<Sym>& src) {
  conclude_same(proof, plan, optimized::copy_plan(m, dst, src));
}
void fills(Proof& proof, const MachineShape<Sym>& m, const Plan<Sym, 1>& plan,
           const Tensor<Sym>& dst) {
  conclude_same(proof, plan, optimized::fill_plan(m, dst));
}

// ---- okk-gdma ----

Dim4<Sym> any_given_strides(Proof& proof, const std::string& mark, bool words = false) {
  const auto stride = [&](const char* name) {
    return proof.variable(name + mark, INT32_MIN, INT32_MAX);
  };
  return {stride("sn"), stride("sc"), stride("sh"), words ? stride("sw") : Sym(1)};
}
okk::Given<Sym> any_given(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                          const std::string& mark) {
  const bool local = any_bool(proof, "local" + mark);
  const bool null = any_bool(proof, "null" + mark);
  const Space space = local ? Space::local : Space::system;
  const Address a = any_address(proof, m, space, element_bytes, "A" + mark);
  return {space, a.value, {null, any_given_strides(proof, mark)}};
}

void okk(Proof& proof, const PlanCode& code, bool fill) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const okk::Given<Sym> dst = any_given(proof, m, es, "");
  if (fill) {
    const okk::View<Sym> v = {es, any_shape(proof), dst, dst, dst, 0, on_dst};
    return fills(proof, m, code.fill_plan(m, v), spec::okk::operand_of(m, v, on_dst));
  }
  const okk::Given<Sym> src = any_given(proof, m, es, "'");
  const okk::View<Sym> v = {es, any_shape(proof), dst, src, src, 0, on_dst | on_src};
  copies(proof, m, code.copy_plan(m, v), spec::okk::operand_of(m, v, on_dst),
         spec::okk::operand_of(m, v, on_src));
}

// ---- bm-atomic: from the start lanes that it names ----

void bm(Proof& proof, const PlanCode& code, bool fill) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Dim4<Sym> shape = any_shape(proof);
  if (fill) {
    const bool local = any_bool(proof, "local");
    const Address dst = any_named_start(proof, m, local);
    const bm_atomic::Fill4D<Sym> p = {dst.start.offset, shape,         any_u32_strides(proof), 0,
                                      format,           local ? 1 : 0, dst.start.lane};
    return fills(proof, m, code.plan_of(m, p), spec::bm_atomic::operand_of(m, p, on_dst));
  }
  const bm_atomic::Tensor4D<Sym> p = any_copy_4D(proof, m, format, shape, false);
  copies(proof, m, code.plan_of(m, p), spec::bm_atomic::operand_of(m, p, on_dst),
         spec::bm_atomic::operand_of(m, p, on_src));
}

// ---- matrices, in two parts ----

void matrix(Proof& proof, const PlanCode& code) {
  const bool of_bm = any_bool(proof, "bm");
  const AnyFormat width = any_format(proof);
  const int64_t es = width.element_bytes;
  const auto m = any_machine(proof, Space::local, es);
  const Address local = any_named_start(proof, m, true);
  const bool to_local = any_bool(proof, "local");
  const bm_atomic::Matrix2D<Sym> op = any_matrix(proof, local, width.format, to_local, false);
  const okk_gdma::Matrix<Sym> p = straight_matrix(local.value, op);
  const auto plan = of_bm ? code.plan_of(m, op) : code.plan_of(m, p, es);
  const auto parts = optimized::parts_of(m, p, es);
  const auto is_copied = [&](const Plan<Sym, 2>& of_part, const optimized::MatrixPart<Sym>& part) {
    copies(proof, m, of_part, to_local ? part.local : part.system,
           to_local ? part.system : part.local);
  };
  is_copied(plan.full, parts.full);
  is_copied(plan.partial, parts.partial);
}

// ---- okk-bdc ----

// "src_0 by src_1", "src by C", "C by src": operand a of the plan is combined with, or shifted by,
// operand b.
void words(Proof& proof, const PlanCode& code) {
  constexpr int kinds = 12;
  const auto m = any_machine(proof, Space::local, okk_bdc::element_bytes);
  const auto kind = static_cast<okk_bdc::Kind>(any_choice(proof, "operation", kinds));
  const bool null = any_bool(proof, "null");
  const auto given = [&](const std::string& mark) -> okk::Given<Sym> {
    const Address a = any_address(proof, m, Space::local, okk_bdc::element_bytes, "A" + mark);
    return {Space::local, a.value, {null, any_given_strides(proof, mark, true)}};
  };
  const okk::View<Sym> view = {
      okk_bdc::element_bytes, any_shape(proof), given(""), given("'"), given("''"), 0, on_all};
  const auto plan = code.plan_of(m, kind, view);
  const auto walk = [&](Operands which) {
    return optimized::walk_of(m, m.lanes, spec::okk::operand_of(m, view, which));
  };
  const auto C = optimized::constant_walk(m.lanes);
  const bool of_C = okk_bdc::shifts_C(kind);
  const auto a = of_C ? C : walk(on_src);
  const auto b = okk_bdc::is_binary(kind) ? walk(on_src1) : of_C ? walk(on_src) : C;
  conclude_same(proof, plan,
                optimized::plan_of_walks<Sym, 3>(m.lanes, view.shape, {walk(on_dst), a, b}));
  const Sym any_column = proof.variable("column", 0, most_extent);
  proof.conclude(
      "a constant stays where it is",
      all_of(column_start(C, any_column) == 0, C.block == 0, C.n == 0, C.h == 0, C.w == 0));
}

// ---- the theorem ----

void plan_is_that_of_operands(Proof& proof, const PlanCode& code) {
  switch (any_choice(proof, "kind", 6)) {
    case 0: return okk(proof, code, false);
    case 1: return okk(proof, code, true);
    case 2: return bm(proof, code, false);
    case 3: return bm(proof, code, true);
    case 4: return matrix(proof, code);
    default: return words(proof, code);
  }
}

}  // namespace

std::vector<Theorem> role_theorems() {
  return {plan_theorem(
      "plan.roles",
      "The plan of a copy, a fill, a part of a matrix or an operation on words is the plan of the "
      "operands that the document names, along the strides given or those of the layout, from the "
      "start lanes that the call names; a constant is an operand that stays where it is.",
      {"okk_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_2D"}, plan_is_that_of_operands,
      Fault::source_as_destination,
      "kind=0 local=1 local'=1 null=1 null'=1 N=1 C=2..4 H=1 W=4 A=0 A'=64..128",
      "okk_gdma_8bit_cpy_L2L toy dst_addr={A} src_addr={A'} shape={N},{C},{H},{W} dst_stride=null "
      "src_stride=null")};
}

}  // namespace strideproof::solver
