#include "spec/operations/bm_atomic.h"

#include "spec/family_spec.h"
#include "spec/footprint.h"
#include "spec/operations/bm_atomic_in_place.h"
#include "spec/operations/bm_atomic_landmarks.h"
#include "spec/operations/bm_atomic_slack.h"

namespace strideproof::spec::bm_atomic {
namespace {

using Machine = MachineShape<int64_t>;

template <class Op>
Answer operands_are_apart(const Machine& m, const Op& op) {
  const Tensor<int64_t> dst = operand_of(m, op, on_dst), src = operand_of(m, op, on_src);
  const int64_t unit = min_of(dst.element_bytes, src.element_bytes);
  return are_disjoint(m, in_units(dst, unit), in_units(src, unit));
}

// True if the constraint holds; exact also where the slacks of dst.alias and overlap do not decide.
template <class Op>
Answer holds(const Machine& m, const Op& op, ConstraintId label) {
  if (slack(m, op, label) >= 0) return Answer::yes;
  if (label == ConstraintId::dst_alias) return is_injective(m, operand_of(m, op, on_dst));
  if constexpr (requires { is_in_place(m, op); })
    if (label == ConstraintId::overlap)
      return is_in_place(m, op) ? Answer::yes : operands_are_apart(m, op);
  return Answer::no;
}

ConstraintResults evaluate(const Case& c, const Contents*) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  return with_view(*c.operation, c.arguments, [&](const auto& op) {
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
  });
}

// A slack below 0 of dst.alias or overlap without a violation counts as the edge: one step more or
// less and the elements may collide.
int64_t slack_of(const Case& c, const Constraint& constraint, const Contents*) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const ConstraintId label = static_cast<ConstraintId>(constraint.bit);
  return with_view(*c.operation, c.arguments, [&](const auto& op) {
    const int64_t margin = slack(m, op, label);
    return margin < 0 && holds(m, op, label) == Answer::yes ? 0 : margin;
  });
}

int64_t elements_of(const Linear<int64_t>& op) { return op.length; }
int64_t elements_of(const Matrix2D<int64_t>& op) { return element_count({op.row, op.col, 1, 1}); }
int64_t elements_of(const Tensor4D<int64_t>& op) {
  const int64_t src = element_count(op.src_shape), dst = element_count(op.dst_shape);
  return src == 0 || dst == 0 ? 0 : max_of(src, dst);
}
int64_t elements_of(const Fill4D<int64_t>& op) { return element_count(op.shape); }
int64_t elements_of(const CWTranspose<int64_t>& op) {
  return element_count({op.src_c, op.src_w, 1, 1});
}
int64_t elements_of(const MaskedCopy<int64_t>& op) { return element_count(op.shape); }

int64_t cost(const Case& c) {
  return with_view(*c.operation, c.arguments, [](const auto& op) { return elements_of(op); });
}

// ---- bytes ----

// Bytes [first, end) of flat local memory, split by lane; bytes that do not exist are left out.
void append_flat(const Machine& m, int64_t first, int64_t end, Operands operand,
                 std::vector<OperandRange>& runs) {
  for (int64_t lane = 0; lane < m.lanes; ++lane) {
    const ByteRange<int64_t> run = flat_run(m, first, end, lane);
    if (run.size > 0) runs.push_back({Space::local, run.lane, run.first, run.size, operand});
  }
}

// Calls with(op, which) for each operand that a case has, dst first; nothing for mask_count.
template <class I, class With>
void for_each_operand(const Case& c, const Arguments<I>& arguments, With with) {
  if (kind(*c.operation) == Kind::mask_count) return;
  with_view(*c.operation, arguments, [&](const auto& op) {
    for (const Operands which : {on_dst, on_src, on_src1})
      if ((operands_of(op) & which) != 0) with(op, which);
  });
}

std::vector<OperandRange> footprint(const Case& c) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  std::vector<OperandRange> runs;
  for_each_operand(c, c.arguments, [&](const auto& op, Operands which) {
    const Tensor<int64_t> t = operand_of(m, op, which);
    const Operands operand = run_operand(op, which);
    if (side_of(op, which).memory == Memory::flat)
      append_flat(m, t.address, t.address + t.shape.w * t.element_bytes, operand, runs);
    else
      append_runs(m, t, operand, runs);
  });
  return runs;
}

void bounding_ranges(const Case& c, std::vector<OperandRange>& runs) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const auto wide = machine_shape<Saturating>(*c.profile);
  for_each_operand(c, existing_arguments(c), [&](const auto& op, Operands which) {
    const auto side = side_of(op, which);
    const Tensor<Saturating> t = operand_of(wide, op, which);
    const Operands operand = run_operand(op, which);
    if (side.memory == Memory::flat) {
      const Saturating end = t.address + t.shape.w * Saturating(t.element_bytes);
      return append_flat(m, t.address.value(), end.value(), operand, runs);
    }
    const bool in_lane = side.lane < wide.lanes && side.address < wide.lane_bytes;
    if (side.memory == Memory::system || in_lane) append_bounding_ranges(m, t, operand, runs);
  });
}

Located locate(const Case& c, Space space, int64_t lane, int64_t offset) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  Located located;
  const auto try_operand = [&](const auto& op, Operands which) {
    const Memory memory = side_of(op, which).memory;
    if (located.operand != 0) return;
    if (space != (memory == Memory::system ? Space::system : Space::local)) return;
    const bool flat = memory == Memory::flat;
    const int64_t at = flat ? m.flat.first + lane * m.lane_bytes + offset : offset;
    if (locate_in(m, operand_of(m, op, which), flat ? 0 : lane, at, located))
      located.operand = run_operand(op, which);
  };
  for_each_operand(c, c.arguments, try_operand);
  return located;
}

int64_t step_of(const Case& c, const Constraint& constraint) {
  return edge_step(machine_shape<int64_t>(*c.profile), *c.operation, c.arguments,
                   static_cast<ConstraintId>(constraint.bit));
}

uint64_t landmarks_of(const Case& c) {
  if (c.operation->landmarks.empty()) return 0;
  const Machine m = machine_shape<int64_t>(*c.profile);
  return with_view(*c.operation, c.arguments, [&](const auto& op) {
    uint64_t met = 0;
    for (const Landmark& landmark : c.operation->landmarks)
      if (meets(m, op, static_cast<LandmarkId>(landmark.bit))) met |= uint64_t{1} << landmark.bit;
    return met;
  });
}

}  // namespace

const FamilySpec family_spec = {evaluate, slack_of,  step_of,         landmarks_of,
                                cost,     footprint, bounding_ranges, locate};

}  // namespace strideproof::spec::bm_atomic
