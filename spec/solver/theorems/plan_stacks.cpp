// Stacks: channel c is the (c div lanes)-th of stack c mod lanes, and nothing else is in a stack.

#include "spec/solver/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {
namespace {

// The channels that a nest of one byte a channel visits.
Sym height(const Nest<Sym>& nest) {
  Sym count(1);
  for (int i = 0; i < nest.depth; ++i) count = count * nest.loops[static_cast<size_t>(i)].count;
  return count;
}

template <class Plant>
void channels(Proof& proof) {
  const auto divide = proof.use(lemmas::division);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto monotone = proof.use(lemmas::product_monotone);

  const MachineShape<Sym> m = machine(proof);
  const Sym C = proof.variable("C", 1, extents);
  const Operand<Sym> o = operand(proof, Space::local);
  in_a_lane(proof, m, o.address);
  // Both the other extents and the element size are 1: stacks do not depend on them.
  const optimized::Plan<Sym> plan =
      optimized::copy_plan<Plant>(m, 1, Dim4<Sym>{Sym(1), C, Sym(1), Sym(1)}, o, o);
  const Sym tall = height(plan.tall_nest), low = height(plan.low_nest);

  const ExactArithmetic exact;
  const Sym& X = m.lanes;
  const auto in_plan = [&](const Sym& k, const Sym& l) {
    return all_of(0 <= l, l < plan.stacks, 0 <= k, k < select(l < plan.tall, tall, low));
  };
  const Sym c = proof.variable("c", 0, extents - 1), k = c / X, l = c % X;
  const Sym any_k = proof.variable("k", 0, extents), any_l = proof.variable("l", 0, extents);
  const Fact of_tensor = proof.given(c < C);
  const Fact of_plan = proof.given(in_plan(any_k, any_l));
  const Fact domain = proof.prove("domain", all_of(1 <= X, 1 <= C, 0 <= c, 0 <= any_l, 0 <= any_k));

  const Fact whole =
      proof.prove("C = K*X + T", all_of(C == C / X * X + C % X, 0 <= C % X, C % X < X, 0 <= C / X),
                  {domain, divide.instance(C, X)});
  const Fact decoded = proof.prove("c = k*X + l", all_of(c == k * X + l, 0 <= l, l < X, 0 <= k),
                                   {domain, divide.instance(c, X)});
  proof.conclude(
      "a channel of the tensor is in its stack", in_plan(k, l),
      {domain, of_tensor, whole, decoded, monotone.instance(C / X, k, X),
       monotone.instance(C / X + 1, k, X), monotone.instance(k, 0, X), monotone.instance(0, k, X)});
  const Sym channel = any_k * X + any_l;
  const Fact inside = proof.prove("what is in a stack is a channel of the tensor",
                                  all_of(0 <= channel, channel < C, any_l < X),
                                  {domain, of_plan, whole, monotone.instance(any_k + 1, C / X, X),
                                   monotone.instance(any_k, C / X, X),
                                   monotone.instance(0, any_k, X), monotone.instance(0, C / X, X)});
  proof.conclude("and of no other place in the stacks",
                 all_of(0 <= channel, channel < C, channel / X == any_k, channel % X == any_l),
                 {domain, inside, of_plan, divide.instance(channel, X),
                  radix.instance(any_k, any_l, channel / X, channel % X, X)});
}

}  // namespace

std::vector<Theorem> stacks() {
  return {{"plan.stacks.channels",
           "Channel c is the (c div lanes)-th of stack c mod lanes, and the stacks of a plan hold "
           "each channel of the tensor once and nothing else.",
           operations_of([](okk_gdma::Kind) { return true; }), channels<Sound>,
           control(Fault::lone_channel_lost, channels<With<Fault::lone_channel_lost>>,
                   toy({{"C", {1, 9}}, {"sc", {1, 8}}, {"A", {0, 100}}}), [](const Model& model) {
                     return fill_line(
                         1, {1, model["C"], 1, 1},
                         {Space::local, model["A"], Dim4<int64_t>{0, model["sc"], 0, 1}});
                   })}};
}

}  // namespace strideproof::solver::plans
