#include <algorithm>

#include "mutants/common.h"
#include "mutants/plan.h"
#include "spec/spec.h"

// The faults of okk-gdma outside the address plan. They wrap the implementation: how it interprets
// a case, which cases it accepts, and how it changes memory.

namespace strideproof::mutants {
namespace {

// ---- the parameters ----

void mistake_parameters(Case& c) {
  if (has(Fault::dst_stride_for_src)) assign(c, "src_stride", "dst_stride");
  if (int64_t* src = given(c, "src_stride"); has(Fault::n_c_strides_swapped) && src)
    std::swap(src[0], src[1]);
  if (has(Fault::constant_truncated) && c.operation->parameter("C")) c["C"] &= 0xffff;
}

ConstraintResults evaluate(Case c) {
  if (has(Fault::w_stride_accepted))
    for (int64_t* stride : {given(c, "dst_stride"), given(c, "src_stride")})
      if (stride != nullptr && stride[3] == 2) stride[3] = 1;
  if (has(Fault::row_overlap_accepted) && c.operation->parameter("row_stride"))
    c["row_stride"] = std::max(c["row_stride"], c["cols"]);
  return misjudged(c, spec::evaluate(c));
}

// ---- memory ----

bool keeps_upper_bits(const Case& c) {
  if (okk_gdma::kind(*c.operation) != okk_gdma::Kind::cpy) return false;
  return has(Fault::carry_lost) ||
         (has(Fault::carry_off_unit) && c["dst_addr"] % c.profile->unit_bytes != 0);
}

// Copies so that both addresses keep the upper 32 bits of their start.
void copy_without_carry(Machine& machine, const Case& c) {
  const auto v = okk::view_of(*c.operation, c.arguments);
  copy_bytes(machine, c, [&](Operands which, uint8_t* at) {
    constexpr int64_t carry = int64_t{1} << 32;
    const auto& [space, start, stride] = spec::okk::given_of(v, which);
    uint8_t* const base = machine.base(space);
    return base + start / carry * carry + (at - base) % carry;
  });
}

// Runs lose their last element if channels of dst wrap and a row ends with a tail.
template <size_t count>
void lose_tails(const MachineShape<int64_t>& m, const Tensor<int64_t>& dst,
                Plan<int64_t, count>& plan) {
  constexpr int64_t vector = 32;
  const int64_t row = dst.shape.w * dst.element_bytes, lane = spec::start_of(m, dst.address).lane;
  if (dst.space == Space::system || lane + dst.shape.c <= m.lanes) return;
  if (row < vector || row % vector == 0) return;
  for (Loops<int64_t, count>* loops : {&plan.extra_loops, &plan.plain_loops}) {
    *loops = optimized::nest_of(*loops).loops;
    --(*loops)[0].count;
  }
}

struct MutantOperands : MutantCopies {
  using MutantCopies::plan_of;
  static auto operand_of(const auto&... values) { return mutants::operand_of(active(), values...); }
  static auto plan_of(const MachineShape<int64_t>& m, const auto& operands) {
    auto plan = MutantCopies::plan_of(m, operands);
    if (has(Fault::wrap_with_tail)) lose_tails(m, std::get<0>(operands), plan);
    return plan;
  }
};

}  // namespace

Result run_okk_gdma(Machine& machine, const Case& given_case) {
  Case c = given_case;
  mistake_parameters(c);
  return run_on_tensors(machine, c, evaluate(c), [&] {
    if (keeps_upper_bits(c))
      copy_without_carry(machine, c);
    else
      optimized::execute_okk_gdma<MutantOperands>(machine, c);
  });
}

}  // namespace strideproof::mutants
