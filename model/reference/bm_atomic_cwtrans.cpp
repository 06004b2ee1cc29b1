// "可以对Local Memory的tensor在C和W两个维度上进行转置。" dst(w, c) = src(c, w)

#include "model/reference/bm_atomic.h"

namespace strideproof::reference::atomic {
namespace {

// "src tensor shape: (1, CI, 1, WI)", "dst tensor shape: (1, WI, 1, CI)"
constexpr auto c_and_w_swapped = [](const Index& i) -> Index { return {i.n, i.w, i.h, i.c}; };

void check_values(CaseRun& run, const CWTranspose<int64_t>& p, int64_t bytes) {
  run.extent(ConstraintId::src_c_min, ConstraintId::src_c_max, p.src_c, true);
  run.extent(ConstraintId::src_w_min, ConstraintId::src_w_max, p.src_w);
  const bool of_more_rows = run.takes("single-row-stride", 1);
  const bool dst_used = p.src_w != 1 || of_more_rows, src_used = p.src_c != 1 || of_more_rows;
  const bool dst_apart = !dst_used || in_elements(p.dst_c_stride, bytes, run) >= p.src_c,
             src_apart = !src_used || in_elements(p.src_c_stride, bytes, run) >= p.src_w;
  run.require(ConstraintId::dst_c_stride_min, is_whole(p.src_w, p.dst_c_stride, bytes, run) &&
                                                  (dst_apart || run.takes("cwtrans-stride", 1)));
  run.require(ConstraintId::src_c_min, is_whole(p.src_c, p.src_c_stride, bytes, run) &&
                                           (src_apart || run.takes("source-overlap", 0)));
  run.require(ConstraintId::format_known, p.format < format_count);
  run.require(ConstraintId::dst_local_idx_max, p.dst_local_idx < run.profile.lanes);
  run.require(ConstraintId::src_local_idx_max, p.src_local_idx < run.profile.lanes);
}

}  // namespace

void cwtrans(CaseRun& run) {
  const CWTranspose<int64_t> p = slots_as<CWTranspose>(run.c.arguments);
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  const Index extents = {1, p.src_c, 1, p.src_w};
  if (run.is_unchecked(extents)) return;
  check_values(run, p, bytes);
  run.aligned(ConstraintId::dst_aligned, p.dst_addr, bytes);
  run.aligned(ConstraintId::src_aligned, p.src_addr, bytes);
  if (is_empty(extents)) return;
  const Tensor dst =
      tensor_from(run.profile, true, p.dst_local_idx, p.dst_addr, bytes, c_and_w_swapped(extents),
                  {0, in_elements(p.dst_c_stride, bytes, run), 0, 1});
  const Tensor src = tensor_from(run.profile, true, p.src_local_idx, p.src_addr, bytes, extents,
                                 {0, in_elements(p.src_c_stride, bytes, run), 0, 1});
  run.place(on_dst, dst);
  run.place(on_src, src);
  const bool one_element = p.src_c == 1 && p.src_w == 1;  // in-place: any other is a transpose
  run.overlap(ConstraintId::overlap, dst, src, one_element,
              [&] { return elements_of(run.machine, src, dst.shape, c_and_w_swapped); });
  if (run.to_be_run(elements(dst.shape))) copy_each(run, dst, src, c_and_w_swapped);
}

}  // namespace strideproof::reference::atomic
