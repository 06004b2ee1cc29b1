#include "model/reference/marking.h"

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

bool maps_onto_itself(Machine& machine, const Tensor& dst, const Tensor& src) {
  return for_all(dst.shape,
                 [&](const Index& i) { return place(machine, dst, i) == place(machine, src, i); });
}

bool share_bytes(Machine& machine, const Tensor& dst, const Tensor& src) {
  ByteSet& marked = empty_set();
  for_all(dst.shape, [&](const Index& i) {
    marked.add(place(machine, dst, i), dst.element_bytes);
    return true;
  });
  return !for_all(src.shape, [&](const Index& i) {
    return !marked.meets(place(machine, src, i), src.element_bytes);
  });
}

}  // namespace

Answer is_injective(Machine& machine, const Tensor& t) {
  if (crowded(t)) return false;
  if (!affordable(t)) return {};
  return !aliases(machine, t);
}

Answer is_disjoint_or_same(Machine& machine, const Tensor& dst, const Tensor& src,
                           const Choices& choices) {
  const EnclosingRange to = enclosing(dst), from = enclosing(src);
  if (to.end <= from.first || from.end <= to.first) return true;
  const bool may_overlap = !choices.takes("copy-overlap", 0);
  if (may_overlap && choices.takes("in-place", 0)) return true;
  if (!affordable(dst)) return {};
  if (maps_onto_itself(machine, dst, src)) return choices.takes("in-place", 0);
  return may_overlap || (choices.takes("disjoint-by", 0) && !share_bytes(machine, dst, src));
}

void check_alias(ConstraintEvaluator& checks, Machine& machine, const Tensor& dst,
                 const Choices& choices) {
  if (checks.evaluates(ConstraintId::dst_alias))
    require(checks, ConstraintId::dst_alias,
            choices.takes("destination-alias", 1) ? true : is_injective(machine, dst));
}

void check_extent(ConstraintEvaluator& checks, ConstraintId min, ConstraintId max, int64_t extent,
                  const Choices& choices, bool n_or_c) {
  checks.require(min, extent >= 1 || !choices.takes("empty-copy", 0));
  checks.require(max, extent <= largest_extent || choices.takes("gdma-shape-limit", 1) ||
                          (n_or_c && choices.takes("gdma-shape-limit", 2)));
}

void check_shape(ConstraintEvaluator& checks, ConstraintId n_min, const Index& shape,
                 const Choices& choices) {
  int label = static_cast<int>(n_min);
  const int of_h = label + 4;
  for (const int64_t extent : {shape.n, shape.c, shape.h, shape.w}) {
    check_extent(checks, static_cast<ConstraintId>(label), static_cast<ConstraintId>(label + 1),
                 extent, choices, label < of_h);
    label += 2;
  }
}

std::optional<EnclosingRange> window_around(const Profile& profile, int64_t address) {
  for (const Window& window : profile.windows)
    if (window.first <= address && address < window.end())
      return EnclosingRange{window.first, window.end()};
  return {};
}

void check_aligned(ConstraintEvaluator& checks, ConstraintId label, int64_t address,
                   int64_t element_bytes, const Choices& choices) {
  checks.require(label, address % element_bytes == 0 || choices.takes("address-alignment", 1));
}

// The lane, or the window, in which an operand starts; none: the byte does not exist.
static std::optional<EnclosingRange> memory_around(const Profile& profile, const Tensor& t) {
  if (t.space == Space::system) return window_around(profile, t.address);
  if (t.start >= profile.lane_bytes || t.start_lane >= profile.lanes) return {};
  return EnclosingRange{0, profile.lane_bytes};
}

void check_start(ConstraintEvaluator& checks, ConstraintId start, const Profile& profile,
                 const Tensor& t) {
  checks.require(start, memory_around(profile, t).has_value());
}

void check_end(ConstraintEvaluator& checks, ConstraintId end, const Profile& profile,
               const Tensor& t, const EnclosingRange& touched) {
  const std::optional<EnclosingRange> around = memory_around(profile, t);
  if (around) checks.require(end, touched.first >= around->first && touched.end <= around->end);
}

EnclosingRange needed(const Tensor& t, const Choices& choices) {
  return choices.takes("aligned-tail", 1) ? enclosing_padding(t) : enclosing(t);
}

EvaluateOnly::EvaluateOnly() { evaluate_only = true; }
EvaluateOnly::~EvaluateOnly() { evaluate_only = false; }

bool to_be_run(ConstraintEvaluator& checks, Wide elements) {
  if (evaluate_only) return false;
  if (checks.constraint_results().violated == 0 && elements > budget) checks.too_costly();
  return checks.constraint_results().legal();
}

}  // namespace strideproof::reference
