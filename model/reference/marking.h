#pragma once
// What elements share, found by marking their bytes one element after the other. All that is given
// to these functions lies inside its memory.

#include <optional>

#include "model/reference/constraint_evaluator.h"
#include "model/reference/tensor.h"

namespace strideproof::reference {

// A case with more elements is neither marked nor run: its judgement is too_costly.
inline constexpr int64_t budget = int64_t{1} << 22;

// An answer, or none: too many elements to mark.
using Answer = std::optional<bool>;

// No two elements share a byte.
Answer is_injective(Machine& machine, const Tensor& t);

// dst and src, of one shape and in one memory, share no byte; or every element maps onto itself.
// by_ranges: nor do the ranges of offsets that enclose them, whatever the lane (disjoint-by).
Answer is_disjoint_or_same(Machine& machine, const Tensor& dst, const Tensor& src, bool by_ranges);

// Records the answer; where there is none, that it is too costly.
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

// Whether a case of so many elements is to be run; past the budget the verdict alone is given.
bool to_be_run(ConstraintEvaluator& checks, Wide elements);

}  // namespace strideproof::reference
