// "可以对Local Memory的tensor在C和W两个维度上进行转置。" dst(w, c) = src(c, w)

#include "model/reference/bm_atomic.h"

namespace strideproof::reference::atomic {
namespace {

// "src tensor shape: (1, CI, 1, WI)", "dst tensor shape: (1, WI, 1, CI)"
Elements in_order_of_dst(Machine& machine, const Tensor& src, const Tensor& dst) {
  return elements_of(machine, src, dst.shape, [](const Index& i) { return Index{0, i.w, 0, i.c}; });
}

}  // namespace

Result cwtrans(Machine& machine, const Case& c, const Choices& choices) {
  const CWTranspose<int64_t> p = cwtrans_of(c.arguments);
  const Profile& profile = machine.profile();
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  const int64_t dst_c_stride = in_elements(p.dst_c_stride, bytes, choices);
  const int64_t src_c_stride = in_elements(p.src_c_stride, bytes, choices);
  const Index extents = {1, p.src_c, 1, p.src_w};
  CaseEvaluator checks(c, machine, choices);
  if (is_unchecked(extents, choices)) return checks;
  checks.extent(ConstraintId::src_c_min, ConstraintId::src_c_max, p.src_c, true);
  checks.extent(ConstraintId::src_w_min, ConstraintId::src_w_max, p.src_w);
  const bool of_more_rows = choices.takes("single-row-stride", 1);
  const bool dst_used = p.src_w != 1 || of_more_rows, src_used = p.src_c != 1 || of_more_rows;
  checks.require(ConstraintId::dst_c_stride_min,
                 is_whole(p.src_w, p.dst_c_stride, bytes, choices) &&
                     (!dst_used || dst_c_stride >= p.src_c || choices.takes("cwtrans-stride", 1)));
  checks.require(ConstraintId::src_c_min,
                 is_whole(p.src_c, p.src_c_stride, bytes, choices) &&
                     (!src_used || src_c_stride >= p.src_w || choices.takes("source-overlap", 0)));
  checks.require(ConstraintId::format_known, p.format < format_count);
  checks.require(ConstraintId::dst_local_idx_max, p.dst_local_idx < profile.lanes);
  checks.require(ConstraintId::src_local_idx_max, p.src_local_idx < profile.lanes);
  checks.aligned(ConstraintId::dst_aligned, p.dst_addr, bytes);
  checks.aligned(ConstraintId::src_aligned, p.src_addr, bytes);
  if (is_empty(extents)) return checks;
  const Tensor dst = tensor_from(profile, true, p.dst_local_idx, p.dst_addr, bytes,
                                 {1, p.src_w, 1, p.src_c}, {0, dst_c_stride, 0, 1});
  const Tensor src = tensor_from(profile, true, p.src_local_idx, p.src_addr, bytes,
                                 {1, p.src_c, 1, p.src_w}, {0, src_c_stride, 0, 1});
  checks.place(on_dst, dst, enclosing(dst));
  checks.place(on_src, src, enclosing(src));
  checks.overlap(ConstraintId::overlap, dst, src, true,
                 [&] { return in_order_of_dst(machine, src, dst); });
  if (!checks.to_be_run(elements(dst.shape))) return checks;

  move_in_order(machine, elements_of(machine, dst), in_order_of_dst(machine, src, dst), choices,
                [](uint32_t bits, int64_t) { return bits; });
  return checks;
}

}  // namespace strideproof::reference::atomic
