#pragma once
// Decides overlap by marking the bytes of one element after the other. Precondition of all
// functions: every element lies inside its memory.

#include <optional>

#include "model/reference/choices.h"
#include "model/reference/constraint_evaluator.h"
#include "model/reference/tensor.h"

namespace strideproof::reference {

// A case with more elements is neither marked nor run: its result is too_costly.
inline constexpr int64_t budget = int64_t{1} << 22;

// An answer; no value if there are too many elements to mark.
using Answer = std::optional<bool>;

// No two elements share a byte.
Answer is_injective(Machine& machine, const Tensor& t);

// dst and src, of one shape and in one memory, share no byte; or every element maps onto itself
// (in-place, copy-overlap, disjoint-by).
Answer is_disjoint_or_same(Machine& machine, const Tensor& dst, const Tensor& src,
                           const Choices& choices);

// Records the answer; records too_costly if there is none.
template <class ConstraintId>
void require(ConstraintEvaluator& checks, ConstraintId label, Answer holds) {
  if (holds)
    checks.require(label, *holds);
  else
    checks.too_costly();
}

// While one exists, this thread runs no case: to_be_run() is false of each.
class JudgeOnly {
 public:
  JudgeOnly();
  ~JudgeOnly();
  JudgeOnly(const JudgeOnly&) = delete;
  JudgeOnly& operator=(const JudgeOnly&) = delete;
};

// True if a case of so many elements is run; past the budget only its constraint results are given.
bool to_be_run(ConstraintEvaluator& checks, Wide elements);

}  // namespace strideproof::reference
