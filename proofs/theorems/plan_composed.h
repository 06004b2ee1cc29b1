#pragma once
// A plan of a copy or a fill of any operands, where its walks come by, and the nests of its groups.

#include <optional>
#include <vector>

#include "proofs/theorems/domain.h"
#include "proofs/theorems/plan_cited.h"
#include "proofs/theorems/plan_walks.h"

namespace strideproof::solver::plans {

struct AnyPlan {
  struct Side {
    OperandView<Sym> operand;
    std::optional<Fact> start;  // of one in local memory: in_a_lane
    ColumnStrides<Sym> walk;
  };
  MachineShape<Sym> m;
  int64_t element_bytes;
  Dim4<Sym> shape;
  Sym lanes;
  std::vector<Side> sides;  // of a fill the destination alone
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

// Where the layout has the byte, and that the walks come by.
struct Visited {
  std::vector<Sym> places;
  Facts walks;
};
Visited visited(Proof& proof, const AnyPlan& any, const Byte& byte);

// The byte that step k of column s, and in it byte `at` of row h of batch n, is of; and what is known of it.
struct Met {
  Byte byte;
  std::vector<Sym> places;  // as visited() has them
  Facts facts;
};
Met met_in_column(Proof& proof, const AnyPlan& any, const Sym& s, const Sym& k, const Sym& n,
                  const Sym& h, const Sym& at, const Fact& in_column);

// The premises that it is legal: its operands end in memory, and rows and batches of the destination of a
// copy that share a byte are one. What plan.operands.steps says of them.
Facts legal(Proof& proof, const AnyPlan& any);

// That the plan is one that plan.groups speaks of.
Facts banded(Proof& proof, const AnyPlan& any);
// Where column s of group b starts, in an operand: as many steps behind the start of the group.
Sym start_in_group(const ColumnStrides<Sym>& walk, const Sym& b, const Sym& s);

// The columns of the group that starts with column b, whose nest they have, and what plan.nest and plan.fill ask
// of them.
struct AnyNest {
  AnyColumn column;
  SymBool legal;
};
AnyNest nest_of_group(const AnyPlan& any, const Sym& b);
// That the nest of the group in the plan itself is made of these loops: optimized::nest_of chooses by where
// the group starts, as plan.groups has it, and it is the plan's own loops that are compared.
Fact nest_is_of_the_plan(Proof& proof, const AnyPlan& any, const Sym& b, const AnyNest& nest);
// That it is what plan.nest and plan.fill ask for; `group`: b is one of the columns.
Fact nest_is_legal(Proof& proof, const AnyPlan& any, const Sym& b, const AnyNest& nest,
                   const Facts& legal, const Fact& group);

}  // namespace strideproof::solver::plans
