// Operands whose layouts go through runs_of: the words and masks of mask_memcpy_4D, and tensors that
// memcpy_4D converts or gives another shape.

#include "proofs/theorems/plans.h"

namespace strideproof::solver {
namespace {

// Any element of the operand has its place, and the layout has no other element.
void conclude_layout(Proof& proof, const MachineShape<Sym>& m,
                     const optimized::ByteLayout<Sym>& layout, const Tensor<Sym>& t,
                     const Dim4<Sym>& shape, const Dim4<Sym>& at) {
  const ExactArithmetic exact;
  conclude_place(proof, m, optimized::address_of(layout, at), t, at);
  const auto& [n, c, h, w] = layout.shape;
  proof.conclude("the layout has the shape of the case",
                 all_of(n == shape.n, c == shape.c, h == shape.h, w == shape.w));
  const auto& [start, first, lanes, lane, block] = layout.channels;
  proof.conclude("its first channel is in one of its lanes", all_of(0 <= first, first < lanes));
}

}  // namespace

// At an offset of their own in the same lane.
void masked(Proof& proof, const PlanCode& code) {
  const auto m = any_machine(proof, Space::local, bm_atomic::mask_word_bytes);
  const Address data = any_start(proof, m);
  const Address mask =
      start_at(proof, m, data.start.lane, proof.variable("mask", 0, most_lane_bytes - 1));
  const Dim4<Sym> shape = any_shape(proof), at = any_indices(proof, shape);
  const bm_atomic::MaskedCopy<Sym> op = {data.start.offset, mask.start.offset, data.start.lane, 0,
                                         shape};
  const auto [words, masks] = code.plan_of(m, op);
  const auto operand = [&](Operands which) {
    return exactly([&] { return spec::bm_atomic::operand_of(m, op, which); });
  };
  conclude_layout(proof, m, words, operand(on_src), shape, at);
  conclude_layout(proof, m, masks, operand(on_src1), shape, at);
}

void converted(Proof& proof, const PlanCode& code) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Dim4<Sym> shape = any_shape(proof);
  const Tensor<Sym> t = any_tensor(proof, m, es, shape).t;
  conclude_layout(proof, m, code.layout_of(m, t), t, shape, any_indices(proof, shape));
}

}  // namespace strideproof::solver
