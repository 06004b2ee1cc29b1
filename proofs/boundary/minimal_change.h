#pragma once
// Finds a case that meets the goal and changes as few parameters of `base` as possible. The values
// that decide the goal become unknowns one at a time, then together with values that must change
// too (addresses, at first by the same distance, and strides), at last with the extents. All other
// values are constants, which fold most of the formulas.

#include <optional>
#include <vector>

#include "proofs/boundary/goal.h"
#include "proofs/boundary/lift.h"

namespace strideproof::solver {

// At most one exists at a time in a thread, as it holds the Context.
class MinimalChange {
 public:
  // questions: the number of questions to Z3, without those of soft constraints. The work of each
  // question is limited, not its time.
  MinimalChange(const Operation& operation, const Profile& profile, int questions);

  struct Wanted {
    std::vector<Goal> turned;  // the goals that `base` does not meet
    std::vector<Goal> kept;    // what it meets, and shall go on to meet
    uint64_t violated;         // the very constraints that are violated, by bit
    int64_t most_elements;
  };
  // NULLs and selectors on which formulas fork are those of `base`. Finding none proves nothing.
  std::optional<Case> find(const Case& base, const Wanted& wanted);
  int left() const { return questions_; }  // questions

 private:
  using Slots = uint32_t;  // a mask

  // The unknowns. Addresses that are not free all move together, by one unknown.
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
