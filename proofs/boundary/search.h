#pragma once
// The search for a case that meets goals and violates nothing else. Random cases that are moved onto
// the edges (props::move_to_edge) yield most of them. The solver decides the rest, with all values
// unknown: it yields a case, proves that there is none, or leaves the question open.

#include <map>
#include <optional>
#include <vector>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/selection.h"

namespace strideproof::solver {

enum class Found : uint8_t {
  witness,              // a case
  unreachable_by_type,  // the C type cannot hold the value just outside
  unreachable_proved,   // proved: no values of the parameters satisfy all of it
  unknown,              // neither found nor refuted with the work allowed
};

struct Finding {
  Found found = Found::unknown;
  std::vector<Case> witnesses = {};  // if found == witness; the simplest first, of different shapes
  // If found == unreachable_proved: constraints that no parameters satisfy together with the goals;
  // as few as a short search proves. Empty: extents >= 1 already exclude the goals.
  std::vector<const Constraint*> lemma = {};
};

// At most one exists at a time in a thread, as it holds the Context. Constraints of Stage::data are
// not asked.
class Search {
 public:
  Search(const Operation& operation, const Profile& profile);

  // Finds at most `count` cases that meet the goals, of which one may be outside, and violate no
  // other constraint. They move some bytes unless the goals exclude it. No two have the same extents
  // above 1, NULLs and selectors.
  Finding find(const std::vector<Goal>& goals, size_t count = 1);
  // True if one query with that much work refutes that a case meets the goals (an outside goal just
  // outside) and violates nothing else.
  bool is_impossible(const std::vector<Goal>& goals, unsigned work);
  // True if it is proved that no case meets the goals, also further outside, and satisfies the
  // constraints of `among`, by bit, that are no goals. `each` may split the proof into cases: its
  // values of some slots are all that the goals allow.
  bool excludes(const std::vector<Goal>& goals, uint64_t among,
                const std::vector<std::vector<Selection::Choice>>& each = {});
  // True if the other operation, on the same profile, has the same parameters, labels and formulas,
  // so a proof for one holds for the other.
  bool is_alike(const Operation& other);

 private:
  using Slots = uint32_t;  // a mask

  // The constraints that a refutation asks in addition to the goals.
  struct Asked {
    bool all = true;                // outside: also constraints that are not evaluated any more
    bool moving = true;             // no extent is below 1, but for one that a goal names
    bool just = false;              // outside: by a step at most
    bool implied = true;            // legal: also LiftedConstraint::implied
    uint64_t among = ~uint64_t{0};  // the constraints that are asked, by bit
  };
  // Formulas over the values that a selection leaves open; each is lifted on first use.
  struct ProblemInstance {
    explicit ProblemInstance(Selection some) : selection(std::move(some)) {}
    Selection selection;
    std::map<const Constraint*, LiftedConstraint> constraints;
    std::map<const Landmark*, LiftedLandmark> landmarks;
  };

  const LiftedConstraint& lifted(ProblemInstance& instance, const Constraint& constraint);
  const LiftedLandmark& lifted(ProblemInstance& instance, const Landmark& landmark);
  LiftedLandmark lifted(ProblemInstance& instance, const Condition& condition);

  // The extents with which labels of goals begin: "shape.n.max".
  Slots named(const std::vector<Goal>& goals) const;
  bool falls_away(const Constraint& other, const std::vector<Goal>& goals) const;
  std::vector<const Constraint*> others(const std::vector<Goal>& goals, Asked asked) const;
  bool moves(const Case& c, const std::vector<Goal>& goals) const;

  // Necessary conditions, in this instance, of a case that meets the goal; further outside counts
  // too.
  SymBool possibly(ProblemInstance& instance, const Goal& goal);
  SymBool just(ProblemInstance& instance, const Goal& goal);  // not further outside
  Found refute(ProblemInstance& instance, const std::vector<Goal>& goals, Asked asked,
               unsigned work);
  Found refute(std::vector<ProblemInstance>& instances, const std::vector<Goal>& goals, Asked asked,
               unsigned work);
  // `found` says why there is no case. If it was proved, drops constraints of the refutation as long as
  // it still succeeds.
  Finding finding_without_case(Found found, const std::vector<Goal>& goals, Asked asked);

  // `moving`: cases that move no bytes do not count.
  std::vector<Case> random_cases(const std::vector<Goal>& goals, size_t count, bool moving,
                                 int tries) const;
  std::optional<Case> solve(ProblemInstance& instance, const std::vector<Goal>& goals, bool moving);

  const Operation& operation_;
  const Profile& profile_;
  Context context_;
  std::vector<Sym> unknown_;                     // by slot
  std::vector<int> extents_;                     // slots
  std::vector<ProblemInstance> instances_;       // of all selections
  std::vector<ProblemInstance> null_instances_;  // of selections that choose only NULLs
};

}  // namespace strideproof::solver
