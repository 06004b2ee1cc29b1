#pragma once
// The search for a case that meets goals and breaks nothing else. It goes out from known cases: of
// one of these a few values become unknowns, the rest stays and folds most of the formulas, so that
// the solver answers in milliseconds. Where nothing is found, everything becomes unknown at once: a
// proof that there is no such case, or the end of what is decided.

#include <map>
#include <optional>
#include <vector>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/seed_case.h"

namespace strideproof::solver {

enum class Found : uint8_t {
  witness,              // a case
  unreachable_by_type,  // the C type cannot hold the value just outside
  unreachable_proved,   // proved: no values of the parameters satisfy all of it
  unknown,              // neither found nor refuted with the work allowed
};

struct Finding {
  Found found = Found::unknown;
  Case witness = {};  // where found == witness; judged again, with int64_t
  // Where found == unreachable_proved: constraints that, beside the goals, no parameters satisfy; as few
  // as can be proved soon. Empty: that no extent is below 1 is enough.
  std::vector<const Constraint*> lemma = {};
};

// At most one at a time in a thread: it holds the Context. Of Stage::data nothing is asked.
class Search {
 public:
  Search(const Operation& operation, const Profile& profile);

  // A case that meets the goals, of which one may be outside, and satisfies every other constraint;
  // if that cannot be, every other one that is then still evaluated. Values stay plain where the
  // goals do not decide, and something is moved unless the goals exclude it.
  Finding find(const std::vector<Goal>& goals);
  // Whether one query with that much work refutes that a case meets the goals, just outside where one
  // is outside, and breaks nothing else.
  bool is_impossible(const std::vector<Goal>& goals, unsigned work);
  // Whether it is proved that no case meets the goals, further outside too, and satisfies those
  // constraints `among` them, by bit, that are no goal.
  // By cases, where there are any: what `each` says of some slots is all that the goals leave.
  bool excludes(const std::vector<Goal>& goals, uint64_t among,
                const std::vector<std::vector<Selection::Choice>>& each = {});
  // Whether the other operation, on the same profile, has the same parameters, and constraints and
  // landmarks of the same labels and formulas: what is proved of one is proved of the other.
  bool is_alike(const Operation& other);
  // More cases that meet them, at most `count` with the first: no two have the same extents above 1,
  // NULLs and selectors.
  std::vector<Case> more(const Case& first, const std::vector<Goal>& goals, size_t count);

 private:
  using Slots = uint32_t;  // a mask

  // What a query asks beside the goals.
  struct Asked {
    bool all = true;                // outside: also constraints that are not evaluated any more
    bool moving = true;             // no extent is below 1, but for one that a goal names
    bool likely = false;            // of sharing: not what is certain but what is possible
    bool just = false;              // outside: by a step at most
    bool room = true;               // legal: also what all constraints together imply
    uint64_t among = ~uint64_t{0};  // the constraints that are asked, by bit
  };
  // Formulas over all that a selection leaves open; each is lifted when it is first asked for.
  struct ProblemInstance {
    explicit ProblemInstance(Selection some) : selection(std::move(some)) {}
    Selection selection;
    std::vector<Case> plain;
    std::map<const Constraint*, LiftedConstraint> constraints;
    std::map<const Landmark*, LiftedLandmark> landmarks;
  };

  const LiftedConstraint& lifted(ProblemInstance& world, const Constraint& constraint);
  const LiftedLandmark& lifted(ProblemInstance& world, const Landmark& landmark);
  const std::vector<Case>& plain(ProblemInstance& world);

  Arguments<Sym> arguments(const Case& base, Slots free) const;
  std::vector<Slots> ways(const Goal& goal) const;
  std::vector<Slots> ways(const std::vector<Goal>& goals) const;
  Slots named(const std::vector<Goal>& goals) const;
  bool falls_away(const Constraint& other, const std::vector<Goal>& goals) const;
  // The constraints that are asked beside the goals.
  std::vector<const Constraint*> others(const std::vector<Goal>& goals, Asked asked) const;

  // What any case of the world satisfies that meets the goal; further outside counts too.
  SymBool possibly(ProblemInstance& world, const Goal& goal);
  SymBool just(ProblemInstance& world, const Goal& goal);  // not further outside
  // False: some formula folds to false.
  bool possible(ProblemInstance& world, const std::vector<Goal>& goals, Asked asked);
  Found refute(ProblemInstance& world, const std::vector<Goal>& goals, Asked asked, unsigned work);
  Found refute(std::vector<ProblemInstance>& worlds, const std::vector<Goal>& goals, Asked asked,
               unsigned work);

  // Without a solver, from plain cases.
  std::optional<Case> local_search(int changes, const std::vector<Goal>& goals, Asked asked);
  Finding find(const std::vector<Goal>& goals, Asked asked);
  // Drops constraints of a refutation as long as it goes through without them.
  Finding none(Found found, const std::vector<Goal>& goals, Asked asked);
  // Extents are 1 and 2, but for some that are as the goals want them.
  std::optional<Case> find(ProblemInstance& world, size_t bases, int free_extents,
                           const std::vector<Goal>& goals, Asked asked);
  std::optional<Case> query(const Case& base, Slots free, const std::vector<Goal>& goals,
                            Asked asked);

  const Operation& operation_;
  const Profile& profile_;
  Context context_;
  std::vector<Sym> unknown_;             // by slot
  std::vector<int> extents_;             // slots
  Slots addresses_ = 0;                  // and lanes
  std::vector<ProblemInstance> worlds_;  // of all selections
  std::vector<ProblemInstance> wholes_;  // NULL or not is all that is chosen
};

}  // namespace strideproof::solver
