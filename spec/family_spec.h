#pragma once
// The functions of a family for spec.cpp (see spec.h), made once for all families. A family F has
//
//   machine<I>(profile)                the machine as its formulas see it
//   visit(operation, arguments, see)   calls see(op) with the view of the parameters
//   slack(m, op, id)                   of each constraint that compares no value with a bound
//   exact(m, op, id)                   the answer where the slack of a Rule::overlap is below 0
//   step(m, op, constraint), cost(op)
//   seen(m, op)                        what the landmarks need
//   meets(m, op, seen, landmark)
//
// The struct Formulas of a family has those of them that the solver lifts (proofs/boundary/lift.cpp).

#include "spec/footprint.h"
#include "spec/overlap.h"
#include "spec/slack.h"
#include "spec/spec.h"

namespace strideproof::spec {

// All overloads of a function as one object.
#define STRIDEPROOF_OVERLOADS(function) [](const auto&... values) { return function(values...); }

struct FamilySpec {
  // Without contents: all but Stage::data.
  ConstraintResults (*evaluate)(const Case&, const Contents*);
  int64_t (*slack)(const Case&, const Constraint&, const Contents*);
  int64_t (*step)(const Case&, const Constraint&);
  uint64_t (*landmarks)(const Case&);
  int64_t (*cost)(const Case&);
  std::vector<OperandRange> (*footprint)(const Case&);
  void (*bounding_ranges)(const Case&, std::vector<OperandRange>& runs);  // appends
  Located (*locate)(const Case&, Space space, int64_t lane, int64_t offset);
  Tensor<int64_t> (*tensor)(const Case&, Operands which) = nullptr;  // of a family of tensors
};

#define FAMILY(family, ...)            \
  namespace family {                   \
  extern const FamilySpec family_spec; \
  }
#include "spec/vocabulary/operations.def"

// The order in which the spec evaluates labels is that of Operation::needs. The reference has its
// own, in model/reference/constraint_evaluator.h.
class ConstraintEvaluator {
 public:
  explicit ConstraintEvaluator(const Operation& operation) : operation_(operation) {}
  // True if the constraint belongs to the operation and all constraints that it needs hold.
  bool evaluates(uint8_t bit) const {
    return has_bit(operation_.labels, bit) &&
           (constraint_results_.violated & operation_.needs[bit]) == 0;
  }
  // Records the answer if the constraint is evaluated, and ignores it otherwise.
  void require(uint8_t bit, Answer holds) {
    if (!evaluates(bit)) return;
    if (holds == Answer::too_costly) return too_costly();
    constraint_results_.evaluated |= uint64_t{1} << bit;
    if (holds == Answer::no) constraint_results_.violated |= uint64_t{1} << bit;
  }
  void too_costly() { constraint_results_.too_costly = true; }
  const ConstraintResults& constraint_results() const { return constraint_results_; }

 private:
  const Operation& operation_;
  ConstraintResults constraint_results_;
};

// ---- constraints and landmarks ----

// Records the constraints but those of Stage::data.
template <class F, class Machine, class Op>
void evaluate_parameters(ConstraintEvaluator& checks, const Machine& m, const Op& op,
                         const Case& c) {
  const auto own = [&](ConstraintId id) { return F::slack(m, op, id); };
  for (const Constraint& constraint : c.operation->constraints) {
    if (constraint.stage == Stage::data || !checks.evaluates(constraint.bit)) continue;
    Answer answer = Answer::yes;
    if (slack_of(c.arguments, constraint, own) < 0)
      answer = constraint.rule == Rule::overlap ? F::exact(m, op, constraint.id()) : Answer::no;
    checks.require(constraint.bit, answer);
  }
}
template <class F>
ConstraintResults evaluate(const Case& c, const Contents*) {
  const auto m = F::template machine<int64_t>(*c.profile);
  return F::visit(*c.operation, c.arguments, [&](const auto& op) {
    ConstraintEvaluator checks(*c.operation);
    evaluate_parameters<F>(checks, m, op, c);
    return checks.constraint_results();
  });
}

// A slack below 0 of an alias or overlap without a violation counts as the edge: one step more or
// less and the elements may collide.
template <class F>
int64_t slack(const Case& c, const Constraint& constraint, const Contents*) {
  const auto m = F::template machine<int64_t>(*c.profile);
  return F::visit(*c.operation, c.arguments, [&](const auto& op) {
    const int64_t slack =
        slack_of(c.arguments, constraint, [&](ConstraintId id) { return F::slack(m, op, id); });
    const bool on_edge = slack < 0 && constraint.rule == Rule::overlap &&
                         F::exact(m, op, constraint.id()) == Answer::yes;
    return on_edge ? 0 : slack;
  });
}

template <class F>
int64_t step(const Case& c, const Constraint& constraint) {
  const auto m = F::template machine<int64_t>(*c.profile);
  return F::visit(*c.operation, c.arguments,
                  [&](const auto& op) { return F::step(m, op, constraint); });
}

template <class F>
uint64_t landmarks(const Case& c) {
  if (c.operation->landmarks.empty()) return 0;
  const auto m = F::template machine<int64_t>(*c.profile);
  return F::visit(*c.operation, c.arguments, [&](const auto& op) {
    const auto seen = F::seen(m, op);
    uint64_t met = 0;
    for (const Landmark& landmark : c.operation->landmarks)
      if (F::meets(m, op, seen, landmark)) met |= uint64_t{1} << landmark.bit;
    return met;
  });
}

template <class F>
int64_t cost(const Case& c) {
  return F::visit(*c.operation, c.arguments, [](const auto& op) { return F::cost(op); });
}

// The functions above, and the given ones on bytes.
template <class F>
constexpr FamilySpec family_of(decltype(FamilySpec::footprint) footprint,
                               decltype(FamilySpec::bounding_ranges) bounding_ranges,
                               decltype(FamilySpec::locate) locate) {
  return {evaluate<F>, slack<F>,  step<F>,         landmarks<F>,
          cost<F>,     footprint, bounding_ranges, locate};
}

// ---- bytes of the operands that are tensors ----

// A family of tensors has also
//
//   operands(op)                       the operands of a case
//   tensor(m, op, which)               one of them
// and may replace these.
struct TensorFamily {
  template <class I>
  static MachineShape<I> machine(const Profile& profile) {
    return machine_shape<I>(profile);
  }
  static constexpr int dimensions = 3;  // of a Box of its elements; see spec/tensor_overlap.h
  // An operand in local memory as one lane after the other; see MachineShape::flat.
  static constexpr auto is_flat = [](const auto&, Operands) { return false; };
  // The operand starts in an existing lane, as far as the layout needs it.
  static constexpr auto has_lane = [](const auto&, const auto&, Operands) { return true; };
  // The way in which a case uses an operand: writes it (on_dst) or reads it.
  static constexpr auto use_of = [](const auto&, Operands which) { return which; };
};

// Calls with(op, which) for each operand that a case has, dst first.
template <class F, class I, class With>
void for_each_operand(const Case& c, const Arguments<I>& arguments, With with) {
  if (c.operation->parameters.empty()) return;
  F::visit(*c.operation, arguments, [&](const auto& op) {
    for (const Operands which : {on_dst, on_src, on_src1})
      if ((F::operands(op) & which) != 0) with(op, which);
  });
}

template <class F>
std::vector<OperandRange> footprint(const Case& c) {
  const auto m = F::template machine<int64_t>(*c.profile);
  std::vector<OperandRange> runs;
  for_each_operand<F>(c, c.arguments, [&](const auto& op, Operands which) {
    const Tensor<int64_t> t = F::tensor(m, op, which);
    const Operands use = F::use_of(op, which);
    if (F::is_flat(op, which))
      append_flat(m, t.address, t.address + t.shape.w * t.element_bytes, use, runs);
    else
      append_runs(m, t, use, runs);
  });
  return runs;
}

template <class F>
void bounding_ranges(const Case& c, std::vector<OperandRange>& runs) {
  const auto m = F::template machine<int64_t>(*c.profile);
  const auto wide = F::template machine<Saturating>(*c.profile);
  for_each_operand<F>(c, existing_arguments(c), [&](const auto& op, Operands which) {
    const Tensor<Saturating> t = F::tensor(wide, op, which);
    const Operands use = F::use_of(op, which);
    const Saturating end = t.address + t.shape.w * Saturating(t.element_bytes);
    if (F::is_flat(op, which))
      append_flat(m, t.address.value(), end.value(), use, runs);
    else if (F::has_lane(wide, op, which))
      append_bounding_ranges(m, t, use, runs);
  });
}

template <class F>
Located locate(const Case& c, Space space, int64_t lane, int64_t offset) {
  const auto m = F::template machine<int64_t>(*c.profile);
  Located located;
  for_each_operand<F>(c, c.arguments, [&](const auto& op, Operands which) {
    const Tensor<int64_t> t = F::tensor(m, op, which);
    const bool flat = F::is_flat(op, which);
    if (located.operand != 0 || space != (flat ? Space::local : t.space)) return;
    const int64_t at = flat ? m.flat.first + lane * m.lane_bytes + offset : offset;
    if (locate_in(m, t, flat ? 0 : lane, at, located)) located.operand = F::use_of(op, which);
  });
  return located;
}

template <class F>
Tensor<int64_t> tensor(const Case& c, Operands which) {
  const auto m = F::template machine<int64_t>(*c.profile);
  return F::visit(*c.operation, c.arguments,
                  [&](const auto& op) { return F::tensor(m, op, which); });
}

template <class F>
constexpr FamilySpec tensor_family = {evaluate<F>,        slack<F>,  step<F>,
                                      landmarks<F>,       cost<F>,   footprint<F>,
                                      bounding_ranges<F>, locate<F>, tensor<F>};

}  // namespace strideproof::spec
