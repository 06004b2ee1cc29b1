// "一维数据搬运": the elements of src, in order, become those of dst.

#include "model/reference/bm_atomic.h"

namespace strideproof::reference::atomic {
namespace {

// A row of elements; local memory is one range of addresses: lane l holds the S addresses from
// local_base + l*S on (linear-base, linear-length).
Tensor row(const CaseRun& run, const Linear<int64_t>& p, bool local, int64_t address) {
  const int64_t base = run.takes("linear-base", 1) ? 0 : run.profile.local_base;
  const int64_t bytes =
      run.takes("linear-length", 1) ? 1 : element_bytes(static_cast<Format>(p.format));
  return tensor_from(run.profile, local, 0, local ? address - base : address, bytes,
                     {1, 1, 1, p.length}, {0, 0, 0, 1});
}

// A run continues in the next lane (linear-lanes).
std::optional<BoundingRange> memory_around(const CaseRun& run, const Tensor& row) {
  if (row.space == Space::system) return reference::memory_around(run.profile, row);
  const int64_t bytes = run.profile.lane_bytes, all = run.profile.lanes * bytes;
  if (row.start < 0 || row.start >= all) return {};
  if (run.takes("linear-lanes", 0)) return BoundingRange{0, all};
  const int64_t lane = row.start / bytes * bytes;
  return BoundingRange{lane, lane + bytes};
}

void check_place(CaseRun& run, Operands which, const Tensor& row) {
  const std::optional<BoundingRange> around = memory_around(run, row);
  run.require(of(ConstraintId::dst_start, which), around.has_value());
  if (around) run.require(of(ConstraintId::dst_end, which), bounding_range(row).end <= around->end);
}

// in-place, copy-overlap
bool is_apart_or_same(const CaseRun& run, const Tensor& dst, const Tensor& src) {
  const BoundingRange to = bounding_range(dst), from = bounding_range(src);
  if (dst.space != src.space || to.end <= from.first || from.end <= to.first) return true;
  return to.first == from.first ? run.takes("in-place", 0) : !run.takes("copy-overlap", 0);
}

}  // namespace

void memcpy_1D(CaseRun& run) {
  const Linear<int64_t> p = slots_as<Linear>(run.c.arguments);
  if (p.length == 0 && run.takes("empty-copy", 2)) return;
  run.require(ConstraintId::length_min, p.length >= 1 || run.takes("empty-copy", 1));
  run.require(ConstraintId::format_known, p.format < format_count);
  run.require(ConstraintId::direction_known, p.direction < direction_count);
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  run.aligned(ConstraintId::dst_aligned, p.dst_addr, bytes);
  run.aligned(ConstraintId::src_aligned, p.src_addr, bytes);
  if (p.length == 0) return;
  const Tensor dst = row(run, p, dst_is_local(p.direction), p.dst_addr);
  const Tensor src = row(run, p, src_is_local(p.direction), p.src_addr);
  check_place(run, on_dst, dst);
  check_place(run, on_src, src);
  run.require(ConstraintId::overlap, is_apart_or_same(run, dst, src));
  if (run.to_be_run(p.length)) copy_each(run, dst, src);
}

}  // namespace strideproof::reference::atomic
