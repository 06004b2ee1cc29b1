#pragma once
// The search for a case that meets goals and violates nothing else. Random cases that are moved
// onto the edges (props::move_to_edge) yield most of them. The solver decides the rest, with all
// values unknown: it yields a case, proves that there is none, or leaves the question open.

#include <map>
#include <optional>
#include <vector>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/lift.h"

namespace strideproof::solver {

enum class SearchOutcome : uint8_t {
  witness,              // a case
  unreachable_by_type,  // the C type cannot hold the value just outside
  unreachable_proved,   // proved: no values of the parameters satisfy all of it
  unknown,              // neither found nor refuted with the work allowed
};

struct SearchResult {
  SearchOutcome outcome = SearchOutcome::unknown;
  std::vector<Case> witnesses =
      {};  // if outcome == witness; the simplest first, of different shapes
  // If outcome == unreachable_proved: constraints that no parameters satisfy together with the
  // goals; as few as a short search proves. Empty: the goals alone exclude each other.
  std::vector<const Constraint*> lemma = {};
};

// Work limits a question, not time, so answers do not depend on the machine.
inline constexpr unsigned quick_proof = 300'000, fair_proof = 2'000'000, long_proof = 5'000'000,
                          pair_proof = 300'000;

// At most one exists at a time in a thread, as it holds the Context. Constraints of Stage::data are
// not asked.
class Search {
 public:
  Search(const Operation& operation, const Profile& profile);

  // Finds at most `count` cases that meet the goals (one of them may be outside) and violate no
  // other constraint. They move some bytes unless the goals exclude it. No two of them agree in
  // their extents above 1, their NULLs and their selectors.
  SearchResult find(const std::vector<Goal>& goals, size_t count = 1);
  // True if one query with that much work refutes that a case meets the goals (an outside goal just
  // outside) and violates nothing else.
  bool is_impossible(const std::vector<Goal>& goals, unsigned work = pair_proof);

 private:
  // Formulas over unknown parameters, some of them NULL or literals; those of a constraint are
  // lifted on first use.
  struct ProblemInstance {
    Arguments<Sym> arguments;
    std::map<const Constraint*, LiftedConstraint> constraints = {};
  };
  using Constraints = std::vector<const Constraint*>;

  const LiftedConstraint& lifted(ProblemInstance& instance, const Constraint& constraint);
  // A formula that suffices for the goal, or one that follows from it. `anywhere`: an outside goal
  // may be violated by any number of steps.
  SymBool formula(ProblemInstance& instance, const Goal& goal, bool sufficient, bool anywhere);

  // The constraints that are no goals and are still evaluated if the goals are met.
  Constraints others(const std::vector<Goal>& goals) const;

  // Decides if the goals and the constraints of `asked` exclude each other. `complete`: no others
  // may be violated, so LiftedConstraint::if_legal holds if no goal is outside.
  SearchOutcome refute(ProblemInstance& instance, const std::vector<Goal>& goals,
                       const Constraints& asked, bool complete, unsigned work, bool anywhere);
  SearchOutcome refute(const std::vector<Goal>& goals, const Constraints& asked, bool complete,
                       unsigned work, bool anywhere = true);
  // `outcome` says why there is no case. If it was proved, drops constraints from the refutation
  // while it still succeeds.
  SearchResult result_without_case(SearchOutcome outcome, const std::vector<Goal>& goals);

  std::vector<Case> random_cases(const std::vector<Goal>& goals, size_t count, int tries) const;
  // `moving`: every extent is 1 at least.
  std::optional<Case> solve(ProblemInstance& instance, const std::vector<Goal>& goals, bool moving);

  const Operation& operation_;
  const Profile& profile_;
  Context context_;
  std::vector<size_t> extents_;             // slots
  std::vector<ProblemInstance> instances_;  // by which parameters are NULL
};

}  // namespace strideproof::solver
