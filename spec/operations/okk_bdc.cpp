#include "spec/operations/okk_bdc.h"

#include <algorithm>

#include "spec/family_spec.h"
#include "spec/footprint.h"
#include "spec/operations/okk_bdc_landmarks.h"

namespace strideproof::spec::okk_bdc {
namespace {

using Machine = MachineShape<int64_t>;

bool is_data(ConstraintId label) {
  return label == ConstraintId::counts_min || label == ConstraintId::counts_max;
}

Answer overlap_holds(const Machine& m, const View<int64_t>& v, Operands source) {
  const Tensor<int64_t> dst = operand_of(m, v, on_dst), src = operand_of(m, v, source);
  return maps_onto_itself(m, dst, src) ? Answer::yes : are_disjoint(m, dst, src);
}

// True if the constraint holds; exact also where the slacks of dst.alias and overlap do not decide.
Answer holds(const Machine& m, const View<int64_t>& v, ConstraintId label) {
  if (slack(m, v, label) >= 0) return Answer::yes;
  switch (label) {
    case ConstraintId::dst_alias: return is_injective(m, operand_of(m, v, on_dst));
    case ConstraintId::src_overlap: return overlap_holds(m, v, on_src);
    case ConstraintId::src1_overlap: return overlap_holds(m, v, on_src1);
    default: return Answer::no;
  }
}

// ---- counts ----

struct Counts {
  int64_t least, most;
  bool too_costly;
};

// The smallest and the largest element of a tensor whose bytes all exist. A dimension of stride 0
// is read once; past the budget nothing is read.
Counts counts_in(const Machine& m, Tensor<int64_t> t, const Contents& before) {
  if (t.stride.n == 0) t.shape.n = 1;
  if (t.stride.h == 0) t.shape.h = 1;
  if (t.stride.w == 0) t.shape.w = 1;
  // Channels c and c + X lie in one lane.
  if (t.stride.c == 0) t.shape.c = min_of(t.shape.c, m.lanes);
  if (element_count(t.shape) > footprint_budget) return {0, 0, true};
  Counts found{largest_count, -largest_count, false};
  for (int64_t n = 0; n < t.shape.n; ++n)
    for (int64_t c = 0; c < t.shape.c; ++c)
      for (int64_t h = 0; h < t.shape.h; ++h)
        for (int64_t w = 0; w < t.shape.w; ++w) {
          const ElementPlace<int64_t> at = place_of(m, t, {n, c, h, w});
          uint32_t word = 0;
          for (int b = 0; b < element_bytes; ++b)
            word |= uint32_t{before(t.space, at.lane, at.byte + b)} << 8 * b;
          const int64_t count = static_cast<int32_t>(word);
          found.least = min_of(found.least, count);
          found.most = max_of(found.most, count);
        }
  return found;
}

void evaluate_counts(ConstraintEvaluator& checks, const Machine& m, const View<int64_t>& v,
                     Operands operand, const Contents& before) {
  if (!checks.evaluates(ConstraintId::counts_min)) return;  // counts_max has the same needs
  const Counts counts = counts_in(m, operand_of(m, v, operand), before);
  if (counts.too_costly) return checks.too_costly();
  checks.require(ConstraintId::counts_min, counts.least >= -largest_count);
  checks.require(ConstraintId::counts_max, counts.most <= largest_count);
}

// ---- the functions for spec.cpp ----

ConstraintResults evaluate(const Case& c, const Contents* before) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  ConstraintEvaluator checks(*c.operation);
  for (const Constraint& constraint : c.operation->constraints) {
    const ConstraintId label = static_cast<ConstraintId>(constraint.bit);
    if (is_data(label) || !checks.evaluates(label)) continue;
    const Answer answer = holds(m, v, label);
    if (answer == Answer::too_costly)
      checks.too_costly();
    else
      checks.require(label, answer == Answer::yes);
  }
  const Operands counts = counts_of(kind(*c.operation));
  if (before != nullptr && counts != 0) evaluate_counts(checks, m, v, counts, *before);
  return checks.constraint_results();
}

// A slack below 0 of dst.alias or overlap without a violation counts as the edge: one step more or
// less and the elements may collide.
int64_t slack_of(const Case& c, const Constraint& constraint, const Contents* before) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  const ConstraintId label = static_cast<ConstraintId>(constraint.bit);
  if (is_data(label) && before != nullptr) {
    const Counts counts = counts_in(m, operand_of(m, v, constraint.operands), *before);
    return label == ConstraintId::counts_min ? at_least(counts.least, -largest_count)
                                             : at_most(counts.most, largest_count);
  }
  const int64_t margin = slack(m, v, label);
  return margin < 0 && holds(m, v, label) == Answer::yes ? 0 : margin;
}

int64_t step_of(const Case&, const Constraint& constraint) {
  return edge_step(static_cast<ConstraintId>(constraint.bit));
}

uint64_t landmarks(const Case& c) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  const OperandsOf<int64_t> operands = operands_of(m, v);
  uint64_t met = 0;
  for (const Landmark& landmark : c.operation->landmarks)
    if (meets(m, v, operands, static_cast<LandmarkId>(landmark.bit)))
      met |= uint64_t{1} << landmark.bit;
  return met;
}

int64_t cost(const Case& c) { return element_count(view_of(*c.operation, c.arguments).shape); }

// Calls with(tensor, operand) for each operand that the operation has, dst first.
template <class I, class With>
void for_each_operand(const Case& c, const Arguments<I>& arguments, With with) {
  const auto m = machine_shape<I>(*c.profile);
  const View<I> v = view_of(*c.operation, arguments);
  with(operand_of(m, v, on_dst), on_dst);
  with(operand_of(m, v, on_src), on_src);
  if (is_binary(kind(*c.operation))) with(operand_of(m, v, on_src1), on_src1);
}

std::vector<OperandRange> footprint(const Case& c) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  std::vector<OperandRange> runs;
  for_each_operand(c, c.arguments, [&](const Tensor<int64_t>& t, Operands operand) {
    append_runs(m, t, operand, runs);
  });
  return runs;
}

void bounding_ranges(const Case& c, std::vector<OperandRange>& runs) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  for_each_operand(c, existing_arguments(c), [&](const Tensor<Saturating>& t, Operands operand) {
    append_bounding_ranges(m, t, operand, runs);
  });
}

Located locate(const Case& c, Space space, int64_t lane, int64_t offset) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  Located located;
  if (space != Space::local) return located;
  for_each_operand(c, c.arguments, [&](const Tensor<int64_t>& t, Operands operand) {
    if (located.operand == 0 && locate_in(m, t, lane, offset, located)) located.operand = operand;
  });
  return located;
}

}  // namespace

const FamilySpec family_spec = {evaluate, slack_of,  step_of,         landmarks,
                                cost,     footprint, bounding_ranges, locate};

}  // namespace strideproof::spec::okk_bdc
