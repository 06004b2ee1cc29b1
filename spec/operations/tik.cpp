#include "spec/operations/tik.h"

namespace strideproof::spec::tik {
namespace {

// 1 for an unknown dtype, as if bytes were moved.
int64_t element_bytes_of(const Move<int64_t>& op) {
  const bool known = op.dtype >= 0 && op.dtype < dtype_count;
  return known ? element_bytes(static_cast<DType>(op.dtype)) : 1;
}

int64_t elements_of(const Move<int64_t>& op) {
  if (op.nburst < 1 || op.burst < 1) return 0;
  const Saturating blocks = Saturating(op.nburst) * Saturating(op.burst);
  const Saturating elements = blocks * Saturating(block_bytes / element_bytes_of(op));
  return elements.value() == Saturating::limit ? Saturating::limit + 1 : elements.value();
}

void append_runs(const Bursts<int64_t>& b, Operands operand, std::vector<OperandRange>& runs) {
  for (int64_t n = 0; n < b.count; ++n)
    append_run(static_cast<Space>(b.space), burst_at(b, n), operand, runs);
}

std::vector<OperandRange> footprint(const Case& c) {
  const Move<int64_t> op = move_of(c.arguments);
  std::vector<OperandRange> runs;
  append_runs(dst_of(op), on_dst, runs);
  append_runs(src_of(op), on_src, runs);
  return runs;
}

// The bursts as one range; a negative step leads below the start.
void append_range(const Profile& profile, const Bursts<Saturating>& b, Operands operand,
                  std::vector<OperandRange>& runs) {
  const Saturating zero(0), one(1), way = (b.count - one) * b.step;
  append_bounding_range(profile, b.space.value(), b.first + min_of(zero, way),
                        b.first + max_of(zero, way) + b.bytes - one, operand, runs);
}

// A count below 1 counts as 1, so an illegal case still shows its start.
void bounding_ranges(const Case& c, std::vector<OperandRange>& runs) {
  const Move<Saturating> op = move_of(existing_arguments(c));
  append_range(*c.profile, dst_of(op), on_dst, runs);
  append_range(*c.profile, src_of(op), on_src, runs);
}

// The element (burst, 0, 0, element of the burst).
Located locate(const Case& c, Space space, int64_t, int64_t offset) {
  const Move<int64_t> op = move_of(c.arguments);
  const int64_t es = element_bytes_of(op);
  for (const Operands operand : {on_dst, on_src}) {
    const Bursts<int64_t> b = operand == on_dst ? dst_of(op) : src_of(op);
    const int64_t at = offset - b.first;
    if (static_cast<Space>(b.space) != space || at < 0) continue;
    const int64_t burst = b.count == 1 ? 0 : at / b.step, byte = at - burst * b.step;
    if (burst < b.count && byte < b.bytes) return {operand, {burst, 0, 0, byte / es}, byte % es};
  }
  return {};
}

struct Functions : Formulas {
  static constexpr auto exact = [](const auto&, const auto& op, ConstraintId) {
    const auto dst = dst_of(op), src = src_of(op);
    if (dst.step == src.step) return Answer::no;
    return are_disjoint(blocks_of(dst), blocks_of(src));
  };
  static constexpr auto cost = STRIDEPROOF_OVERLOADS(elements_of);
};

}  // namespace

const FamilySpec family_spec = family_of<Functions>(footprint, bounding_ranges, locate);

}  // namespace strideproof::spec::tik
