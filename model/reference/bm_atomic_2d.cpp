// "二维matrix的搬运": a matrix in system memory and, "切割成多份，依次放置于于不同的NPU中", in local
// memory, either way; as it is or transposed; copied or added to the destination.

#include <algorithm>

#include "model/reference/bm_atomic.h"
#include "model/reference/number.h"

namespace strideproof::reference::atomic {
namespace {

using Matrix = Matrix2D<int64_t>;

void check_values(CaseEvaluator& checks, const Profile& profile, const Matrix& p, int64_t bytes,
                  const Choices& choices) {
  const bool to_system = is(p.direction, Direction::L2S);
  checks.extent(ConstraintId::row_min, ConstraintId::row_max, p.row, true);
  checks.extent(ConstraintId::col_min, ConstraintId::col_max, p.col);
  checks.extent(ConstraintId::sec_size_min, ConstraintId::sec_size_max, p.sec_size);
  checks.require(ConstraintId::sec_size_min, p.sec_size >= 1);
  const bool used = p.row != 1 || choices.takes("single-row-stride", 1);
  const bool apart = !used || in_elements(p.row_stride, bytes, choices) >= p.col;
  const bool may_overlap =
      to_system ? choices.takes("destination-alias", 1) : choices.takes("source-overlap", 0);
  checks.require(ConstraintId::row_stride_col,
                 is_whole(p.row, p.row_stride, bytes, choices) && (apart || may_overlap));
  checks.require(ConstraintId::format_known, p.format < format_count);
  // "在global memory和local memory之间的搬运"
  checks.require(ConstraintId::direction_allowed, is(p.direction, Direction::S2L) || to_system);
  // "该功能仅支持float32的数据类型。"
  checks.require(ConstraintId::result_add_float32,
                 p.result_add == 0 || is(p.format, Format::float32));
  checks.require(ConstraintId::dst_local_idx_max, p.local_mem_idx < profile.lanes);
}

// "每份sec_size大小": the elements of a section; section-unit.
bool is_whole_section(const Matrix& p, int64_t bytes, const Choices& choices) {
  return choices.takes("section-unit", 0) || p.sec_size % bytes == 0;
}
int64_t section(const Matrix& p, int64_t bytes, const Choices& choices) {
  return choices.takes("section-unit", 0) ? p.sec_size : p.sec_size / bytes;
}

// The local place of row r, column j of the system matrix: row x, column y of the local matrix is
// in channel y div sec_size, or the matrix is cut as if it were one row (section-cut).
Index in_local(const Matrix& p, int64_t r, int64_t j, int64_t width, const Choices& choices) {
  int64_t x = p.transpose != 0 ? j : r, y = p.transpose != 0 ? r : j;
  if (choices.takes("section-cut", 1)) {
    y += x * (p.transpose != 0 ? p.row : p.col);
    x = 0;
  }
  return {x, y / width, 0, y % width};
}

Tensor local_matrix(const Profile& profile, const Matrix& p, int64_t bytes,
                    const Choices& choices) {
  const int64_t sec_size = section(p, bytes, choices);
  const Index last = in_local(p, p.row - 1, p.col - 1, sec_size, choices);
  const int64_t cols = p.transpose != 0 ? p.row : p.col;
  const bool narrow = choices.takes("wide-section", 1) && p.transpose != 0;
  const int64_t width = narrow ? std::min(sec_size, cols) : sec_size;
  const LocalPlace place = local_place(profile, true, p.local_mem_idx, p.local_mem_addr, choices);
  const int64_t start = choices.takes("matrix-start-npu", 1) ? 0 : place.lane;
  const Wide channel = rounded(width, profile.unit_bytes / bytes);
  const Wide row = (start + last.c + profile.lanes) / profile.lanes * channel;
  Tensor t = tensor_from(profile, true, place.lane, place.offset, bytes,
                         {last.n + 1, last.c + 1, 1, sec_size}, {row, channel, 0, 1});
  t.padded = true;
  return t;
}

// The last byte belongs to the last column, or to the last column of the channel before it if the
// last channel is partly filled and starts a new lane.
EnclosingRange enclosing_columns(const Tensor& local, const Matrix& p, const Choices& choices) {
  const Index last = in_local(p, p.row - 1, p.col - 1, local.shape.w, choices);
  Wide end = offset(local, last);
  if (last.c > 0) end = std::max(end, offset(local, {last.n, last.c - 1, 0, local.shape.w - 1}));
  return {offset(local, {0, 0, 0, 0}), end + local.element_bytes};
}

}  // namespace

Result memcpy_2D(Machine& machine, const Case& c, const Choices& choices) {
  const Matrix p = matrix_of(c.arguments);
  const Profile& profile = machine.profile();
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  const Index extents = {p.row, 1, 1, p.col};
  CaseEvaluator checks(c, machine, choices);
  if (is_unchecked(extents, choices)) return checks;
  check_values(checks, profile, p, bytes, choices);
  checks.require(ConstraintId::sec_size_min, is_whole_section(p, bytes, choices));
  checks.aligned(ConstraintId::src_aligned, p.global_mem_addr, bytes);
  checks.aligned(ConstraintId::dst_aligned, p.local_mem_addr, bytes);
  // Without valid extents there are no bytes to check.
  if (checks.constraint_results().violated != 0 || is_empty(extents)) return checks;
  const Tensor local = local_matrix(profile, p, bytes, choices);
  const Tensor system = tensor_from(profile, false, 0, p.global_mem_addr, bytes, extents,
                                    {in_elements(p.row_stride, bytes, choices), 0, 0, 1});
  // Each end is evaluated after both starts.
  checks.start(on_dst, local);
  checks.start(on_src, system);
  checks.require(ConstraintId::src_start, is_global(profile, p.global_mem_addr, choices));
  checks.end(on_dst, local,
             choices.takes("aligned-tail", 1) ? enclosing_padding(local)
                                              : enclosing_columns(local, p, choices));
  checks.end(on_src, system, enclosing(system));
  if (!checks.to_be_run(Wide{p.row} * p.col)) return checks;

  const bool to_local = is(p.direction, Direction::S2L);
  const Tensor& dst = to_local ? local : system;
  const Tensor& src = to_local ? system : local;
  for_each(system.shape, [&](const Index& in_system) {
    const Index there = in_local(p, in_system.n, in_system.w, local.shape.w, choices);
    const Index& to = to_local ? there : in_system;
    uint32_t bits = read(machine, src, to_local ? in_system : there);
    // "搬运的数据是否与目的地址的原数据累加"
    if (p.result_add != 0) bits = add_float32(read(machine, dst, to), bits, choices);
    if (p.result_add != 0 && is_nan(bits, Format::float32))  // nan-add
      bits = any_nan(machine, bytes_of(machine, dst, to) - machine.base(dst.space), dst.space,
                     Format::float32);
    write(machine, dst, to, bits);
  });
  return checks;
}

}  // namespace strideproof::reference::atomic
