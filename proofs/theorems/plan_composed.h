#pragma once
// A plan of a copy or a fill of any operands, the places that it visits, and the nests of its
// groups.

#include <optional>
#include <vector>

#include "proofs/theorems/domain.h"
#include "proofs/theorems/plan_cited.h"
#include "proofs/theorems/plan_walks.h"

namespace strideproof::solver::plans {

struct AnyPlan {
  struct Side {
    OperandView<Sym> operand;
    std::optional<Fact> start;  // of an operand in local memory: in_a_lane
    ColumnStrides<Sym> walk;
  };
  MachineShape<Sym> m;
  int64_t element_bytes;
  Dim4<Sym> shape;
  Sym lanes;
  std::vector<Side> sides;  // a fill has only the destination
  optimized::Plan<Sym> plan;
  AnyColumns columns;
};

// A path for each space, or pair of them.
template <class Mutation, bool is_fill>
AnyPlan any_plan(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const auto any_side = [&](const std::string& mark) {
    const bool local(proof.variable(mark + "local", 0, 1) == 1);
    AnyPlan::Side side = {operand(proof, local ? Space::local : Space::system, mark), {}, {}};
    if (local) side.start = in_a_lane(proof, m, side.operand.address);
    return side;
  };
  std::vector<AnyPlan::Side> sides = {any_side("")};
  if (!is_fill) sides.push_back(any_side("src."));
  const auto &dst = sides.front(), &src = sides.back();
  const Dim4<Sym> shape = any_shape(proof);
  const auto plan =
      is_fill ? optimized::fill_plan<Kept<Mutation>>(m, es, shape, dst.operand)
              : optimized::copy_plan<Kept<Mutation>>(m, es, shape, dst.operand, src.operand);
  const Sym lanes = dst.start || src.start ? m.lanes : Sym(1);
  sides.back().walk = plan.src;
  sides.front().walk = plan.dst;
  return {m,
          es,
          shape,
          lanes,
          sides,
          plan,
          {plan.columns, plan.tall, plan.tall_nest.loops[2].count, plan.low_nest.loops[2].count}};
}

// The place of the byte in the layout, and the Fact that the plan visits it.
struct Visited {
  std::vector<Sym> places;
  Facts walks;
};
Visited visited(Proof& proof, const AnyPlan& any, const Byte& byte);

// The byte of step k of column s, byte `at` of row h of batch n, and the facts about it.
struct Met {
  Byte byte;
  std::vector<Sym> places;  // as in visited()
  Facts facts;
};
Met met_in_column(Proof& proof, const AnyPlan& any, const Sym& s, const Sym& k, const Sym& n,
                  const Sym& h, const Sym& at, const Fact& in_column);

// The premises that the plan is legal: its operands end in memory, and rows and batches of a copy's
// destination that share a byte are equal. Cites plan.operands.steps for them.
Facts legal(Proof& proof, const AnyPlan& any);

// The plan meets the premises of plan.groups.
Facts banded(Proof& proof, const AnyPlan& any);
// The start of column s of group b in an operand: s - b steps after the start of the group.
Sym start_in_group(const ColumnStrides<Sym>& walk, const Sym& b, const Sym& s);

// The columns of the group that starts with column b and share its nest, and the premises of
// plan.nest and plan.fill.
struct AnyNest {
  AnyColumn column;
  SymBool legal;
};
AnyNest nest_of_group(const AnyPlan& any, const Sym& b);
// The nest of the group in the plan consists of these loops: optimized::nest_of chooses by the
// start of the group, as in plan.groups; the plan's own loops are compared.
Fact nest_is_of_the_plan(Proof& proof, const AnyPlan& any, const Sym& b, const AnyNest& nest);
// The group meets the premises of plan.nest and plan.fill; `group`: b is one of the columns.
Fact nest_is_legal(Proof& proof, const AnyPlan& any, const Sym& b, const AnyNest& nest,
                   const Facts& legal, const Fact& group);

}  // namespace strideproof::solver::plans
