// Operands: the strides of the plan, and the consequences if two operands start together.

#include "proofs/theorems/plan_cited.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver::plans {
namespace {

// NULL is the default layout; other strides are as given.
template <class Mutation>
void strides(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const Space space = proof.variable("local", 0, 1) == 1 ? Space::local : Space::system;
  const bool null(proof.variable("null", 0, 1) == 1);
  const OperandView<Sym> o = operand(proof, space);
  if (space == Space::local) in_a_lane(proof, m, o.address);
  const Dim4<Sym> shape = any_shape(proof);

  const okk_gdma::Stride<Sym> given = {null, o.stride};
  const Dim4<Sym> spec = spec::okk_gdma::strides_of(m, space, es, o.address, shape, given);
  const OperandView<Sym> plan =
      optimized::operand_of<Mutation>(m, es, space, o.address, shape, given);
  optimized::walk_of<Mutation>(m, m.lanes, es, plan);  // steps of default layouts do not overflow
  const ExactArithmetic exact;
  proof.conclude("the layout's address and strides",
                 all_of(plan.address == o.address, plan.stride.n == spec.n, plan.stride.c == spec.c,
                        plan.stride.h == spec.h, plan.stride.w == spec.w));
}

// The assumptions of nests about legal operands (plan_nest.cpp, plan_fill.cpp): steps from element
// to element are not negative, those of a destination are not 0, and no loop overflows, not even
// one with the extra channel that some columns lack. Operands are the tensors of a plan, or the
// parts of a matrix (plan.roles.matrix); a part without channels has no columns.
template <class Mutation>
void steps(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const Space space = proof.variable("local", 0, 1) == 1 ? Space::local : Space::system;
  Values values(proof);
  const Dim4<Sym> given = given_strides(values);
  const Sym address = proof.variable("A", 0, highest_address);
  if (space == Space::local) in_a_lane(proof, m, address);
  const Dim4<Sym> shape = any_shape(proof);
  const OperandView<Sym> o =
      optimized::operand_of<Mutation>(m, es, space, address, shape, {false, given});
  const spec::Tensor<Sym> tensor = {space, es, address, shape, given, shape.w};
  legal_operand(values, m, tensor);

  const bool alone(space == Space::system && bool(proof.variable("alone", 0, 1) == 1));
  const Sym lanes = alone ? Sym(1) : m.lanes;
  const ColumnStrides<Sym> walk = optimized::walk_of<Mutation>(m, lanes, es, o);
  const Granted grants = granted(m, tensor, walk, lanes);
  proof.conclude("from channel to channel, and one on", grants.channels);
  proof.conclude("no step is wider than a nest takes", grants.width);
  proof.conclude_if("from row to row", shape.h != 1, grants.rows);
  proof.conclude_if("from batch to batch", shape.n != 1, grants.batches);
}

// Legal operands of a copy share no byte, or each element has the place of its source. In the
// former case only the first elements are used.
template <class Mutation>
void starting_together(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const Space space = proof.variable("local", 0, 1) == 1 ? Space::local : Space::system;
  const OperandView<Sym> dst = operand(proof, space), src = operand(proof, space, "src.");
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
    const spec::ElementPlace<Sym> place = spec::place_of(m, t, at);
    return place.lane * m.lane_bytes + place.byte;
  };
  const Dim4<Sym> first = {Sym(0), Sym(0), Sym(0), Sym(0)};
  const Fact apart_or_same = proof.given(
      any_of(spec::maps_onto_itself(m, to, from), negation(flat(to, first) == flat(from, first))));
  const ColumnStrides<Sym> dst_walk = optimized::walk_of<Mutation>(m, m.lanes, es, dst);
  const ColumnStrides<Sym> src_walk = optimized::walk_of<Mutation>(m, m.lanes, es, src);
  const Fact together = proof.given(dst_walk.start == src_walk.start);
  const Sym there = flat(to, {n, c, h, w}), here = flat(from, {n, c, h, w});

  const ExactArithmetic exact;
  const Fact same_start = proof.prove("one address", dst.address == src.address, {together});
  proof.prove("one map", spec::maps_onto_itself(m, to, from), {apart_or_same, same_start});
  proof.conclude("each element lies where its source lies", there == here);
}

// Two batches of a few channels in the default layout, from lane 2 on.
const Proof::Limits two_batches = {{"N", {2, 2}},    {"C", {1, 4}},     {"H", {1, 1}},
                                   {"W", {1, 1}},    {"local", {1, 1}}, {"null", {1, 1}},
                                   {"A", {513, 600}}};
template <Fault fault>
Control strides_control() {
  return control(fault, strides<With<fault>>, toy(two_batches), [](const Model& model) {
    return fill_line(1, shape_of(model), {Space::local, model["A"], {}});
  });
}

}  // namespace

std::vector<Theorem> operands() {
  const Proof::Limits one_element = {{"N", {1, 1}},        {"C", {1, 1}},     {"H", {1, 1}},
                                     {"W", {1, 1}},        {"local", {1, 1}}, {"A", {0, 100}},
                                     {"src.A", {256, 400}}};
  return {
      {"plan.operands.strides",
       "A plan goes by the strides given, or where there are none by those of the default layout, "
       "and its steps fit 64 bits.",
       operations_of([](okk_gdma::Kind kind) { return !is_matrix(kind); }), strides<Original>,
       strides_control<Fault::n_stride_ignores_start_lane>()},
      {"plan.operands.steps",
       "The steps from element to element of a legal operand are what nests take for granted: none "
       "is negative, no loop of them overflows, and where two elements lie apart theirs is not 0.",
       operations_matching({"okk_gdma_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_2D"}),
       steps<Original>,
       control(
           Fault::broadcast_as_default, steps<With<Fault::broadcast_as_default>>,
           toy({{"N", {1, 1}},
                {"C", {1, 1}},
                {"H", {2, 2}},
                {"W", {1, 1}},
                {"sn", {0, 0}},
                {"sc", {0, 0}},
                {"sh", {0, 0}},
                {"local", {1, 1}},
                {"A", {0, 100}}}),
           [](const Model& model) {
             return fill_line(1, shape_of(model), {Space::local, model["A"], strides_of(model)});
           })},
      {"plan.operands.starting_together",
       "Where the operands of a copy, which share no byte unless they are the same tensor, start "
       "at one address, each element lies where its source lies, and nothing needs copying.",
       with_others(operations_of([](okk_gdma::Kind kind) {
                     return is_copy(kind) && dst_space(kind) == src_space(kind);
                   }),
                   {"bm_atomic_memcpy_4D"}),
       starting_together<Original>,
       control(Fault::start_lane_ignored, starting_together<With<Fault::start_lane_ignored>>,
               toy(one_element), [](const Model& model) {
                 return copy_line(1, shape_of(model), {Space::local, model["A"], {}},
                                  {Space::local, model["src.A"], {}});
               })}};
}

std::vector<Control> operand_controls() {
  return {strides_control<Fault::channels_unaligned>(), strides_control<Fault::half_unit>()};
}

}  // namespace strideproof::solver::plans
