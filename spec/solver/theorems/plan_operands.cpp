// Operands: the strides that the plan goes by, and what follows where two operands start together.

#include "spec/solver/theorems/plan_unknowns.h"
#include "spec/tensor_sharing.h"

namespace strideproof::solver::plans {
namespace {

Dim4<Sym> any_shape(Proof& proof) {
  const auto extent = [&](const char* name) { return proof.variable(name, 1, extents); };
  return {extent("N"), extent("C"), extent("H"), extent("W")};
}

// NULL is the default layout, anything else is as given.
template <class Plant>
void strides(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const Space space = proof.variable("local", 0, 1) == 1 ? Space::local : Space::system;
  const bool null(proof.variable("null", 0, 1) == 1);
  const Operand<Sym> o = operand(proof, space);
  if (space == Space::local) in_a_lane(proof, m, o.address);
  const Dim4<Sym> shape = any_shape(proof);

  const okk_gdma::Stride<Sym> given = {null, o.stride};
  const Dim4<Sym> spec = spec::okk_gdma::strides_of(m, space, es, o.address, shape, given);
  const Operand<Sym> plan = optimized::operand_of<Plant>(m, es, space, o.address, shape, given);
  optimized::walk_of<Plant>(m, m.lanes, es, plan);  // steps of default layouts do not overflow
  const ExactArithmetic exact;
  proof.conclude("the layout's address and strides",
                 all_of(plan.address == o.address, plan.stride.n == spec.n, plan.stride.c == spec.c,
                        plan.stride.h == spec.h, plan.stride.w == spec.w));
}

// Legal operands of a copy share no byte, or each element lies where its source lies: of the former
// only the first elements are spoken of.
template <class Plant>
void starting_together(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const Space space = proof.variable("local", 0, 1) == 1 ? Space::local : Space::system;
  const Operand<Sym> dst = operand(proof, space), src = operand(proof, space, "src.");
  const Dim4<Sym> shape = any_shape(proof);
  const auto& [n, c, h, w] = byte_of_element(proof, es).at;
  proof.given(all_of(n < shape.n, c < shape.c, h < shape.h, w < shape.w));
  if (space == Space::local) {
    in_a_lane(proof, m, dst.address);
    in_a_lane(proof, m, src.address);
  }

  auto to = tensor_of(dst, es), from = tensor_of(src, es);
  to.shape = from.shape = shape;
  const auto flat = [&](const spec::Tensor<Sym>& t, const Dim4<Sym>& at) {
    const spec::Place<Sym> place = spec::place_of(m, t, at);
    return place.lane * m.lane_bytes + place.byte;
  };
  const Dim4<Sym> first = {Sym(0), Sym(0), Sym(0), Sym(0)};
  const Fact apart_or_same = proof.given(
      any_of(spec::same_map(m, to, from), negation(flat(to, first) == flat(from, first))));
  const Walk<Sym> dst_walk = optimized::walk_of<Plant>(m, m.lanes, es, dst);
  const Walk<Sym> src_walk = optimized::walk_of<Plant>(m, m.lanes, es, src);
  const Fact together = proof.given(dst_walk.start == src_walk.start);
  const Sym there = flat(to, {n, c, h, w}), here = flat(from, {n, c, h, w});

  const ExactArithmetic exact;
  const Fact same_start = proof.prove("one address", dst.address == src.address, {together});
  proof.prove("one map", spec::same_map(m, to, from), {apart_or_same, same_start});
  proof.conclude("each element lies where its source lies", there == here);
}

}  // namespace

std::vector<Theorem> operands() {
  const Proof::Limits one_element = {{"N", {1, 1}},        {"C", {1, 1}},     {"H", {1, 1}},
                                     {"W", {1, 1}},        {"local", {1, 1}}, {"A", {0, 100}},
                                     {"src.A", {256, 400}}};
  const Proof::Limits two_batches = {{"N", {2, 2}},    {"C", {1, 4}},     {"H", {1, 1}},
                                     {"W", {1, 1}},    {"local", {1, 1}}, {"null", {1, 1}},
                                     {"A", {513, 600}}};
  return {
      {"plan.operands.strides",
       "A plan goes by the strides given, or where there are none by those of the default layout, "
       "and its steps fit 64 bits.",
       operations_of([](okk_gdma::Kind kind) { return !is_matrix(kind); }), strides<Sound>,
       control(Fault::n_stride_ignores_start_lane,
               strides<With<Fault::n_stride_ignores_start_lane>>, toy(two_batches),
               [](const Model& model) {
                 return fill_line(1, shape_of(model), {Space::local, model["A"], {}});
               })},
      {"plan.operands.starting_together",
       "Where the operands of a copy, which share no byte unless they are the same tensor, start "
       "at one address, each element lies where its source lies, and nothing needs copying.",
       operations_of(
           [](okk_gdma::Kind kind) { return is_copy(kind) && dst_space(kind) == src_space(kind); }),
       starting_together<Sound>,
       control(Fault::start_lane_ignored, starting_together<With<Fault::start_lane_ignored>>,
               toy(one_element), [](const Model& model) {
                 return copy_line(1, shape_of(model), {Space::local, model["A"], {}},
                                  {Space::local, model["src.A"], {}});
               })}};
}

}  // namespace strideproof::solver::plans
