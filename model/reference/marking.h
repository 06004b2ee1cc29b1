#pragma once
// Checks that several families make. Overlap is decided by marking the bytes of one element after
// the other. Precondition of that: every element lies inside its memory.

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
inline void require(ConstraintEvaluator& checks, ConstraintId label, Answer holds) {
  if (holds)
    checks.require(label, *holds);
  else
    checks.too_costly();
}

// destination-alias
void check_alias(ConstraintEvaluator& checks, Machine& machine, const Tensor& dst,
                 const Choices& choices);

// empty-copy; gdma-shape-limit. n_or_c: the extent is n, or c, of a tensor.
void check_extent(ConstraintEvaluator& checks, ConstraintId min, ConstraintId max, int64_t extent,
                  const Choices& choices, bool n_or_c = false);
// n_min is followed by the other limits of the shape, in the order of the labels.
void check_shape(ConstraintEvaluator& checks, ConstraintId n_min, const Index& shape,
                 const Choices& choices);

// The window in which a system address lies, as bytes [first, end).
std::optional<EnclosingRange> window_around(const Profile& profile, int64_t address);

// address-alignment
void check_aligned(ConstraintEvaluator& checks, ConstraintId label, int64_t address,
                   int64_t element_bytes, const Choices& choices);
// The operand starts in an existing lane, or in a window.
void check_start(ConstraintEvaluator& checks, ConstraintId start, const Profile& profile,
                 const Tensor& t);
// All bytes that the operand touches lie in the same lane, or window.
void check_end(ConstraintEvaluator& checks, ConstraintId end, const Profile& profile,
               const Tensor& t, const EnclosingRange& touched);

// aligned-tail: by default only the bytes touched need memory.
EnclosingRange needed(const Tensor& t, const Choices& choices);

// While one exists, this thread runs no case: to_be_run() is false of each.
class EvaluateOnly {
 public:
  EvaluateOnly();
  ~EvaluateOnly();
  EvaluateOnly(const EvaluateOnly&) = delete;
  EvaluateOnly& operator=(const EvaluateOnly&) = delete;
};

// True if a case of so many elements is run; past the budget only its constraint results are given.
bool to_be_run(ConstraintEvaluator& checks, Wide elements);

}  // namespace strideproof::reference
