// "32-Bit Binary Functions" of OKKernel, in plain loops. Quotations are the document's sentences;
// where the document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/okk_bdc.h"

#include <algorithm>

#include "model/reference/case_run.h"

namespace strideproof::reference {
namespace {

using namespace okk_bdc;

// "shape->n, shape->h and shape->w are in [1, 65535], shape->c is in [1, 4095]."
// "The constant value C is in [-32, 32]"
void check_values(CaseRun& run, Kind kind, const View<int64_t>& v) {
  using enum ConstraintId;
  run.range(shape_n_min, shape_n_max, v.shape.n, 1, 65535);
  run.range(shape_c_min, shape_c_max, v.shape.c, 1, 4095);
  run.range(shape_h_min, shape_h_max, v.shape.h, 1, 65535);
  run.range(shape_w_min, shape_w_max, v.shape.w, 1, 65535);
  if (shifts_by_C(kind)) run.range(C_min, C_max, v.C, -32, 32);
}

void check_stride(CaseRun& run, Operands which, const Index& shape, const Given<int64_t>& operand) {
  const auto& [null, stride] = operand.stride;
  run.strides(which, shape, operand.stride, 4);
  const bool w_is_whole =
      run.takes("w-stride-unit", 0) || is_free(shape.w, run) || stride.w % 4 == 0;
  run.require(of(ConstraintId::dst_stride_w_min, which),
              null || (w_is_whole && is_stride(which, shape.w, stride.w, 1, run)));
}

Tensor tensor(const CaseRun& run, const Index& shape, const Given<int64_t>& operand) {
  Stride<int64_t> given = operand.stride;
  if (run.takes("w-stride-unit", 1)) given.stride.w /= 4;
  return okk_tensor(run.profile, Space::local, 4, operand.address, shape, given, run);
}

void check_place(CaseRun& run, Operands which, const Tensor& t, const Tensor& dst) {
  // "dst_addr, src0_addr and src1_addr are divisible by 4"
  run.require(of(ConstraintId::dst_aligned, which), t.start % 4 == 0);
  run.place(which, t);
  // "The destination, source_0 and source_1 tensors start at the same NPU."
  run.require(of(ConstraintId::dst_same_lane, which), t.start_lane == dst.start_lane);
}

int32_t as_signed(uint32_t bits) { return static_cast<int32_t>(bits); }

// "The elements of the source_1 tensor are in [-32, 32]"; count-out-of-range
bool is_count(int32_t count) { return count >= -32 && count <= 32; }
void check_counts(CaseRun& run, const Tensor& counts) {
  if (!run.evaluates(ConstraintId::counts_min)) return;
  if (run.takes("count-out-of-range", 1)) return;
  if (elements(counts.shape) > budget) return run.too_costly();
  int32_t least = 0, most = 0;
  for_each(counts.shape, [&](const Index& i) {
    const int32_t count = as_signed(read(run.machine, counts, i));
    least = std::min(least, count);
    most = std::max(most, count);
  });
  run.require(ConstraintId::counts_min, least >= -32);
  run.require(ConstraintId::counts_max, most <= 32);
}

// value LSH count if count > 0, value RSH -count otherwise. Bits that are shifted out are lost;
// zeros enter from the right, zeros or copies of the sign from the left. Counts beyond 32 occur
// only if results overwrite counts (copy-overlap).
uint32_t shifted(uint32_t value, int32_t count, bool arithmetic, const TakenReadings& readings) {
  if (count == 32 && readings.takes("shift-by-32", 2)) count = -32;
  const int64_t left = count, right = -left;
  if (readings.takes("shift-by-32", 1) && (left == 32 || right == 32)) return value;  // shift-by-32
  if (count > 0) return left < 32 ? value << left : 0;
  const uint32_t sign = arithmetic && as_signed(value) < 0 ? 0xffffffff : 0;
  if (right >= 32) return sign;
  return right == 0 ? value : value >> right | sign << (32 - right);
}

uint32_t result(Kind k, uint32_t a, uint32_t b, const TakenReadings& readings) {
  switch (function(k)) {
    case Function::bit_and: return a & b;
    case Function::bit_or: return a | b;
    case Function::bit_xor: return a ^ b;
    case Function::arithmetic_shift: return shifted(a, as_signed(b), true, readings);
    case Function::logical_shift: break;
  }
  return shifted(a, as_signed(b), false, readings);
}

// A result; any: any bits are right (count-out-of-range).
struct Word {
  uint32_t bits;
  bool any;
};

// src_0 OP src_1, src OP C, or C OP src.
Word compute(const CaseRun& run, Kind kind, uint32_t src, uint32_t src1, uint32_t C) {
  const bool counts = is_shift(kind) && !shifts_by_C(kind);
  // Other bits for each value of nan_bits: the values leave a NaN's upper bits as they are.
  if (counts && run.takes("count-out-of-range", 1) && !is_count(as_signed(src1)))
    return {run.machine.nan_bits * 0x01010101, true};
  if (is_binary(kind)) return {result(kind, src, src1, run), false};
  return {shifts_C(kind) ? result(kind, C, src, run) : result(kind, src, C, run), false};
}

}  // namespace

// dst(n, c, h, w) = src_0(n, c, h, w) OP src_1(n, c, h, w), or one of the two is C. A single source
// is src and src1.
void run_okk_bdc(CaseRun& run) {
  const Kind k = kind(*run.c.operation);
  const View<int64_t> v = view_of(*run.c.operation, run.c.arguments);
  check_values(run, k, v);
  check_stride(run, on_dst, v.shape, v.dst);
  check_stride(run, on_src, v.shape, v.src);
  check_stride(run, on_src1, v.shape, v.src1);
  if (is_empty(v.shape)) return;
  const Tensor dst = tensor(run, v.shape, v.dst), src = tensor(run, v.shape, v.src),
               src1 = tensor(run, v.shape, v.src1);
  check_place(run, on_dst, dst, dst);
  check_place(run, on_src, src, dst);
  check_place(run, on_src1, src1, dst);
  run.alias(dst);
  run.overlap(ConstraintId::src_overlap, dst, src);
  run.overlap(ConstraintId::src1_overlap, dst, src1);
  check_counts(run, src1);
  if (!run.to_be_run(elements(v.shape))) return;

  const auto compute_element = [&](const Index& i) {
    return compute(run, k, read(run.machine, src, i), read(run.machine, src1, i),
                   static_cast<uint32_t>(v.C));
  };
  move_each(v.shape, run, compute_element, [&](const Index& i, const Word& word) {
    write(run.machine, dst, i, word.bits);
    if (word.any)
      run.machine.nans.push_back({Space::local, place_in_memory(run.machine, dst, i), 4, true});
  });
}

}  // namespace strideproof::reference
