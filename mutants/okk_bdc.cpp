#include "mutants/okk_bdc.h"

#include <cstring>
#include <utility>

#include "mutants/common.h"
#include "spec/spec.h"

// The faults of okk-bdc outside the operation on a word and the address plan. They wrap the
// implementation: how it interprets a case, which cases it accepts, and which other memory it
// changes. At the end: the plan with its faults, executed.

namespace strideproof::mutants {
namespace {

using namespace strideproof::okk_bdc;

// ---- the parameters ----

// The 32 bits as a value of the type of C.
int64_t as_constant(const Case& c, uint32_t bits) {
  return c.operation->parameter("C")->type == CType::i32
             ? static_cast<int64_t>(static_cast<int32_t>(bits))
             : static_cast<int64_t>(bits);
}

void mistake_parameters(Case& c) {
  using enum Fault;
  const bool binary = is_binary(kind(*c.operation));
  switch (active()) {
    case dst_stride_of_src: return assign(c, "dst_stride", binary ? "src0_stride" : "src_stride");
    case src1_stride_of_src0: return assign(c, "src1_stride", "src0_stride");
    case src1_address_of_src0: return assign(c, "src1_addr", "src0_addr");
    case bdc_constant_truncated: c["C"] = as_constant(c, c["C"] & 0xffff); break;
    case bdc_constant_reversed: c["C"] = as_constant(c, __builtin_bswap32(c["C"])); break;
    default: break;
  }
}

// ---- what is accepted and rejected ----

constexpr uint64_t of_counts = bit(ConstraintId::counts_min) | bit(ConstraintId::counts_max);

// The value for which a fault takes a count.
int64_t misread(int64_t count) {
  switch (active()) {
    case Fault::count_33_accepted: return count == 33 ? 32 : count;
    case Fault::count_minus_33_accepted: return count == -33 ? -32 : count;
    case Fault::count_smallest_accepted: return count == INT32_MIN ? 0 : count;
    case Fault::counts_read_in_16_bits: return static_cast<int16_t>(count);
    default: return count;
  }
}

// The labels of counts that are violated, but not for the values that a fault reads.
uint64_t misread_counts(Machine& machine, const Case& c) {
  uint64_t labels = of_counts;
  each_element(machine, c, c.operation->counts, element_bytes, [&](const uint8_t* at) {
    int32_t word = 0;
    std::memcpy(&word, at, sizeof word);
    const int64_t count = misread(word);
    if (count < -largest_count) labels &= ~bit(ConstraintId::counts_min);
    if (count > largest_count) labels &= ~bit(ConstraintId::counts_max);
  });
  return labels;
}

// The violated labels that a fault does not see. Contents are read only where every byte exists.
uint64_t accepted(Machine& machine, const Case& c, uint64_t violated) {
  constexpr uint64_t other_lane =
      bit(ConstraintId::src_same_lane) | bit(ConstraintId::src1_same_lane);
  switch (active()) {
    case Fault::src1_overlap_accepted: return bit(ConstraintId::src1_overlap);
    case Fault::counts_unchecked: return of_counts;
    case Fault::other_lane_accepted: return (violated & ~other_lane) == 0 ? other_lane : 0;
    default: {
      const bool only_counts = violated != 0 && (violated & ~of_counts) == 0;
      return only_counts ? misread_counts(machine, c) : 0;
    }
  }
}

uint64_t rejected(Case c) {
  using enum Fault;
  using enum ConstraintId;
  switch (active()) {
    case sources_overlap_rejected:
      return label_if(
          c["src0_addr"] != c["src1_addr"] && spec::common_bytes(c, on_src, c, on_src1) > 0,
          src1_overlap);
    case c_4095_rejected: return label_if((&c["shape"])[1] == 4095, shape_c_max);
    default: return 0;
  }
}

ConstraintResults evaluate(Machine& machine, Case c) {
  if (shifts_by_C(kind(*c.operation))) c["C"] = misread(c["C"]);
  const ConstraintResults right =
      spec::evaluate(c, [&] { return optimized::counts_in(machine, c); });
  return misjudged(c, right, right.legal() ? rejected(c) : accepted(machine, c, right.violated));
}

// ---- words ----

template <Function function>
void compute_words(const optimized::WordLoop& run, uint8_t* dst, const uint8_t* a,
                   const uint8_t* b) {
  const optimized::baseline::WordTags one;
  for (int64_t i = 0; i < run.count; ++i, dst += run.step[0], a += run.step[1], b += run.step[2]) {
    int32_t x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    // A fault accepts counts that no shift takes: they become others.
    if (function >= Function::arithmetic_shift) y %= largest_count + 1;
    x = GetLane(applied<function>(active(), one, Set(one.ints, x), Set(one.ints, y)));
    std::memcpy(dst, &x, sizeof x);
  }
}

optimized::Compute compute_of(Function function, const optimized::WordLoop&) {
  return optimized::with_function(
      function, []<Function f>() -> optimized::Compute { return compute_words<f>; });
}

// Runs the plan with the active fault, word by word.
void execute_words(Machine& machine, const Case& c) {
  const okk_bdc::Kind k = okk_bdc::kind(*c.operation);
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto v = okk::view_of(*c.operation, c.arguments);
  auto C = static_cast<uint32_t>(v.C);
  optimized::Pointers<3> bases = optimized::bases_of(machine, k, C);
  if (has(Fault::sources_swapped)) std::swap(bases[1], bases[2]);
  optimized::compute(okk_bdc::function(k), plan_of(active(), m, k, v), bases,
                     has(Fault::none) ? optimized::compute_of : compute_of);
}

}  // namespace

Result run_okk_bdc(Machine& machine, const Case& given_case) {
  Case c = given_case;
  mistake_parameters(c);
  return run_on_tensors(machine, c, evaluate(machine, c), [&] { execute_words(machine, c); });
}

}  // namespace strideproof::mutants
