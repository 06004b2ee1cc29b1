#include "model/reference/case_run.h"

#include <algorithm>
#include <array>
#include <utility>

namespace strideproof::reference {
namespace {

constexpr int64_t largest_extent = 65535;  // gdma-shape-limit

// More elements than their bounding range can hold without overlap.
bool crowded(const Tensor& t) {
  const BoundingRange range = bounding_range(t);
  const int64_t lanes = t.space == Space::local ? t.lanes : 1;
  return elements(t.shape) * t.element_bytes > (range.end - range.first) * lanes;
}

// Each index steps over all bytes that those with smaller strides reach: no two elements overlap.
bool is_nested(const Tensor& t) {
  const bool local = t.space == Space::local;
  const int64_t rows = local ? (t.start_lane + t.shape.c - 1) / t.lanes + 1 : t.shape.c;
  std::array<std::pair<Wide, int64_t>, 4> steps = {{{t.stride.n, t.shape.n},
                                                    {t.stride.c, rows},
                                                    {t.stride.h, t.shape.h},
                                                    {t.stride.w, t.shape.w}}};
  std::sort(steps.begin(), steps.end());
  Wide reach = 1;  // elements from the first to the last, both counted
  for (const auto& [stride, extent] : steps) {
    if (extent > 1 && stride < reach) return false;
    reach += (extent - 1) * stride;
  }
  return true;
}

bool affordable(const Tensor& t) { return elements(t.shape) <= budget; }

// Ranges of bytes [first, end); elements that follow each other are one range.
using Ranges = std::vector<std::pair<int64_t, int64_t>>;
void append(Ranges& all, int64_t place, int64_t bytes) {
  if (!all.empty() && all.back().second == place)
    all.back().second += bytes;
  else
    all.emplace_back(place, place + bytes);
}

Ranges sorted_ranges(const Elements& elements) {
  Ranges all;
  for (const int64_t place : elements.places) append(all, place, elements.element_bytes);
  std::sort(all.begin(), all.end());
  return all;
}

// No element of one shares a byte with one of the other.
bool are_disjoint(const Elements& dst, const Elements& src) {
  const Ranges a = sorted_ranges(dst), b = sorted_ranges(src);
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size())
    if (a[i].second <= b[j].first)
      ++i;
    else if (b[j].second <= a[i].first)
      ++j;
    else
      return false;
  return true;
}

Result run_family(CaseRun run) {
  static constexpr decltype(&run_okk_gdma) of[] = {
#define FAMILY(family, ...) run_##family,
#include "spec/vocabulary/operations.def"
  };
  of[static_cast<int>(run.c.operation->family)](run);
  run.machine.asked |= run.asked();
  return {run.constraint_results(), run.returned};
}

}  // namespace

std::optional<BoundingRange> memory_around(const Profile& profile, const Tensor& t) {
  const Window limits = limits_around(profile, t.space, t.start_lane, t.start);
  if (t.start >= limits.end()) return {};
  return BoundingRange{limits.first, limits.end()};
}

bool CaseRun::is_unchecked(const Index& extents) const {
  return is_empty(extents) && takes("empty-copy", 2);
}

void CaseRun::extent(ConstraintId min, ConstraintId max, int64_t value, bool n_or_c) {
  require(min, value >= 1 || !takes("empty-copy", 0));
  require(max, value <= largest_extent || takes("gdma-shape-limit", 1) ||
                   (n_or_c && takes("gdma-shape-limit", 2)));
}

void CaseRun::shape(ConstraintId n_min, const Index& extents) {
  int id = static_cast<int>(n_min);
  const int of_h = id + 4;
  for (const int64_t value : {extents.n, extents.c, extents.h, extents.w}) {
    extent(static_cast<ConstraintId>(id), static_cast<ConstraintId>(id + 1), value, id < of_h);
    id += 2;
  }
}

void CaseRun::strides(Operands which, const Index& extents, const Stride<int64_t>& given,
                      int64_t element_bytes) {
  const auto check = [&](ConstraintId of_dst, int64_t value, int64_t stride) {
    require(of(of_dst, which), given.null || is_stride(which, value, stride, element_bytes, *this));
  };
  check(ConstraintId::dst_stride_n_min, extents.n, given.stride.n);
  check(ConstraintId::dst_stride_c_min, extents.c, given.stride.c);
  check(ConstraintId::dst_stride_h_min, extents.h, given.stride.h);
}

void CaseRun::aligned(ConstraintId id, int64_t address, int64_t element_bytes) {
  require(id, address % element_bytes == 0 || takes("address-alignment", 1));
}

void CaseRun::start(Operands which, const Tensor& t) {
  require(of(ConstraintId::dst_start, which), memory_around(profile, t).has_value());
}

void CaseRun::end(Operands which, const Tensor& t, const BoundingRange& touched) {
  const BoundingRange needed =
      t.padded && takes("aligned-tail", 1) ? bounding_range_with_padding(t, touched) : touched;
  if (const auto around = memory_around(profile, t))
    require(of(ConstraintId::dst_end, which),
            needed.first >= around->first && needed.end <= around->end);
}

void CaseRun::place(Operands which, const Tensor& t, const BoundingRange& touched) {
  start(which, t);
  end(which, t, touched);
}

std::optional<bool> CaseRun::is_injective(const Tensor& t) const {
  if (crowded(t)) return false;
  if (is_nested(t)) return true;
  if (!affordable(t)) return {};
  Ranges all;
  for_each(t.shape,
           [&](const Index& i) { append(all, place_in_memory(machine, t, i), t.element_bytes); });
  std::sort(all.begin(), all.end());
  const auto share = [](const auto& a, const auto& b) { return b.first < a.second; };
  return std::adjacent_find(all.begin(), all.end(), share) == all.end();
}

void CaseRun::alias(const Tensor& dst) {
  if (!evaluates(ConstraintId::dst_alias)) return;
  const std::optional<bool> injective = is_injective(dst);
  const bool may_alias = injective != true && takes("destination-alias", 1);
  require(ConstraintId::dst_alias, may_alias ? true : injective);
}

void CaseRun::fill_alias(const Tensor& dst) {
  if (takes("fill-alias", 1) && constraint_results_.legal())
    require(ConstraintId::dst_end, is_injective(dst));
}

void CaseRun::overlap(ConstraintId id, const Tensor& dst, const Tensor& src) {
  overlap(id, dst, src, true, [&] { return elements_of(machine, src); });
}

void CaseRun::overlap(ConstraintId id, const Tensor& dst, const Tensor& src, bool same_order,
                      const std::function<Elements()>& in_order_of_dst) {
  if (!evaluates(id)) return;
  const BoundingRange to = bounding_range(dst), from = bounding_range(src);
  if (dst.space != src.space || to.end <= from.first || from.end <= to.first)
    return require(id, true);
  const bool may_overlap = !takes("copy-overlap", 0), may_be_identical = takes("in-place", 0);
  if (may_overlap && may_be_identical) return require(id, true);
  if (!affordable(dst)) return too_costly();
  const Elements all_dst = elements_of(machine, dst), all_src = in_order_of_dst();
  if (same_order && all_dst.places == all_src.places) return require(id, may_be_identical);
  require(id, may_overlap || (takes("disjoint-by", 0) && are_disjoint(all_dst, all_src)));
}

bool CaseRun::to_be_run(Wide elements) {
  if (evaluate_only) return false;
  if (constraint_results_.violated == 0 && elements > budget) too_costly();
  return constraint_results_.legal();
}

Result run(Machine& machine, const Case& c, const Readings& readings) {
  return run_family(CaseRun(machine, c, readings, false));
}

ConstraintResults evaluate(Machine& machine, const Case& c, const Readings& readings) {
  return run_family(CaseRun(machine, c, readings, true)).constraint_results;
}

}  // namespace strideproof::reference
