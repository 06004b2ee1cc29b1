#pragma once
// Programs on the other side of what is known of a failing one, found by the solver: a statement
// about one step is turned round, others go on to hold, and of the values as many as can be stay.

#include <memory>
#include <optional>
#include <vector>

#include "conform/explain/rule.h"
#include "proofs/boundary/minimal_change.h"

namespace strideproof::explanation {

struct Demand {
  Literal literal;
  bool holds;  // or is not to hold
};

class Counterexamples {
 public:
  // terms: outlive it; questions: to the solver in all.
  Counterexamples(Terms& terms, int questions) : terms_(terms), questions_(questions) {}

  // Like `from`, of which `turned` is not so yet; `kept` goes on to be so. The step violates the same
  // constraints, unless it is these that are turned round, and never more. No value: not found soon,
  // or it speaks of what no parameter decides.
  std::optional<Program> find(const Program& from, const Demand& turned,
                              const std::vector<Demand>& kept, int64_t most_elements);
  bool spent() const { return questions_ <= 0; }
  int left() const { return questions_; }

 private:
  std::optional<solver::Goal> goal(const Program& from, const Demand& demand) const;

  Terms& terms_;
  int questions_;
};

}  // namespace strideproof::explanation
