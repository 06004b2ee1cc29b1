#include "proofs/boundary/lift.h"

#include "spec/family.h"

namespace strideproof::solver {
namespace {

using SymMachine = spec::MachineShape<Sym>;

// Consequences of a product that Z3 does not find quickly.
SymBool product_facts(const Sym& x, const Sym& y) {
  const Sym zero(0), one(1), product = x * y;
  return all_of(implies(any_of(x == zero, y == zero), product == zero),
                implies(all_of(x >= zero, y >= zero), product >= zero),
                implies(all_of(x >= zero, y >= one), product >= x),
                implies(all_of(x >= one, y >= zero), product >= y));
}

// The same for the products in spec::last_byte.
SymBool product_facts(const SymMachine& m, const spec::Tensor<Sym>& t) {
  const Dim4<Sym> last = spec::last_index(m, t);
  const Sym far(spec::unbounded);
  return all_of(product_facts(last.n, min_of(t.stride.n, far)),
                product_facts(last.c, min_of(t.stride.c, far)),
                product_facts(last.h, min_of(t.stride.h, far)),
                product_facts(last.w, min_of(t.stride.w, far)));
}

// Bytes of the memory in which an operand ends: of a lane, or of the largest window.
int64_t memory_bytes(const SymMachine& m, Space space) {
  int64_t bytes = space == Space::system ? 0 : *m.lane_bytes.literal();
  for (const Window& window : m.windows)
    if (space == Space::system) bytes = std::max(bytes, window.size);
  return bytes;
}

// For counts >= 1 whose product is at most `most`: the product of any two is at most `most`.
SymBool products_at_most(const std::vector<Sym>& counts, int64_t most) {
  SymBool all = true;
  for (size_t i = 0; i < counts.size(); ++i) {
    all = all_of(all, counts[i] <= Sym(most));
    for (size_t j = i + 1; j < counts.size(); ++j)
      all = all_of(all, counts[i] * counts[j] <= Sym(most));
  }
  return all;
}

// dst.alias may hold although its slack is below 0. Elements that share no byte fit in the memory
// in which they end.
template <class F, class Op>
void relax_alias(const SymMachine& m, const Op& op, LiftedConstraint& alias) {
  const spec::Tensor<Sym> dst = F::tensor(m, op, on_dst);
  const auto box = spec::fullest_rows(m, dst);
  alias.necessary = steps_clear_runs(box);
  std::vector<Sym> counts(box.extent.begin(), box.extent.end());
  counts.push_back(box.run);
  const int64_t elements = memory_bytes(m, dst.space) / dst.element_bytes;
  alias.if_legal = products_at_most(counts, elements);
  // The same number of elements is read, from all lanes.
  if constexpr (requires { op.src_shape; }) {
    const int64_t lanes = dst.space == Space::local ? *m.lanes.literal() : 1;
    const Dim4<Sym>& s = op.src_shape;
    alias.if_legal =
        all_of(alias.if_legal, products_at_most({s.n, s.c, s.h, s.w}, lanes * elements));
  }
}

// True if the tensor is a single row.
SymBool is_row(const spec::Tensor<Sym>& t) {
  const Sym one(1);
  return all_of(t.shape.n == one, t.shape.c == one, t.shape.h == one,
                any_of(t.shape.w == one, t.stride.w == one));
}

template <class F, class Op>
LiftedConstraint lift_constraint(const SymMachine& m, const Op& op, const Arguments<Sym>& arguments,
                                 const Constraint& constraint) {
  const Sym slack = spec::slack_of<F>(m, op, arguments, constraint);
  const SymBool clear = slack >= Sym(0);
  LiftedConstraint lifted{slack, F::step(m, op, constraint), clear, clear};
  // The slacks of the transposing copy decide.
  if constexpr (std::is_same_v<F, spec::asc::Spec>) return lifted;
  if (constraint.id() == ConstraintId::dst_alias) {
    relax_alias<F>(m, op, lifted);
  } else if (constraint.rule == Rule::overlap) {
    // Bytes are shared if the slack is -1, or below 0 and both are rows. Others may interleave.
    const auto [dst, src] = F::dst_and(m, op, constraint.operand);
    const SymBool shared = any_of(slack == Sym(-1), all_of(is_row(dst), is_row(src)));
    lifted.sufficient = any_of(clear, F::maps_onto_itself(m, op, constraint.operand));
    lifted.necessary = any_of(lifted.sufficient, !shared);
  } else if (constraint.rule == Rule::end) {
    lifted.facts = product_facts(m, F::tensor(m, op, constraint.operand));
  }
  return lifted;
}

}  // namespace

// Theorems prove the range goals of the formulas.

LiftedConstraint lift(const Profile& profile, const Operation& operation,
                      const Arguments<Sym>& arguments, const Constraint& constraint) {
  const ExactArithmetic exact;
  return spec::with_operation(operation, profile, arguments,
                              [&]<class F>(F, const SymMachine& m, const auto& op) {
                                return lift_constraint<F>(m, op, arguments, constraint);
                              });
}

SymBool lift(const Profile& profile, const Operation& operation, const Arguments<Sym>& arguments,
             const Landmark& landmark) {
  const ExactArithmetic exact;
  return spec::with_operation(operation, profile, arguments,
                              [&]<class F>(F, const SymMachine& m, const auto& op) -> SymBool {
                                return spec::meets<F>(m, op, spec::operands_of<F>(operation, m, op),
                                                      arguments, landmark);
                              });
}

}  // namespace strideproof::solver
