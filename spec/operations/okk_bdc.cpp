#include "spec/operations/okk_bdc.h"

namespace strideproof::spec::okk_bdc {
namespace {

using Machine = MachineShape<int64_t>;

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
  constexpr auto min = static_cast<uint8_t>(ConstraintId::counts_min),
                 max = static_cast<uint8_t>(ConstraintId::counts_max);
  if (!checks.evaluates(min)) return;  // counts_max has the same needs
  const Counts counts = counts_in(m, operand_of(m, v, operand), before);
  if (counts.too_costly) return checks.too_costly();
  checks.require(min, counts.least >= -largest_count ? Answer::yes : Answer::no);
  checks.require(max, counts.most <= largest_count ? Answer::yes : Answer::no);
}

// ---- the functions for spec.cpp ----

struct Functions : Formulas {
  static constexpr auto exact = [](const auto& m, const auto& v, ConstraintId id) {
    const auto dst = operand_of(m, v, on_dst);
    if (id == ConstraintId::dst_alias) return is_injective(m, dst);
    return are_disjoint_or_same(m, dst, operand_of(m, v, operand_of(id)));
  };
  static constexpr auto cost = [](const auto& v) { return element_count(v.shape); };
  static constexpr auto operands = [](const auto& v) { return v.operands; };
};

// With the contents also Stage::data.
ConstraintResults evaluate(const Case& c, const Contents* before) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  ConstraintEvaluator checks(*c.operation);
  evaluate_parameters<Functions>(checks, m, v, c);
  const Operands counts = counts_of(kind(*c.operation));
  if (before != nullptr && counts != 0) evaluate_counts(checks, m, v, counts, *before);
  return checks.constraint_results();
}

int64_t slack_with(const Case& c, const Constraint& constraint, const Contents* before) {
  if (constraint.stage != Stage::data || before == nullptr)
    return spec::slack<Functions>(c, constraint, before);
  const Machine m = machine_shape<int64_t>(*c.profile);
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  const Counts counts = counts_in(m, operand_of(m, v, constraint.operands), *before);
  return constraint.id() == ConstraintId::counts_min ? at_least(counts.least, -largest_count)
                                                     : at_most(counts.most, largest_count);
}

constexpr FamilySpec with_counts() {
  FamilySpec all = tensor_family<Functions>;
  all.evaluate = evaluate, all.slack = slack_with;
  return all;
}

}  // namespace

const FamilySpec family_spec = with_counts();

}  // namespace strideproof::spec::okk_bdc
