#pragma once
// Constraints that several families evaluate. Overlap is decided by marking the bytes of one element after
// the other. Precondition of that: every element lies inside its memory.

#include <functional>
#include <optional>
#include <vector>

#include "model/implementation.h"
#include "model/reference/choices.h"
#include "model/reference/constraint_evaluator.h"
#include "model/reference/tensor.h"

namespace strideproof::reference {

// A case with more elements is neither marked nor run: its result is too_costly.
inline constexpr int64_t budget = int64_t{1} << 22;

// An answer; no value if there are too many elements to mark.
using Answer = std::optional<bool>;

// The elements of an operand, in the order in which they are moved, as the place of their first
// byte in memory.
struct Elements {
  Space space;
  int64_t element_bytes;
  std::vector<int64_t> places;
};
// The element with index map(i) of t, for each index i of a shape in NCHW order. All elements lie
// in the memory.
template <class Map>
Elements elements_of(Machine& machine, const Tensor& t, const Index& shape, Map map) {
  Elements all = {t.space, t.element_bytes, {}};
  for_each(shape, [&](const Index& i) {
    all.places.push_back(bytes_of(machine, t, map(i)) - machine.base(t.space));
  });
  return all;
}
inline Elements elements_of(Machine& machine, const Tensor& t) {
  return elements_of(machine, t, t.shape, [](const Index& i) { return i; });
}

// The window in which a system address lies, as bytes [first, end).
std::optional<EnclosingRange> window_around(const Profile& profile, int64_t address);

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

// Evaluates the constraints of a case on a machine, under its readings.
class CaseEvaluator : public ConstraintEvaluator {
 public:
  CaseEvaluator(const Case& c, Machine& on, const Choices& under)
      : ConstraintEvaluator(*c.operation), machine(on), profile(on.profile()), choices(under) {}
  operator Result() const { return {constraint_results()}; }

  using ConstraintEvaluator::require;
  // Records the answer; records too_costly if there is none.
  void require(ConstraintId label, Answer holds);

  // empty-copy; gdma-shape-limit. n_or_c: the extent is n, or c, of a tensor.
  void extent(ConstraintId min, ConstraintId max, int64_t value, bool n_or_c = false);
  // n_min is followed by the other limits of the shape, in the order of the labels.
  void shape(ConstraintId n_min, const Index& extents);
  // The n, c and h strides; see is_stride.
  void strides(Operands which, const Index& extents, const Stride<int64_t>& given,
               int64_t element_bytes);
  // address-alignment
  void aligned(ConstraintId label, int64_t address, int64_t element_bytes);
  // The operand starts in an existing lane, in a window, or in a buffer.
  void start(Operands which, const Tensor& t);
  // All bytes that it touches lie there too.
  void end(Operands which, const Tensor& t, const EnclosingRange& touched);
  // start() and end().
  void place(Operands which, const Tensor& t, const EnclosingRange& touched);
  // destination-alias; fill-alias
  void alias(const Tensor& dst);
  void fill_alias(const Tensor& dst);
  // dst and src share no byte; or every element maps onto itself (in-place, copy-overlap,
  // disjoint-by). Operands of one shape, whose elements correspond.
  void overlap(ConstraintId label, const Tensor& dst, const Tensor& src);
  // in_order_of_dst(): the elements of src. same_order: in place, both describe the same elements.
  void overlap(ConstraintId label, const Tensor& dst, const Tensor& src, bool same_order,
               const std::function<Elements()>& in_order_of_dst);
  // True if a case of so many elements is run; past the budget only its constraint results are
  // given.
  bool to_be_run(Wide elements);

  Machine& machine;
  const Profile& profile;
  const Choices& choices;
};

// True if the extent of an operand may have the stride, in units of element_bytes: stride-unit,
// negative-stride and, of a source, source-broadcast.
bool is_stride(Operands which, int64_t extent, int64_t stride, int64_t element_bytes,
               const Choices& choices);

}  // namespace strideproof::reference
