// Operands: the strides and the steps of the plan.

#include "proofs/theorems/domain.h"
#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {
namespace {

// NULL is the default layout; other strides are as given.
template <class Code>
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
  const OperandView<Sym> plan = Code::operand_of(m, es, space, o.address, shape, given);
  Code::walk_of(m, m.lanes, es, plan);  // steps of default layouts do not overflow
  const ExactArithmetic exact;
  proof.conclude("the layout's address and strides",
                 all_of(plan.address == o.address, plan.stride.n == spec.n, plan.stride.c == spec.c,
                        plan.stride.h == spec.h, plan.stride.w == spec.w));
}

// The assumptions of nests about legal operands (plan_nest.cpp, plan_fill.cpp): steps from element
// to element are not negative, those of a destination are not 0, and no loop overflows, not even
// one with the extra channel that some columns lack. Operands are the tensors of a plan, or the
// parts of a matrix (plan.roles.matrix); a part without channels has no columns.
template <class Code>
void steps(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const Space space = proof.variable("local", 0, 1) == 1 ? Space::local : Space::system;
  // Given strides have 32 bits, those of bm-atomic unsigned; default layouts have longer ones.
  const auto given = [&](const char* name, int64_t most) {
    return proof.variable(name, lowest_stride, most);
  };
  const Dim4<Sym> stride = {given("sn", int64_t{1} << 50), given("sc", int64_t{1} << 33),
                            given("sh", UINT32_MAX), Sym(1)};
  const Sym address = proof.variable("A", 0, highest_address);
  if (space == Space::local) in_a_lane(proof, m, address);
  const Dim4<Sym> shape = any_shape(proof);
  const OperandView<Sym> o =
      Code::operand_of(m, es, space, address, shape, okk_gdma::Stride<Sym>{false, stride});
  const spec::Tensor<Sym> t = {space, es, address, shape, stride, shape.w};
  proof.given(all_of(any_of(shape.n == 1, stride.n >= 0), any_of(shape.c == 1, stride.c >= 0),
                     any_of(shape.h == 1, stride.h >= 0)));
  proof.given(spec::last_byte(m, t) < memory_end);

  const bool alone(space == Space::system && bool(proof.variable("alone", 0, 1) == 1));
  const Sym lanes = alone ? Sym(1) : m.lanes;
  const ColumnStrides<Sym> walk = Code::walk_of(m, lanes, es, o);
  const ExactArithmetic exact;
  const auto near = [](const Sym& x, int64_t most) { return all_of(-most <= x, x <= most); };
  const auto fits = [&](const char* claim, const Sym& extent, const Sym& step, const Sym& each,
                        const Dim4<Sym>& second) {
    const Sym byte = spec::place_of(m, t, {Sym(0), Sym(0), Sym(0), Sym(0)}).byte;
    proof.conclude_if(claim, extent != 1,
                      all_of(step == es * each, 0 <= step, step <= longest_step,
                             any_of(byte == spec::place_of(m, t, second).byte, step > 0)));
  };
  const Sym k = shape.c / lanes;
  proof.conclude("from channel to channel, and one on",
                 all_of(near(walk.block, widest_step), near(walk.block * k, far),
                        near(walk.block * (k + 1), far), any_of(shape.c == 1, walk.block >= 0)));
  proof.conclude("no step is wider than a nest takes",
                 all_of(near(walk.h, widest_step), near(walk.n, widest_step)));
  fits("from row to row", shape.h, walk.h, stride.h, {Sym(0), Sym(0), Sym(1), Sym(0)});
  fits("from batch to batch", shape.n, walk.n, stride.n, {Sym(1), Sym(0), Sym(0), Sym(0)});
}

// Two batches of a few channels in the default layout, from lane 2 on.
const Proof::Limits two_batches = {{"N", {2, 2}},    {"C", {1, 4}},     {"H", {1, 1}},
                                   {"W", {1, 1}},    {"local", {1, 1}}, {"null", {1, 1}},
                                   {"A", {513, 600}}};
template <Fault fault>
Control strides_control() {
  return control(fault, strides<Mutated<fault>>, toy(two_batches), [](const Model& model) {
    return fill_line(1, shape_of(model), {Space::local, model["A"], {}});
  });
}

}  // namespace

std::vector<Theorem> operands() {
  return {
      {"plan.operands.strides",
       "A plan goes by the strides given, or where there are none by those of the default layout, "
       "and its steps fit 64 bits.",
       operations_of([](okk_gdma::Kind kind) { return !is_matrix(kind); }), strides<Shipped>,
       strides_control<Fault::n_stride_ignores_start_lane>()},
      {"plan.operands.steps",
       "The steps from element to element of a legal operand are what nests take for granted: none "
       "is negative, no loop of them overflows, and where two elements lie apart theirs is not 0.",
       operations_matching({"okk_gdma_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_2D"}),
       steps<Shipped>,
       control(
           Fault::broadcast_as_default, steps<Mutated<Fault::broadcast_as_default>>,
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
           })}};
}

}  // namespace strideproof::solver::plans
