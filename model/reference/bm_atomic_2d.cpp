// "二维matrix的搬运": a matrix in system memory and, "切割成多份，依次放置于于不同的NPU中", in local
// memory, either way; as it is or transposed; copied or added to the destination.

#include <algorithm>

#include "model/reference/bm_atomic.h"
#include "model/reference/number.h"

namespace strideproof::reference::atomic {
namespace {

using Matrix = Matrix2D<int64_t>;

void check_values(ConstraintEvaluator& checks, const Profile& profile, const Matrix& p,
                  const Choices& choices) {
  const bool to_system = is(p.direction, Direction::L2S);
  check_extent(checks, ConstraintId::row_min, ConstraintId::row_max, p.row, choices);
  check_extent(checks, ConstraintId::col_min, ConstraintId::col_max, p.col, choices);
  check_extent(checks, ConstraintId::sec_size_min, ConstraintId::sec_size_max, p.sec_size, choices);
  // destination-alias: written rows do not overlap
  checks.require(ConstraintId::row_stride_col,
                 !to_system || p.row == 1 || p.row_stride >= p.col || choices.last_wins);
  checks.require(ConstraintId::format_known, p.format < format_count);
  // "在global memory和local memory之间的搬运"
  checks.require(ConstraintId::direction_allowed, is(p.direction, Direction::S2L) || to_system);
  // "该功能仅支持float32的数据类型。"
  checks.require(ConstraintId::result_add_float32,
                 p.result_add == 0 || is(p.format, Format::float32));
  checks.require(ConstraintId::dst_local_idx_max, p.local_mem_idx < profile.lanes);
}

// Row x, column y of the local matrix is in channel y div sec_size; "每份sec_size大小".
Tensor local_matrix(const Profile& profile, const Matrix& p, int64_t bytes,
                    const Choices& choices) {
  const int64_t rows = p.transpose != 0 ? p.col : p.row, cols = p.transpose != 0 ? p.row : p.col;
  const int64_t channels = (cols + p.sec_size - 1) / p.sec_size;
  const bool narrow = choices.narrow_section && p.transpose != 0;
  const int64_t width = narrow ? std::min(p.sec_size, cols) : p.sec_size;  // wide-section
  const int64_t start = choices.start_not_counted ? 0 : p.local_mem_idx;   // matrix-start-npu
  const Wide channel = rounded(width, profile.unit_bytes / bytes);
  const Wide row = (start + channels + profile.lanes - 1) / profile.lanes * channel;
  Tensor t = tensor_from(profile, true, p.local_mem_idx, p.local_mem_addr, bytes,
                         {rows, channels, 1, p.sec_size}, {row, channel, 0, 1});
  t.padded = true;
  return t;
}

// The local place of row r, column j of the system matrix.
Index in_local(const Matrix& p, int64_t r, int64_t j) {
  const int64_t x = p.transpose != 0 ? j : r, y = p.transpose != 0 ? r : j;
  return {x, y / p.sec_size, 0, y % p.sec_size};
}

// The last byte belongs to the last column, or to the last column of the channel before it if the
// last channel is partly filled and starts a new lane.
EnclosingRange enclosing_columns(const Tensor& local, const Matrix& p) {
  const Index last = in_local(p, p.row - 1, p.col - 1);
  Wide end = offset(local, last);
  if (last.c > 0) end = std::max(end, offset(local, {last.n, last.c - 1, 0, p.sec_size - 1}));
  return {offset(local, {0, 0, 0, 0}), end + local.element_bytes};
}

}  // namespace

Result memcpy_2D(Machine& machine, const Case& c, const Choices& choices) {
  const Matrix p = matrix_of(c.arguments);
  const Profile& profile = machine.profile();
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  ConstraintEvaluator checks(*c.operation);
  check_values(checks, profile, p, choices);
  check_aligned(checks, ConstraintId::global_aligned, p.global_mem_addr, bytes, choices);
  check_aligned(checks, ConstraintId::local_aligned, p.local_mem_addr, bytes, choices);
  // Without valid extents there are no bytes to check.
  if (checks.constraint_results().violated != 0) return {checks.constraint_results()};
  const Tensor local = local_matrix(profile, p, bytes, choices);
  const Tensor system = tensor_from(profile, false, 0, p.global_mem_addr, bytes,
                                    {p.row, 1, 1, p.col}, {p.row_stride, 0, 0, 1});
  check_start(checks, ConstraintId::local_start, profile, local);
  check_start(checks, ConstraintId::global_start, profile, system);
  check_end(checks, ConstraintId::local_end, profile, local,
            choices.padding_counts ? enclosing_padding(local) : enclosing_columns(local, p));
  check_end(checks, ConstraintId::global_end, profile, system, enclosing(system));
  if (!to_be_run(checks, Wide{p.row} * p.col)) return {checks.constraint_results()};

  const bool to_local = is(p.direction, Direction::S2L);
  const Tensor& dst = to_local ? local : system;
  const Tensor& src = to_local ? system : local;
  for_all(system.shape, [&](const Index& in_system) {
    const Index there = in_local(p, in_system.n, in_system.w);
    const Index& to = to_local ? there : in_system;
    uint32_t bits = read(machine, src, to_local ? in_system : there);
    // "搬运的数据是否与目的地址的原数据累加"
    if (p.result_add != 0) bits = add_float32(read(machine, dst, to), bits, choices);
    if (p.result_add != 0 && is_nan(bits, Format::float32))  // nan-add
      bits = any_nan(machine, bytes_of(machine, dst, to), dst.space, Format::float32);
    write(machine, dst, to, bits);
    return true;
  });
  return {checks.constraint_results()};
}

}  // namespace strideproof::reference::atomic
