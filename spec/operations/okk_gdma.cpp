#include "spec/operations/okk_gdma.h"

#include "spec/family_spec.h"
#include "spec/footprint.h"
#include "spec/operations/okk_gdma_landmarks.h"

namespace strideproof::spec::okk_gdma {
namespace {

using Machine = MachineShape<int64_t>;

// True if the constraint holds; exact also where the slacks of dst.alias and overlap do not decide.
template <class Op>
Answer holds(const Machine& m, const Op& op, ConstraintId label) {
  const int64_t slack = okk_gdma::slack(m, op, label);
  if (slack >= 0) return Answer::yes;
  if constexpr (requires { op.src_stride; }) {
    if (label == ConstraintId::dst_alias) return is_injective(m, dst_of(m, op));
    if (label == ConstraintId::overlap) {
      const Tensor<int64_t> dst = dst_of(m, op), src = src_of(m, op);
      return maps_onto_itself(m, dst, src) ? Answer::yes : are_disjoint(m, dst, src);
    }
  }
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
    const int64_t slack = okk_gdma::slack(m, op, label);
    return slack < 0 && holds(m, op, label) == Answer::yes ? 0 : slack;
  });
}

int64_t step_of(const Case& c, const Constraint& constraint) {
  return edge_step(*c.operation, constraint);
}

uint64_t landmarks(const Case& c) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  return with_view(*c.operation, c.arguments, [&](const auto& op) {
    const OperandPair<int64_t> operands = operands_of(m, op);
    uint64_t met = 0;
    for (const Landmark& landmark : c.operation->landmarks)
      if (meets(m, op, operands, static_cast<LandmarkId>(landmark.bit)))
        met |= uint64_t{1} << landmark.bit;
    return met;
  });
}

template <class Op>
Dim4<int64_t> extents(const Op& op) {
  if constexpr (requires { op.rows; })
    return {op.rows, 1, 1, op.cols};
  else
    return op.shape;
}

int64_t cost(const Case& c) {
  return with_view(*c.operation, c.arguments,
                   [](const auto& op) { return element_count(extents(op)); });
}

std::vector<OperandRange> footprint(const Case& c) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  return with_view(*c.operation, c.arguments, [&](const auto& op) {
    std::vector<OperandRange> runs;
    append_runs(m, dst_of(m, op), on_dst, runs);
    if constexpr (requires { op.src_addr; }) append_runs(m, src_of(m, op), on_src, runs);
    return runs;
  });
}

void bounding_ranges(const Case& c, std::vector<OperandRange>& runs) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const auto wide = machine_shape<Saturating>(*c.profile);
  with_view(*c.operation, existing_arguments(c), [&](const auto& op) {
    append_bounding_ranges(m, dst_of(wide, op), on_dst, runs);
    if constexpr (requires { op.src_addr; })
      append_bounding_ranges(m, src_of(wide, op), on_src, runs);
  });
}

Located locate(const Case& c, Space space, int64_t lane, int64_t offset) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  return with_view(*c.operation, c.arguments, [&](const auto& op) {
    Located located;
    if (op.dst_space == space && locate_in(m, dst_of(m, op), lane, offset, located))
      located.operand = on_dst;
    if constexpr (requires { op.src_addr; })
      if (located.operand == 0 && op.src_space == space &&
          locate_in(m, src_of(m, op), lane, offset, located))
        located.operand = on_src;
    return located;
  });
}

}  // namespace

const FamilySpec family_spec = {evaluate, slack_of,  step_of,         landmarks,
                                cost,     footprint, bounding_ranges, locate};

}  // namespace strideproof::spec::okk_gdma
