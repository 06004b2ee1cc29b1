// "32-Bit Binary Functions" of OKKernel, in plain loops. Quotations are the document's sentences;
// where the document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/okk_bdc.h"

#include <algorithm>
#include <vector>

#include "model/reference/choices.h"
#include "model/reference/families.h"
#include "model/reference/marking.h"
#include "model/reference/tensor.h"

namespace strideproof::reference {
namespace {

using namespace okk_bdc;

// An operand as the call gives it.
struct Operand {
  Operands which;
  int64_t address;
  Stride<int64_t> stride;
};

struct Call {
  Kind kind;
  Index shape;
  Operand dst;
  std::vector<Operand> sources;
  int64_t C = 0;
};

Call call_of(const Case& c) {
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  Call call{kind(*c.operation),
            v.shape,
            {on_dst, v.dst.address, v.dst.stride},
            {{on_src, v.src.address, v.src.stride}},
            v.C};
  if (is_binary(call.kind)) call.sources.push_back({on_src1, v.src1.address, v.src1.stride});
  return call;
}

// "shape->n, shape->h and shape->w are in [1, 65535], shape->c is in [1, 4095]."
// "The constant value C is in [-32, 32]"
void check_values(CaseEvaluator& checks, const Call& call) {
  const Index& shape = call.shape;
  checks.require(ConstraintId::shape_n_min, shape.n >= 1);
  checks.require(ConstraintId::shape_n_max, shape.n <= 65535);
  checks.require(ConstraintId::shape_c_min, shape.c >= 1);
  checks.require(ConstraintId::shape_c_max, shape.c <= 4095);
  checks.require(ConstraintId::shape_h_min, shape.h >= 1);
  checks.require(ConstraintId::shape_h_max, shape.h <= 65535);
  checks.require(ConstraintId::shape_w_min, shape.w >= 1);
  checks.require(ConstraintId::shape_w_max, shape.w <= 65535);
  if (shifts_by_C(call.kind)) {
    checks.require(ConstraintId::C_min, call.C >= -32);
    checks.require(ConstraintId::C_max, call.C <= 32);
  }
}

void check_stride(CaseEvaluator& checks, const Operand& operand, const Index& shape) {
  const auto& [null, stride] = operand.stride;
  checks.strides(operand.which, shape, operand.stride, 4);
  const bool w_is_whole = checks.choices.takes("w-stride-unit", 0) ||
                          is_free(shape.w, checks.choices) || stride.w % 4 == 0;
  checks.require(
      of(ConstraintId::dst_stride_w_min, operand.which),
      null || (w_is_whole && is_stride(operand.which, shape.w, stride.w, 1, checks.choices)));
}

int32_t as_signed(uint32_t bits) { return static_cast<int32_t>(bits); }

// "The elements of the source_1 tensor are in [-32, 32]"; count-out-of-range
bool is_count(int32_t count) { return count >= -32 && count <= 32; }
void check_counts(CaseEvaluator& checks, const Tensor& counts) {
  if (!checks.evaluates(ConstraintId::counts_min)) return;
  if (checks.choices.takes("count-out-of-range", 1)) return;
  if (elements(counts.shape) > budget) return checks.too_costly();
  int32_t least = 0, most = 0;
  for_each(counts.shape, [&](const Index& i) {
    const int32_t count = as_signed(read(checks.machine, counts, i));
    least = std::min(least, count);
    most = std::max(most, count);
  });
  checks.require(ConstraintId::counts_min, least >= -32);
  checks.require(ConstraintId::counts_max, most <= 32);
}

// value LSH count if count > 0, value RSH -count otherwise. Bits that are shifted out are lost;
// zeros enter from the right, zeros or copies of the sign from the left. Counts beyond 32 occur
// only if results overwrite counts (copy-overlap).
uint32_t shifted(uint32_t value, int32_t count, bool arithmetic, const Choices& choices) {
  if (count == 32 && choices.takes("shift-by-32", 2)) count = -32;
  const int64_t left = count, right = -left;
  if (choices.takes("shift-by-32", 1) && (left == 32 || right == 32)) return value;  // shift-by-32
  if (count > 0) return left < 32 ? value << left : 0;
  const uint32_t sign = arithmetic && as_signed(value) < 0 ? 0xffffffff : 0;
  if (right >= 32) return sign;
  return right == 0 ? value : value >> right | sign << (32 - right);
}

uint32_t result(Kind k, uint32_t a, uint32_t b, const Choices& choices) {
  switch (function(k)) {
    case Function::bit_and: return a & b;
    case Function::bit_or: return a | b;
    case Function::bit_xor: return a ^ b;
    case Function::arithmetic_shift: return shifted(a, as_signed(b), true, choices);
    case Function::logical_shift: break;
  }
  return shifted(a, as_signed(b), false, choices);
}

// A result; any: any bits are right (count-out-of-range).
struct Word {
  uint32_t bits;
  bool any;
};

// dst(n, c, h, w) = src_0(n, c, h, w) OP src_1(n, c, h, w), or one of the two is C.
Word compute(Machine& machine, const Call& call, const std::vector<Tensor>& sources, const Index& i,
             const Choices& choices) {
  const uint32_t src = read(machine, sources[0], i), last = read(machine, sources.back(), i);
  const uint32_t C = static_cast<uint32_t>(call.C);
  const bool counts = is_shift(call.kind) && !shifts_by_C(call.kind);
  // Other bits for each value of nan_bits: the values leave a NaN's upper bits as they are.
  if (counts && choices.takes("count-out-of-range", 1) && !is_count(as_signed(last)))
    return {machine.nan_bits * 0x01010101, true};
  if (is_binary(call.kind)) return {result(call.kind, src, last, choices), false};
  return {
      shifts_C(call.kind) ? result(call.kind, C, src, choices) : result(call.kind, src, C, choices),
      false};
}

void compute_all(Machine& machine, const Call& call, const Tensor& dst,
                 const std::vector<Tensor>& sources, const Choices& choices) {
  move_each(
      call.shape, choices,
      [&](const Index& i) { return compute(machine, call, sources, i, choices); },
      [&](const Index& i, const Word& word) {
        write(machine, dst, i, word.bits);
        const int64_t place = bytes_of(machine, dst, i) - machine.base(Space::local);
        if (word.any) machine.nans.push_back({Space::local, place, 4, true});
      });
}

}  // namespace

Result run_okk_bdc(Machine& machine, const Case& c, const Readings& readings) {
  const Choices choices(readings);
  const Profile& profile = machine.profile();
  const Call call = call_of(c);
  CaseEvaluator checks(c, machine, choices);
  check_values(checks, call);
  check_stride(checks, call.dst, call.shape);
  for (const Operand& source : call.sources) check_stride(checks, source, call.shape);
  // Without valid extents there are no bytes to check.
  if (call.shape.n < 1 || call.shape.c < 1 || call.shape.h < 1 || call.shape.w < 1) return checks;

  const auto tensor = [&](const Operand& operand) {
    Stride<int64_t> given = operand.stride;
    if (choices.takes("w-stride-unit", 1)) given.stride.w /= 4;
    return local_tensor(profile, 4, operand.address, call.shape, given, choices);
  };
  const Tensor dst = tensor(call.dst);
  std::vector<Tensor> sources;
  for (const Operand& source : call.sources) sources.push_back(tensor(source));
  const auto place = [&](Operands which, const Tensor& t) {
    // "dst_addr, src0_addr and src1_addr are divisible by 4"
    checks.require(of(ConstraintId::dst_aligned, which), t.address % 4 == 0);
    checks.place(which, t, needed(t, choices));
  };
  place(on_dst, dst);
  for (size_t s = 0; s < sources.size(); ++s) {
    place(call.sources[s].which, sources[s]);
    // "The destination, source_0 and source_1 tensors start at the same NPU."
    checks.require(of(ConstraintId::src_same_lane, call.sources[s].which),
                   sources[s].start_lane == dst.start_lane);
  }
  checks.alias(dst);
  for (size_t s = 0; s < sources.size(); ++s)
    checks.overlap(of(ConstraintId::src_overlap, call.sources[s].which), dst, sources[s]);
  check_counts(checks, sources.back());
  if (checks.to_be_run(elements(call.shape))) compute_all(machine, call, dst, sources, choices);
  return checks;
}

}  // namespace strideproof::reference
