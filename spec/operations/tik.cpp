#include "spec/operations/tik.h"

#include "spec/family_spec.h"
#include "spec/footprint.h"
#include "spec/operations/tik_landmarks.h"

namespace strideproof::spec::tik {
namespace {

// True if the constraint holds; exact also where the slack of overlap does not decide.
Answer holds(const Buffers<int64_t>& m, const Move<int64_t>& op, ConstraintId label) {
  if (slack(m, op, label) >= 0) return Answer::yes;
  const Bursts<int64_t> dst = dst_of(op), src = src_of(op);
  if (label != ConstraintId::overlap || dst.step == src.step) return Answer::no;
  return are_disjoint(blocks_of(dst), blocks_of(src));
}

ConstraintResults evaluate(const Case& c, const Contents*) {
  const auto m = buffers_of<int64_t>(*c.profile);
  const Move<int64_t> op = move_of(c.arguments);
  ConstraintEvaluator checks(*c.operation);
  for (const Constraint& constraint : c.operation->constraints) {
    if (!checks.evaluates(constraint.bit)) continue;
    const ConstraintId label = static_cast<ConstraintId>(constraint.bit);
    const Answer answer = holds(m, op, label);
    if (answer == Answer::too_costly)
      checks.too_costly();
    else
      checks.require(label, answer == Answer::yes);
  }
  return checks.constraint_results();
}

// A slack below 0 of overlap without a violation counts as the edge, as in okk-gdma.
int64_t slack_of(const Case& c, const Constraint& constraint, const Contents*) {
  const auto m = buffers_of<int64_t>(*c.profile);
  const Move<int64_t> op = move_of(c.arguments);
  const ConstraintId label = static_cast<ConstraintId>(constraint.bit);
  const int64_t margin = slack(m, op, label);
  return margin < 0 && holds(m, op, label) == Answer::yes ? 0 : margin;
}

int64_t step_of(const Case& c, const Constraint& constraint) {
  return edge_step(move_of(c.arguments), static_cast<ConstraintId>(constraint.bit));
}

uint64_t landmarks(const Case& c) {
  const auto m = buffers_of<int64_t>(*c.profile);
  const Move<int64_t> op = move_of(c.arguments);
  uint64_t met = 0;
  for (const Landmark& landmark : c.operation->landmarks)
    if (meets(m, op, static_cast<LandmarkId>(landmark.bit))) met |= uint64_t{1} << landmark.bit;
  return met;
}

// 1 for an unknown dtype, as if bytes were moved.
int64_t element_bytes_of(const Move<int64_t>& op) {
  const bool known = op.dtype >= 0 && op.dtype < dtype_count;
  return known ? element_bytes(static_cast<DType>(op.dtype)) : 1;
}

int64_t cost(const Case& c) {
  const Move<int64_t> op = move_of(c.arguments);
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
  Move<int64_t> op = move_of(c.arguments);
  op.nburst = max_of(op.nburst, int64_t{1});
  op.burst = max_of(op.burst, int64_t{1});
  const auto wide = [](int64_t value) { return Saturating(value); };
  const Move<Saturating> seen = {wide(op.dst_space), wide(op.dst),   wide(op.src_space),
                                 wide(op.src),       wide(op.dtype), wide(op.sid),
                                 wide(op.nburst),    wide(op.burst), wide(op.src_stride),
                                 wide(op.dst_stride)};
  append_range(*c.profile, dst_of(seen), on_dst, runs);
  append_range(*c.profile, src_of(seen), on_src, runs);
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

}  // namespace

const FamilySpec family_spec = {evaluate, slack_of,  step_of,         landmarks,
                                cost,     footprint, bounding_ranges, locate};

}  // namespace strideproof::spec::tik
