// data_move of TIK, in plain loops. Quotations are the document's sentences; where
// the document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/tik.h"

#include "model/reference/byte_set.h"
#include "model/reference/choices.h"
#include "model/reference/families.h"
#include "model/reference/marking.h"

namespace strideproof::reference {
namespace {

using namespace tik;

constexpr int64_t block = 32;  // bytes: the unit of burst, src_stride and dst_stride

// "UB->UB", "UB->GM", "GM->UB", "GM->L1"
bool is_path(int64_t from, int64_t to) {
  constexpr int64_t gm = static_cast<int64_t>(Space::system), ub = static_cast<int64_t>(Space::ub),
                    l1 = static_cast<int64_t>(Space::l1);
  if (from == ub) return to == ub || to == gm;
  return from == gm && (to == ub || to == l1);
}

void check_values(CaseEvaluator& checks, const Move<int64_t>& p) {
  checks.require(ConstraintId::path, is_path(p.src_space, p.dst_space));
  checks.require(ConstraintId::dtype_min, p.dtype >= 0);
  checks.require(ConstraintId::dtype_max, p.dtype < dtype_count);
  // "The value range is [0, 15]."
  checks.require(ConstraintId::sid_min, p.sid >= 0);
  checks.require(ConstraintId::sid_max, p.sid <= 15);
  // "The value range is [1, 4095]."
  checks.require(ConstraintId::nburst_min, p.nburst >= 1);
  checks.require(ConstraintId::nburst_max, p.nburst <= 4095);
  // "The value range is [1, 65535], in the unit of 32 bytes."
  checks.require(ConstraintId::burst_min, p.burst >= 1);
  checks.require(ConstraintId::burst_max, p.burst <= 65535);
  // "The value range is [0, 65535]." The range applies also if a single burst does not use the
  // strides.
  checks.require(ConstraintId::src_stride_min, p.src_stride >= 0);
  checks.require(ConstraintId::src_stride_max, p.src_stride <= 65535);
  checks.require(ConstraintId::dst_stride_min, p.dst_stride >= 0);
  checks.require(ConstraintId::dst_stride_max, p.dst_stride <= 65535);
}

// The bytes of an operand: `count` bursts of `size` bytes.
struct Bursts {
  Space space;
  int64_t offset, count, size;
  int64_t step;  // from the start of a burst to the start of the next

  int64_t start(int64_t n) const { return offset + n * step; }
  int64_t end() const { return start(count - 1) + size; }  // exclusive
};

// "Burst-to-burst stride", data-move-stride: from the end of a burst to the start of the next.
Bursts bursts(const Move<int64_t>& p, int64_t space, int64_t offset, int64_t stride,
              const Choices& choices) {
  const int64_t step = (choices.takes("data-move-stride", 1) ? stride : p.burst + stride) * block;
  return {static_cast<Space>(space), offset, p.nburst, p.burst * block, step};
}

// "If the scope of dst is the L1 Buffer or Unified Buffer, the address offset must be 32-byte
// aligned."; each operand by its own scope: data-move-src-scope.
bool is_aligned(const Bursts& operand, bool required) {
  return !required || operand.offset % block == 0;
}
bool is_src_alignment_required(const Bursts& dst, const Bursts& src, const Choices& choices) {
  if (choices.takes("data-move-src-scope", 2)) return dst.space != Space::system;
  return src.space != Space::system || choices.takes("data-move-src-scope", 1);
}

void check_bursts(CaseEvaluator& checks, Operands which, const Bursts& operand,
                  bool alignment_required) {
  checks.require(of(ConstraintId::dst_aligned, which), is_aligned(operand, alignment_required));
  const Tensor start = {.space = operand.space, .address = operand.offset, .start = operand.offset};
  checks.start(which, start);
  if (checks.evaluates(of(ConstraintId::dst_end, which)))  // otherwise it may overflow
    checks.end(which, start, {operand.offset, operand.end()});
}

bool maps_onto_itself(const Bursts& dst, const Bursts& src) {
  for (int64_t n = 0; n < dst.count; ++n)
    if (dst.start(n) != src.start(n)) return false;
  return true;
}

bool share_bytes(const Bursts& dst, const Bursts& src) {
  thread_local ByteSet marked;
  marked.clear();
  for (int64_t n = 0; n < dst.count; ++n) marked.add(dst.start(n), dst.size);
  for (int64_t n = 0; n < src.count; ++n)
    if (marked.meets(src.start(n), src.size)) return true;
  return false;
}

// in-place, copy-overlap, disjoint-by
Answer may_share(const Bursts& dst, const Bursts& src, const Choices& choices) {
  if (dst.space != src.space || dst.end() <= src.offset || src.end() <= dst.offset) return true;
  if (maps_onto_itself(dst, src)) return choices.takes("in-place", 0);
  if (!choices.takes("copy-overlap", 0)) return true;
  if (choices.takes("disjoint-by", 1)) return false;
  return !share_bytes(dst, src);  // both in UB: few bytes
}

// dst[n][t] = src[n][t], byte by byte. The distance of overlapping operands is a multiple of whole
// blocks, so ascending bytes are ascending elements of any dtype.
void move(Machine& machine, const Bursts& dst, const Bursts& src, const Choices& choices) {
  move_each(
      {dst.count, 1, 1, dst.size}, choices,
      [&](const Index& i) { return *machine.at(src.space, 0, src.start(i.n) + i.w); },
      [&](const Index& i, uint8_t byte) {
        *machine.at(dst.space, 0, dst.start(i.n) + i.w) = byte;
      });
}

}  // namespace

Result run_tik(Machine& machine, const Case& c, const Readings& readings) {
  const Choices choices(readings);
  const Move<int64_t> p = move_of(c.arguments);
  CaseEvaluator checks(c, machine, choices);
  check_values(checks, p);
  // Without a valid path and count there are no bytes to check.
  if (!checks.evaluates(ConstraintId::dst_aligned) && !checks.evaluates(ConstraintId::src_aligned))
    return checks;
  const Bursts dst = bursts(p, p.dst_space, p.dst, p.dst_stride, choices);
  const Bursts src = bursts(p, p.src_space, p.src, p.src_stride, choices);
  check_bursts(checks, on_dst, dst, dst.space != Space::system);
  check_bursts(checks, on_src, src, is_src_alignment_required(dst, src, choices));
  if (checks.evaluates(ConstraintId::overlap))
    checks.require(ConstraintId::overlap, may_share(dst, src, choices));
  if (!checks.to_be_run(Wide{dst.count} * dst.size)) return checks;
  move(machine, dst, src, choices);
  return checks;
}

}  // namespace strideproof::reference
