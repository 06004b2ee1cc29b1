// Where operands start and end.

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/tik.h"

namespace strideproof::solver {

namespace {

// The last byte belongs to an element, and no element reaches further. So the operand ends in its
// memory iff every element does.
void last_byte_is_last(Proof& proof, const AnyOperand& x, int64_t slip) {
  const Tensor<Sym>& t = x.t;
  const Dim4<Sym>&shape = t.shape, &s = t.stride;
  const Sym start = x.address.start.lane, last_channel = start + (shape.c - 1);
  const bool local = t.space == Space::local;

  const Element e = any_element(proof, x);
  const Sym end_of_e = spec::place_of(x.m, t, e.at).byte + (t.element_bytes - 1);
  const Sym last = spec::last_byte(x.m, t);
  const Sym slack = spec::end_slack(x.m, t) + slip;
  const Sym allowed = spec::last_allowed(x.m, t.space, t.address);

  // The last channel of the last block row holds the last element, unless it is narrower than the
  // channel in the lane before.
  const bool alone = static_cast<bool>(
      any_of(SymBool(!local), shape.c == 1, spec::lane_of(x.m, start, shape.c - 1) == 0));
  const Dim4<Sym> at = {shape.n - 1, alone ? shape.c - 1 : shape.c - 2, shape.h - 1,
                        (alone ? t.last_width : shape.w) - 1};
  const Sym end_of_last = spec::place_of(x.m, t, at).byte + (t.element_bytes - 1);

  const ExactArithmetic exact;
  if (local) {
    const Sym& lanes = x.m.lanes;
    proof.prove("the last element lies in the last block row",
                (start + at.c) / lanes == x.last_block,
                {division_of_digits(x.last_block, last_channel % lanes - 1, lanes)});
  }
  proof.conclude("no element reaches past the last byte", end_of_e <= last,
                 {steps_up_to_the_last(e.at.n, shape.n - 1, s.n),
                  steps_up_to_the_last(e.block, x.last_block, s.c),
                  steps_up_to_the_last(e.at.h, shape.h - 1, s.h),
                  steps_up_to_the_last(e.at.w, shape.w - 1, s.w),
                  product_monotone(e.block, x.last_block - 1, s.c)});
  proof.conclude("an element ends with the last byte", end_of_last == last);
  proof.conclude("which is an element", all_of(0 <= at.c, 0 <= at.w));
  proof.conclude_if("where the slack is not negative each element exists", slack >= 0,
                    end_of_e <= allowed);
  proof.conclude("where it is negative that element does not exist",
                 (slack < 0) == (end_of_last > allowed));
}

void tensor_extent(Proof& proof, int64_t slip) {
  const AnyTensor x = any_tensor(proof, true);
  // A step of a block row clears a row that is wider than the last one.
  proof.given(any_of(x.t.last_width == x.t.shape.w, x.t.stride.c >= x.t.shape.w));
  last_byte_is_last(proof, any_operand(x), slip);
}

// A block of data_move in a buffer exists iff the slack of its start is >= 0.
void block_exists(Proof& proof, Space buffer, int64_t slip) {
  const auto m = any_buffers(proof);
  tik::Move<Sym> op;
  op.dst_space = static_cast<int>(buffer);
  op.dst = proof.variable("A", 0, memory_end - 1);
  proof.given(op.dst % spec::tik::block_bytes == 0);
  const Sym slack = spec::tik::Spec::start(m, op, on_dst) + slip;
  proof.conclude("the block exists", (slack >= 0) == (op.dst < spec::buffer_bytes(m, buffer)));
}

// The slack of a start is >= 0 iff the lane, or window, of the address exists.
void start_exists(Proof& proof, int64_t slip) {
  const Space space = any_memory(proof);
  const bool local = space == Space::local;
  if (!local && space != Space::system) return block_exists(proof, space, slip);
  const auto m =
      local ? any_machine(proof, Space::local, 1) : MachineShape<Sym>{1, 1, 1, any_windows(proof)};
  const Sym a = proof.variable("A", 0, INT64_MAX);
  const Sym slack = spec::start_slack(m, space, a) + slip;
  SymBool in_window = false;
  for (const Window& window : m.windows)
    in_window = any_of(in_window, all_of(window.first <= a, a < window.end()));
  proof.conclude("its lane or a window exists",
                 (slack >= 0) == (local ? a / m.lane_bytes < m.lanes : in_window),
                 {division_below(a, m.lanes, m.lane_bytes)});
}

}  // namespace

std::vector<Theorem> extent_theorems() {
  return {slack_theorem(
              "extent.start",
              "An address is accepted exactly where its lane, its window, or its block of a buffer "
              "exists.",
              {"okk_gdma_*", "bm_atomic_memcpy_1D", "data_move"}, start_exists,
              ConstraintId::dst_start, 1, "memory=1 A=0..2000",
              "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape=1,1,1,1 dst_stride=null"),
          slack_theorem("extent.tensor",
                        "The last byte of a tensor in lanes, system memory, flat memory or a "
                        "buffer is touched, no byte past it is, and the tensor is in bounds "
                        "exactly where each element is; whatever the w stride, and though the "
                        "last channel of a matrix in lanes be partly filled.",
                        {"okk_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D", "bm_atomic_cwtrans",
                         "bm_atomic_mask_memcpy_4D", "bm_atomic_memcpy_1D", "data_move", "asc_*"},
                        tensor_extent, ConstraintId::dst_end, 1,
                        "memory=1 A=16 N=1..2 C=1..6 H=1..2 W=1 sn=0..400 sc=0..20 sh=0..10 sw=1",
                        "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape={N},{C},{H},{W} "
                        "dst_stride={sn},{sc},{sh},1")};
}
}  // namespace strideproof::solver
