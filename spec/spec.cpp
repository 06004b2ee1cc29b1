#include "spec/spec.h"

#include "spec/family.h"

namespace strideproof::spec {
namespace {

// Calls see(F, machine, op) for a case.
template <class See>
auto visit(const Case& c, See see) {
  return with_operation(*c.operation, *c.profile, c.arguments, see);
}

// ---- constraints: the order is that of Operation::needs ----

// True if the constraint belongs to the operation and all constraints that it needs hold.
bool is_evaluated(const Operation& operation, const ConstraintResults& results, uint8_t bit) {
  return has_bit(operation.labels, bit) && (results.violated & operation.needs[bit]) == 0;
}

void record(ConstraintResults& results, uint8_t bit, OverlapAnswer holds) {
  if (holds == OverlapAnswer::too_costly) {
    results.too_costly = true;
    return;
  }
  results.evaluated |= uint64_t{1} << bit;
  if (holds == OverlapAnswer::no) results.violated |= uint64_t{1} << bit;
}

template <class F>
OverlapAnswer holds(const auto& m, const auto& op, const Arguments<int64_t>& arguments,
                    const Constraint& constraint) {
  if (slack_of<F>(m, op, arguments, constraint) >= 0) return OverlapAnswer::yes;
  return constraint.rule == Rule::overlap ? F::exact(m, op, constraint.operand) : OverlapAnswer::no;
}

// A slack below 0 of an alias or overlap without a violation counts as the edge: one step more or
// less and the elements may collide.
template <class F>
int64_t slack_to_edge(const auto& m, const auto& op, const Arguments<int64_t>& arguments,
                      const Constraint& constraint) {
  const int64_t slack = slack_of<F>(m, op, arguments, constraint);
  const bool on_edge = slack < 0 && constraint.rule == Rule::overlap &&
                       F::exact(m, op, constraint.operand) == OverlapAnswer::yes;
  return on_edge ? 0 : slack;
}

// The slack of a constraint of Stage::data.
int64_t slack_of_count(const CountRange& counts, ConstraintId id) {
  return id == ConstraintId::counts_min ? at_least(counts.least, -okk_bdc::largest_count)
                                        : at_most(counts.most, okk_bdc::largest_count);
}

// The counts of a case whose bytes all exist; no value: there are too many to read.
std::optional<CountRange> counts_of(const Case& shift, const Contents& before) {
  const auto m = machine_shape<int64_t>(*shift.profile);
  const Tensor<int64_t> t = read_once(m, tensor_of(shift, shift.operation->counts));
  if (element_count(t.shape) > footprint_budget) return std::nullopt;
  CountRange found{okk_bdc::largest_count, -okk_bdc::largest_count};
  for (int64_t n = 0; n < t.shape.n; ++n)
    for (int64_t c = 0; c < t.shape.c; ++c)
      for (int64_t h = 0; h < t.shape.h; ++h)
        for (int64_t w = 0; w < t.shape.w; ++w) {
          const ElementPlace<int64_t> at = place_of(m, t, {n, c, h, w});
          uint32_t word = 0;
          for (int b = 0; b < okk_bdc::element_bytes; ++b)
            word |= uint32_t{before(t.space, at.lane, at.byte + b)} << 8 * b;
          const int64_t count = static_cast<int32_t>(word);
          found.least = min_of(found.least, count);
          found.most = max_of(found.most, count);
        }
  return found;
}

// Evaluates the constraints before `end`, or before those of Stage::data. They are in the order of
// their stages, so all that `end` needs come before it.
ConstraintResults evaluate_before(const Case& c, const Constraint* end) {
  return visit(c, [&]<class F>(F, const auto& m, const auto& op) {
    ConstraintResults results;
    for (const Constraint& constraint : c.operation->constraints) {
      if (constraint.stage == Stage::data || (end != nullptr && constraint.bit == end->bit)) break;
      if (is_evaluated(*c.operation, results, constraint.bit))
        record(results, constraint.bit, holds<F>(m, op, c.arguments, constraint));
    }
    return results;
  });
}

}  // namespace

ConstraintResults evaluate(const Case& c) { return evaluate_before(c, nullptr); }
ConstraintResults evaluate(const Case& c, const Contents& before) {
  return evaluate(c, [&] { return counts_of(c, before); });
}
ConstraintResults evaluate(const Case& c, const ReadCounts& read) {
  ConstraintResults results = evaluate(c);
  const auto is_open = [&](const Constraint& constraint) {
    return constraint.stage == Stage::data && is_evaluated(*c.operation, results, constraint.bit);
  };
  const std::vector<Constraint>& all = c.operation->constraints;
  if (all.empty() || !is_open(all.back())) return results;
  const std::optional<CountRange> counts = read();
  for (const Constraint& constraint : all)
    if (is_open(constraint))
      record(results, constraint.bit,
             !counts                                         ? OverlapAnswer::too_costly
             : slack_of_count(*counts, constraint.id()) >= 0 ? OverlapAnswer::yes
                                                             : OverlapAnswer::no);
  return results;
}

int64_t slack(const Case& c, const Constraint& constraint) {
  return visit(c, [&]<class F>(F, const auto& m, const auto& op) {
    return slack_to_edge<F>(m, op, c.arguments, constraint);
  });
}
std::optional<int64_t> slack_if_evaluated(const Case& c, const Constraint& constraint) {
  const ConstraintResults before = evaluate_before(c, &constraint);
  if (!is_evaluated(*c.operation, before, constraint.bit)) return std::nullopt;
  return slack(c, constraint);
}
int64_t slack(const Case& c, const Constraint& constraint, const Contents& before) {
  if (constraint.stage != Stage::data) return slack(c, constraint);
  return slack_of_count(counts_of(c, before).value_or(CountRange{}), constraint.id());
}

int64_t step(const Case& c, const Constraint& constraint) {
  return visit(
      c, [&]<class F>(F, const auto& m, const auto& op) { return F::step(m, op, constraint); });
}

uint64_t landmarks(const Case& c) {
  if (c.operation->landmarks.empty()) return 0;
  return visit(c, [&]<class F>(F, const auto& m, const auto& op) {
    const OperandsOf<int64_t> operands = operands_of<F>(*c.operation, m, op);
    uint64_t met = 0;
    for (const Landmark& landmark : c.operation->landmarks)
      if (meets<F>(m, op, operands, c.arguments, landmark)) met |= uint64_t{1} << landmark.bit;
    return met;
  });
}

int64_t cost(const Case& c) {
  return visit(c, []<class F>(F, const auto&, const auto& op) { return F::cost(op); });
}

// ---- operands ----

Tensor<int64_t> tensor_of(const Case& c, Operands which) {
  return visit(c,
               [&]<class F>(F, const auto& m, const auto& op) { return F::tensor(m, op, which); });
}

Space space_of(const Case& c, Operands which) {
  return visit(c, [&]<class F>(F, const auto&, const auto& op) {
    const auto side = F::side(op, which);
    return side.flat ? Space::local : side.space;
  });
}

int64_t dtype_bytes(const Case& c, Operands which) {
  return visit(c,
               [&]<class F>(F, const auto&, const auto& op) { return F::dtype_bytes(op, which); });
}

}  // namespace strideproof::spec
