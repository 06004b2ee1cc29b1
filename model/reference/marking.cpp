#include "model/reference/marking.h"

#include <algorithm>

#include "model/reference/byte_set.h"

namespace strideproof::reference {
namespace {

constexpr int64_t largest_extent = 65535;  // gdma-shape-limit

thread_local bool evaluate_only = false;

ByteSet& empty_set() {
  thread_local ByteSet set;
  set.clear();
  return set;
}

// The place of an element's first byte in its memory.
int64_t place(Machine& machine, const Tensor& t, const Index& i) {
  return bytes_of(machine, t, i) - machine.base(t.space);
}

// More elements than their bounding range can hold without overlap.
bool crowded(const Tensor& t) {
  const EnclosingRange range = enclosing(t);
  const int64_t lanes = t.space == Space::local ? t.lanes : 1;
  return elements(t.shape) * t.element_bytes > (range.end - range.first) * lanes;
}

bool affordable(const Tensor& t) { return elements(t.shape) <= budget; }

bool aliases(Machine& machine, const Tensor& t) {
  ByteSet& marked = empty_set();
  return !for_all(
      t.shape, [&](const Index& i) { return marked.add(place(machine, t, i), t.element_bytes); });
}

// No element of dst shares a byte with one of src.
bool is_disjoint(const Elements& dst, const Elements& src) {
  ByteSet& marked = empty_set();
  for (const int64_t place : dst.places) marked.add(place, dst.element_bytes);
  return std::none_of(src.places.begin(), src.places.end(),
                      [&](int64_t place) { return marked.meets(place, src.element_bytes); });
}

// No two elements share a byte.
Answer is_injective(Machine& machine, const Tensor& t) {
  if (crowded(t)) return false;
  if (!affordable(t)) return {};
  return !aliases(machine, t);
}

}  // namespace

std::optional<EnclosingRange> window_around(const Profile& profile, int64_t address) {
  for (const Window& window : profile.windows)
    if (window.first <= address && address < window.end())
      return EnclosingRange{window.first, window.end()};
  return {};
}

// The lane, the window or the buffer in which an operand starts; none: the byte does not exist.
static std::optional<EnclosingRange> memory_around(const Profile& profile, const Tensor& t) {
  if (t.space == Space::system) return window_around(profile, t.address);
  const bool local = t.space == Space::local;
  const int64_t bytes =
      local ? profile.lane_bytes : profile.buffer_bytes[static_cast<size_t>(t.space)];
  if (t.start >= bytes || (local && t.start_lane >= profile.lanes)) return {};
  return EnclosingRange{0, bytes};
}

bool is_stride(Operands which, int64_t extent, int64_t stride, int64_t element_bytes,
               const Choices& choices) {
  return has_sign(extent, stride, choices) && is_whole(extent, stride, element_bytes, choices) &&
         (which == on_dst || may_be_read_again(extent, stride, choices));
}

EnclosingRange needed(const Tensor& t, const Choices& choices) {
  return choices.takes("aligned-tail", 1) ? enclosing_padding(t) : enclosing(t);
}

EvaluateOnly::EvaluateOnly() { evaluate_only = true; }
EvaluateOnly::~EvaluateOnly() { evaluate_only = false; }

void CaseEvaluator::require(ConstraintId label, Answer holds) {
  if (holds)
    require(label, *holds);
  else
    too_costly();
}

void CaseEvaluator::extent(ConstraintId min, ConstraintId max, int64_t value, bool n_or_c) {
  require(min, value >= 1 || !choices.takes("empty-copy", 0));
  require(max, value <= largest_extent || choices.takes("gdma-shape-limit", 1) ||
                   (n_or_c && choices.takes("gdma-shape-limit", 2)));
}

void CaseEvaluator::shape(ConstraintId n_min, const Index& extents) {
  int label = static_cast<int>(n_min);
  const int of_h = label + 4;
  for (const int64_t value : {extents.n, extents.c, extents.h, extents.w}) {
    extent(static_cast<ConstraintId>(label), static_cast<ConstraintId>(label + 1), value,
           label < of_h);
    label += 2;
  }
}

void CaseEvaluator::strides(Operands which, const Index& extents, const Stride<int64_t>& given,
                            int64_t element_bytes) {
  const auto check = [&](ConstraintId of_dst, int64_t value, int64_t stride) {
    require(of(of_dst, which),
            given.null || is_stride(which, value, stride, element_bytes, choices));
  };
  check(ConstraintId::dst_stride_n_min, extents.n, given.stride.n);
  check(ConstraintId::dst_stride_c_min, extents.c, given.stride.c);
  check(ConstraintId::dst_stride_h_min, extents.h, given.stride.h);
}

void CaseEvaluator::aligned(ConstraintId label, int64_t address, int64_t element_bytes) {
  require(label, address % element_bytes == 0 || choices.takes("address-alignment", 1));
}

void CaseEvaluator::start(Operands which, const Tensor& t) {
  require(of(ConstraintId::dst_start, which), memory_around(profile, t).has_value());
}

void CaseEvaluator::end(Operands which, const Tensor& t, const EnclosingRange& touched) {
  if (const auto around = memory_around(profile, t))
    require(of(ConstraintId::dst_end, which),
            touched.first >= around->first && touched.end <= around->end);
}

void CaseEvaluator::place(Operands which, const Tensor& t, const EnclosingRange& touched) {
  start(which, t);
  end(which, t, touched);
}

void CaseEvaluator::alias(const Tensor& dst) {
  if (evaluates(ConstraintId::dst_alias))
    require(ConstraintId::dst_alias,
            choices.takes("destination-alias", 1) ? true : is_injective(machine, dst));
}

void CaseEvaluator::fill_alias(const Tensor& dst) {
  if (choices.takes("fill-alias", 1) && constraint_results().legal())
    require(ConstraintId::dst_end, is_injective(machine, dst));
}

void CaseEvaluator::overlap(ConstraintId label, const Tensor& dst, const Tensor& src) {
  overlap(label, dst, src, true, [&] { return elements_of(machine, src); });
}

void CaseEvaluator::overlap(ConstraintId label, const Tensor& dst, const Tensor& src,
                            bool same_order, const std::function<Elements()>& in_order_of_dst) {
  if (!evaluates(label)) return;
  const EnclosingRange to = enclosing(dst), from = enclosing(src);
  const bool may_overlap = !choices.takes("copy-overlap", 0),
             in_place = choices.takes("in-place", 0);
  if (dst.space != src.space || to.end <= from.first || from.end <= to.first ||
      (may_overlap && in_place))
    return require(label, true);
  if (!affordable(dst)) return too_costly();
  const Elements all_dst = elements_of(machine, dst), all_src = in_order_of_dst();
  if (same_order && all_dst.places == all_src.places) return require(label, in_place);
  require(label, may_overlap || (choices.takes("disjoint-by", 0) && is_disjoint(all_dst, all_src)));
}

bool CaseEvaluator::to_be_run(Wide elements) {
  if (evaluate_only) return false;
  if (constraint_results().violated == 0 && elements > budget) too_costly();
  return constraint_results().legal();
}

}  // namespace strideproof::reference
