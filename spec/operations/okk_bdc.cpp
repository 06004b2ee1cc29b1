#include "spec/operations/okk_bdc.h"

#include <algorithm>

#include "spec/family_spec.h"
#include "spec/footprint.h"
#include "spec/operations/okk_bdc_landmarks.h"

namespace strideproof::spec::okk_bdc {
namespace {

using Machine = MachineShape<int64_t>;

bool is_data(Label label) { return label == Label::counts_min || label == Label::counts_max; }

Answer overlap_holds(const Machine& m, const View<int64_t>& v, Operands source) {
  const Tensor<int64_t> dst = operand_of(m, v, on_dst), src = operand_of(m, v, source);
  return same_map(m, dst, src) ? Answer::yes : tensors_are_disjoint(m, dst, src);
}

// Does the constraint hold? Exact also where the margins of dst.alias and overlap do not tell.
Answer holds(const Machine& m, const View<int64_t>& v, Label label) {
  if (slack(m, v, label) >= 0) return Answer::yes;
  switch (label) {
    case Label::dst_alias: return elements_are_apart(m, operand_of(m, v, on_dst));
    case Label::src_overlap: return overlap_holds(m, v, on_src);
    case Label::src1_overlap: return overlap_holds(m, v, on_src1);
    default: return Answer::no;
  }
}

// ---- counts ----

struct Counts {
  int64_t least, most;
  bool too_costly;
};

// The least and the largest element of a tensor whose bytes all exist. A stride of 0 is gone through
// once; past the budget nothing is read.
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
          const Place<int64_t> at = place_of(m, t, {n, c, h, w});
          uint32_t word = 0;
          for (int b = 0; b < element_bytes; ++b)
            word |= uint32_t{before(t.space, at.lane, at.byte + b)} << 8 * b;
          const int64_t count = static_cast<int32_t>(word);
          found.least = min_of(found.least, count);
          found.most = max_of(found.most, count);
        }
  return found;
}

void judge_counts(Checks& checks, const Machine& m, const View<int64_t>& v, Operands operand,
                  const Contents& before) {
  if (!checks.evaluates(Label::counts_min)) return;  // counts_max has the same needs
  const Counts counts = counts_in(m, operand_of(m, v, operand), before);
  if (counts.too_costly) return checks.too_costly();
  checks.require(Label::counts_min, counts.least >= -largest_count);
  checks.require(Label::counts_max, counts.most <= largest_count);
}

// ---- what the family hands to spec.cpp ----

Judgement judge(const Case& c, const Contents* before) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  Checks checks(*c.operation);
  for (const Constraint& constraint : c.operation->constraints) {
    const Label label = static_cast<Label>(constraint.bit);
    if (is_data(label) || !checks.evaluates(label)) continue;
    const Answer answer = holds(m, v, label);
    if (answer == Answer::too_costly)
      checks.too_costly();
    else
      checks.require(label, answer == Answer::yes);
  }
  const Operands counts = counts_of(kind(*c.operation));
  if (before != nullptr && counts != 0) judge_counts(checks, m, v, counts, *before);
  return checks.judgement();
}

// A margin below 0 of dst.alias or overlap that breaks nothing counts as the edge: one step more
// or less and the elements may collide.
int64_t slack_of(const Case& c, const Constraint& constraint, const Contents* before) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  const Label label = static_cast<Label>(constraint.bit);
  if (is_data(label) && before != nullptr) {
    const Counts counts = counts_in(m, operand_of(m, v, constraint.operands), *before);
    return label == Label::counts_min ? at_least(counts.least, -largest_count)
                                      : at_most(counts.most, largest_count);
  }
  const int64_t margin = slack(m, v, label);
  return margin < 0 && holds(m, v, label) == Answer::yes ? 0 : margin;
}

int64_t step_of(const Case&, const Constraint& constraint) {
  return edge_step(static_cast<Label>(constraint.bit));
}

uint64_t landmarks(const Case& c) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  const View<int64_t> v = view_of(*c.operation, c.arguments);
  const OperandsOf<int64_t> operands = operands_of(m, v);
  uint64_t met = 0;
  for (const Landmark& landmark : c.operation->landmarks)
    if (meets(m, v, operands, static_cast<Mark>(landmark.bit))) met |= uint64_t{1} << landmark.bit;
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

std::vector<Run> footprint(const Case& c) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  std::vector<Run> runs;
  for_each_operand(c, c.arguments, [&](const Tensor<int64_t>& t, Operands operand) {
    append_runs(m, t, operand, runs);
  });
  return runs;
}

void hulls(const Case& c, std::vector<Run>& runs) {
  const Machine m = machine_shape<int64_t>(*c.profile);
  for_each_operand(c, existing_arguments(c), [&](const Tensor<Saturating>& t, Operands operand) {
    append_hulls(m, t, operand, runs);
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

const FamilySpec family_spec = {judge, slack_of,  step_of, landmarks,
                                cost,  footprint, hulls,   locate};

}  // namespace strideproof::spec::okk_bdc
