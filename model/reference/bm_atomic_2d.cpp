// "二维matrix的搬运": a matrix in system memory and, "切割成多份，依次放置于于不同的NPU中", in local
// memory, either way; as it is or transposed; copied or added to the destination.

#include <algorithm>

#include "model/reference/bm_atomic.h"
#include "model/reference/number.h"

namespace strideproof::reference::atomic {
namespace {

void check_values(CaseRun& run, const Matrix2D<int64_t>& p, int64_t bytes) {
  const bool to_system = is(p.direction, Direction::L2S);
  run.extent(ConstraintId::row_min, ConstraintId::row_max, p.row, true);
  run.extent(ConstraintId::col_min, ConstraintId::col_max, p.col);
  run.extent(ConstraintId::sec_size_min, ConstraintId::sec_size_max, p.sec_size);
  run.require(ConstraintId::sec_size_min,
              p.sec_size >= 1 && (run.takes("section-unit", 0) || p.sec_size % bytes == 0));
  const bool used = p.row != 1 || run.takes("single-row-stride", 1);
  const bool rows_disjoint = !used || in_elements(p.row_stride, bytes, run) >= p.col;
  const auto may_overlap = [&] {
    return to_system ? run.takes("destination-alias", 1) : run.takes("source-overlap", 0);
  };
  run.require(ConstraintId::row_stride_col,
              is_whole(p.row, p.row_stride, bytes, run) && (rows_disjoint || may_overlap()));
  run.require(ConstraintId::format_known, p.format < format_count);
  // "在global memory和local memory之间的搬运"
  run.require(ConstraintId::direction_allowed, is(p.direction, Direction::S2L) || to_system);
  // "该功能仅支持float32的数据类型。"
  run.require(ConstraintId::result_add_float32, p.result_add == 0 || is(p.format, Format::float32));
  run.require(ConstraintId::dst_local_idx_max, p.local_mem_idx < run.profile.lanes);
  run.aligned(ConstraintId::src_aligned, p.global_mem_addr, bytes);
  run.aligned(ConstraintId::dst_aligned, p.local_mem_addr, bytes);
}

// The local place of row r, column j of the system matrix: row x, column y of the local matrix is
// in channel y div sec_size, or the matrix is cut as if it were one row (section-cut).
Index in_local(const CaseRun& run, const Matrix2D<int64_t>& p, int64_t r, int64_t j,
               int64_t sec_size) {
  int64_t x = p.transpose != 0 ? j : r, y = p.transpose != 0 ? r : j;
  if (run.takes("section-cut", 1)) {
    y += x * (p.transpose != 0 ? p.row : p.col);
    x = 0;
  }
  return in_channel(x, y, sec_size);
}

// The local matrix, up to the place `last`; wide-section.
Tensor local_side(const CaseRun& run, const Matrix2D<int64_t>& p, int64_t bytes, const Index& last,
                  int64_t sec_size) {
  const bool narrow = p.transpose != 0 && run.takes("wide-section", 1);
  const int64_t width = narrow ? std::min(sec_size, p.row) : sec_size;
  const LocalPlace place = local_place(run, p.local_mem_idx, p.local_mem_addr);
  return local_matrix(run.profile, place.lane, place.offset, bytes, last, sec_size, width, run);
}

// "搬运的数据是否与目的地址的原数据累加"
void add(const CaseRun& run, const Tensor& dst, const Index& to, uint32_t bits) {
  bits = add_float32(read(run.machine, dst, to), bits, run);
  if (is_nan(bits, Format::float32))  // nan-add
    bits = any_nan(run.machine, dst, to, Format::float32);
  write(run.machine, dst, to, bits);
}

void move_elements(const CaseRun& run, const Matrix2D<int64_t>& p, const Tensor& local,
                   const Tensor& system) {
  const bool to_local = is(p.direction, Direction::S2L);
  for_each(system.shape, [&](const Index& in_system) {
    const Index there = in_local(run, p, in_system.n, in_system.w, local.shape.w);
    const uint32_t bits =
        to_local ? read(run.machine, system, in_system) : read(run.machine, local, there);
    const Tensor& dst = to_local ? local : system;
    const Index& to = to_local ? there : in_system;
    p.result_add != 0 ? add(run, dst, to, bits) : write(run.machine, dst, to, bits);
  });
}

}  // namespace

void memcpy_2D(CaseRun& run) {
  const Matrix2D<int64_t> p = slots_as<Matrix2D>(run.c.arguments);
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  const Index extents = {p.row, 1, 1, p.col};
  if (run.is_unchecked(extents)) return;
  check_values(run, p, bytes);
  // Without valid extents there are no bytes to check.
  if (run.constraint_results().violated != 0 || is_empty(extents)) return;
  // "每份sec_size大小": the elements of a section; section-unit.
  const int64_t sec_size = run.takes("section-unit", 0) ? p.sec_size : p.sec_size / bytes;
  const Index last = in_local(run, p, p.row - 1, p.col - 1, sec_size);
  const Tensor local = local_side(run, p, bytes, last, sec_size);
  const Tensor system = tensor_from(run.profile, false, 0, p.global_mem_addr, bytes, extents,
                                    {in_elements(p.row_stride, bytes, run), 0, 0, 1});
  // Each end is evaluated after both starts.
  run.start(on_dst, local);
  run.start(on_src, system);
  run.require(ConstraintId::src_start, is_global(run, p.global_mem_addr));
  run.end(on_dst, local, bounding_range_of_columns(local, last));
  run.end(on_src, system, bounding_range(system));
  if (run.to_be_run(elements(extents))) move_elements(run, p, local, system);
}

}  // namespace strideproof::reference::atomic
