#pragma once
// A case on a machine: the evaluation of its constraints, and those that several families have.
//
// A label is evaluated where every label that it needs holds (Operation::needs).

#include <functional>
#include <optional>
#include <vector>

#include "model/implementation.h"
#include "model/reference/taken_readings.h"
#include "model/reference/tensor.h"

namespace strideproof::reference {

// A case with more elements is neither searched for overlap nor run: its result is too_costly.
inline constexpr int64_t budget = int64_t{1} << 22;

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
  all.places.reserve(static_cast<size_t>(elements(shape)));
  for_each(shape,
           [&](const Index& i) { all.places.push_back(place_in_memory(machine, t, map(i))); });
  return all;
}
inline Elements elements_of(Machine& machine, const Tensor& t) {
  return elements_of(machine, t, t.shape, [](const Index& i) { return i; });
}

// The lane, the window or the buffer in which an operand starts; none: the byte does not exist.
std::optional<BoundingRange> memory_around(const Profile& profile, const Tensor& t);

// Constraints and moves follow the readings of the base class.
class CaseRun : public TakenReadings {
 public:
  CaseRun(Machine& on, const Case& given, const Readings& readings, bool only_evaluated)
      : TakenReadings(readings),
        machine(on),
        profile(on.profile()),
        c(given),
        evaluate_only(only_evaluated) {}

  const ConstraintResults& constraint_results() const { return constraint_results_; }
  // True if the operation has the label and all labels that it needs hold.
  bool evaluates(ConstraintId id) const {
    const auto bit = static_cast<uint8_t>(id);
    return has_bit(c.operation->labels, bit) &&
           (constraint_results_.violated & c.operation->needs[bit]) == 0;
  }
  // Records the answer if the label is evaluated; too_costly if there is no answer.
  void require(ConstraintId id, std::optional<bool> holds) {
    if (!evaluates(id)) return;
    if (!holds) return too_costly();
    const uint64_t bit = uint64_t{1} << static_cast<uint8_t>(id);
    constraint_results_.evaluated |= bit;
    if (!*holds) constraint_results_.violated |= bit;
  }
  void too_costly() { constraint_results_.too_costly = true; }
  // low <= value <= high
  void range(ConstraintId min, ConstraintId max, int64_t value, int64_t low, int64_t high) {
    require(min, value >= low);
    require(max, value <= high);
  }

  // An empty shape, of which nothing is checked (empty-copy).
  bool is_unchecked(const Index& extents) const;
  // empty-copy; gdma-shape-limit. n_or_c: the extent is n, or c, of a tensor.
  void extent(ConstraintId min, ConstraintId max, int64_t value, bool n_or_c = false);
  // n_min is followed by the other limits of the shape, in the order of the labels.
  void shape(ConstraintId n_min, const Index& extents);
  // The n, c and h strides; see is_stride.
  void strides(Operands which, const Index& extents, const Stride<int64_t>& given,
               int64_t element_bytes);
  // address-alignment
  void aligned(ConstraintId id, int64_t address, int64_t element_bytes);
  // The operand starts in an existing lane, in a window, or in a buffer.
  void start(Operands which, const Tensor& t);
  // All bytes that it touches lie there too, and its padding (aligned-tail).
  void end(Operands which, const Tensor& t, const BoundingRange& touched);
  // start() and end().
  void place(Operands which, const Tensor& t, const BoundingRange& touched);
  void place(Operands which, const Tensor& t) { place(which, t, bounding_range(t)); }
  // No two elements share a byte. No value: there are too many to search.
  std::optional<bool> is_injective(const Tensor& t) const;
  // destination-alias; fill-alias
  void alias(const Tensor& dst);
  void fill_alias(const Tensor& dst);
  // dst and src share no byte; or every element maps onto itself (in-place, copy-overlap,
  // disjoint-by). Operands of one shape, whose elements correspond.
  void overlap(ConstraintId id, const Tensor& dst, const Tensor& src);
  // in_order_of_dst(): the elements of src. same_order: in place, both describe the same elements.
  void overlap(ConstraintId id, const Tensor& dst, const Tensor& src, bool same_order,
               const std::function<Elements()>& in_order_of_dst);
  // True if a case of so many elements is run; past the budget only its constraint results are
  // given.
  bool to_be_run(Wide elements);

  Machine& machine;
  const Profile& profile;
  const Case& c;
  const bool evaluate_only;  // the machine stays as it is
  uint64_t returned = 0;     // by the operation

 private:
  ConstraintResults constraint_results_;
};

// dst(i) = src(map(i)) for each index i of dst.
template <class Map>
void copy_each(CaseRun& run, const Tensor& dst, const Tensor& src, Map map) {
  move_each(
      dst.shape, run, [&](const Index& i) { return read(run.machine, src, map(i)); },
      [&](const Index& i, uint32_t bits) { write(run.machine, dst, i, bits); });
}
inline void copy_each(CaseRun& run, const Tensor& dst, const Tensor& src) {
  copy_each(run, dst, src, [](const Index& i) { return i; });
}

// Each family evaluates the constraints of the case and, if it is to be run, moves its elements:
// run_okk_gdma, ...
#define FAMILY(family, ...) void run_##family(CaseRun& run);
#include "spec/vocabulary/operations.def"

}  // namespace strideproof::reference
