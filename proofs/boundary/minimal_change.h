#pragma once
// Cases that differ from a known one in as little as a goal takes. The values on which the goal
// hangs become unknowns one at a time, then with those that must move along (addresses, at first by
// the same distance, and strides), in the end with the extents; what is not unknown stays as it is
// and folds most of the formulas.

#include <optional>
#include <vector>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/lift.h"

namespace strideproof::solver {

// At most one at a time in a thread: it holds the Context.
class MinimalChange {
 public:
  // questions: how many may be put to Z3 in all, wishes for less not counted. Each is limited in its
  // work, not in its time.
  MinimalChange(const Operation& operation, const Profile& profile, int questions);

  struct Wanted {
    std::vector<Goal> turned;  // what `base` does not meet
    std::vector<Goal> kept;    // what it meets, and shall go on to meet
    uint64_t violated;         // the very constraints that are violated, by bit
    int64_t most_elements;
  };
  // NULLs and selectors by which formulas fork are those of `base`. That nothing is found proves
  // nothing.
  std::optional<Case> find(const Case& base, const Wanted& wanted);
  int left() const { return questions_; }  // questions

 private:
  using Slots = uint32_t;  // a mask

  // What becomes unknown; all addresses move together, by one unknown, where they are not free.
  struct Way {
    Slots free = 0;
    bool together = false;
    friend bool operator==(const Way&, const Way&) = default;
  };

  Arguments<Sym> arguments(const Case& base, Way way) const;
  Slots hangs_on(const Case& base, const std::vector<Goal>& goals, uint64_t changed) const;
  std::vector<Way> ways(const Case& base, Slots decisive, Slots kept) const;
  std::optional<Case> query(const Case& base, Way way, const std::vector<Goal>& goals,
                            const Wanted& wanted);

  const Operation& operation_;
  const Profile& profile_;
  int questions_;
  Context context_;
  std::vector<Sym> unknown_;  // by slot
  Slots addresses_ = 0;
  Sym shift_;  // of all addresses
};

}  // namespace strideproof::solver
