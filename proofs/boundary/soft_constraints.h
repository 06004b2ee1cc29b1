#pragma once
// Preferences between answers of Z3 to one question.

#include "proofs/boundary/search_terms.h"

namespace strideproof::solver {

// Soft constraints on the unknowns of a satisfiable question: keep the value, or stay near it.
class SoftConstraints {
 public:
  explicit SoftConstraints(z3::solver& s) : s_(s), model_(s.get_model()) { s_.push(); }
  ~SoftConstraints() {
    try {
      s_.pop();
    } catch (const z3::exception&) {  // of an interrupted solver, which has lost its scope
    }
  }
  SoftConstraints(const SoftConstraints&) = delete;
  SoftConstraints& operator=(const SoftConstraints&) = delete;

  // Adds a soft constraint if it is consistent with those added before.
  bool prefer(const SymBool& wish) {
    if (wish.literal()) return *wish.literal();
    s_.push();
    s_.add(wish.term());
    const bool granted = answer_of(s_) == z3::sat;
    if (granted) model_ = s_.get_model();
    s_.pop();
    if (granted) s_.add(wish.term());
    return granted;
  }
  void prefer_near(const Sym& value, int64_t best, bool rather_up) {
    if (prefer(value == Sym(best))) return;
    const Interval below{0, best};
    if (!rather_up && prefer(within(value, below))) return;
    for (const int64_t distance : {2, 16, 256})
      if (prefer(within(value, {best, best + distance}))) return;
    if (rather_up) prefer(within(value, below));
  }
  int64_t value(const Sym& unknown) const {
    return model_.eval(unknown.term(), true).get_numeral_int64();
  }

 private:
  z3::solver& s_;
  z3::model model_;
};

}  // namespace strideproof::solver
