// The small world of bm-atomic: nested loops over everything.

#include <algorithm>
#include <set>

#include "props/bm_atomic.h"
#include "props/small.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

class SmallWorld : SmallCases {
 public:
  using SmallCases::SmallCases;

  void lines() {
    Linear<int64_t> op{};
    each_format([&](int64_t bytes, int64_t format) {
      op.format = format;
      for (op.direction = 0; op.direction < direction_count; ++op.direction)
        for (const int64_t length : lengths(bytes)) {
          op.length = length;
          place(op, bytes);
        }
    });
  }

  void matrices() {
    Matrix2D<int64_t> op{};
    each_format([&](int64_t, int64_t format) {
      op.format = format;
      for (op.result_add = 0; op.result_add <= (format == 0 ? 1 : 0); ++op.result_add)
        for (op.direction = 0; op.direction < 2; ++op.direction)
          for (op.transpose = 0; op.transpose < 2; ++op.transpose) each_matrix(op);
    });
  }

  void transposes() {
    CWTranspose<int64_t> op{};
    each_format([&](int64_t bytes, int64_t format) {
      op.format = format;
      for (op.src_c = 1; op.src_c <= most_channels; ++op.src_c)
        for (op.src_w = 1; op.src_w <= most_channels; ++op.src_w)
          for (const int64_t gap : {0, 1, -1}) {
            if (!full_ && gap != 0) continue;
            op.src_c_stride = gap < 0 ? 0 : op.src_w + gap;
            op.dst_c_stride = op.src_c + 2 * std::max<int64_t>(gap, 0);
            for (op.src_local_idx = 0; op.src_local_idx < m_.lanes; ++op.src_local_idx)
              for (op.dst_local_idx = 0; op.dst_local_idx < m_.lanes; ++op.dst_local_idx)
                place(op, bytes);
          }
    });
  }

  void masks() {
    MaskedCopy<int64_t> op{};
    case_.data[2] = DataClass::mask;
    each_shape({3, m_.lanes + 2, 2, 6}, [&](const Shape& shape) {
      op.shape = shape;
      for (op.local_mem_idx = 0; op.local_mem_idx < m_.lanes; ++op.local_mem_idx) place(op);
    });
  }

  void visit_as_it_is() { visit_(case_); }

 private:
  static constexpr int64_t most_channels = 6, most_rows = 4, most_cols = 9, most_section = 5;

  template <class Do>
  void each_format(Do visit) const {
    for (int64_t format = 0; format < format_count; ++format)
      visit(element_bytes(static_cast<Format>(format)), format);
  }

  template <class Op>
  void visit(const Op& op) {
    put(case_, op);
    if constexpr (requires { op.format; })
      show_apart(case_, element_bytes(static_cast<Format>(op.format)));
    visit_(case_);
  }

  // Small ones, and around one and two lanes.
  std::set<int64_t> lengths(int64_t bytes) const {
    const int64_t lane = m_.lane_bytes / bytes;
    if (!full_) return {1, 2, 3};
    return {1, 2, 3, 4, 5, 7, 9, lane - 1, lane, lane + 1, 2 * lane, 2 * lane + 1};
  }

  // First bytes from which a run starts, ends or crosses where behaviour may change.
  std::set<int64_t> starts(bool local, int64_t size, int64_t bytes) const {
    const Window& all = local ? m_.flat : window_;
    if (!full_) return {all.first};
    std::set<int64_t> places = {all.first, all.end() - size};
    const int64_t boundary = local ? all.first + m_.lane_bytes : all.first + all.size / 2;
    for (int64_t before = 0; before <= std::min<int64_t>(size, 6 * bytes); before += bytes)
      places.insert({boundary - before, boundary - size + before});
    if (local) places.insert(boundary + m_.lane_bytes * (m_.lanes - 2) - bytes);
    return places;
  }

  void place(Linear<int64_t> op, int64_t bytes) {
    const int64_t size = op.length * bytes;
    const bool dst_local = dst_is_local(op.direction), src_local = src_is_local(op.direction);
    for (const int64_t src : starts(src_local, size, bytes)) {
      op.src_addr = src;
      std::set<int64_t> places = starts(dst_local, size, bytes);
      if (dst_local == src_local)
        places = full_ ? std::set{src + size, src - size, src, src + bytes, src - bytes}
                       : std::set{src + size};
      for (const int64_t dst : places) {
        op.dst_addr = dst;
        visit(op);
        if (!full_) break;
      }
    }
  }

  void each_matrix(Matrix2D<int64_t> op) {
    const bool from_system = is(op.direction, Direction::S2L);
    for (op.row = 1; op.row <= most_rows; ++op.row)
      for (op.col = 1; op.col <= most_cols; ++op.col)
        for (op.sec_size = 1; op.sec_size <= most_section; ++op.sec_size)
          for (const int64_t stride : {int64_t{0}, op.col - 1, op.col, op.col + 2}) {
            if (full_ ? stride < op.col && !from_system : stride != op.col) continue;
            op.row_stride = stride;
            for (op.local_mem_idx = 0; op.local_mem_idx < m_.lanes; ++op.local_mem_idx) place(op);
          }
  }

  // One side at its start and the other at its end; then the other way round.
  void place(Matrix2D<int64_t> op) {
    op.local_mem_addr = 0;
    op.global_mem_addr = window_.first;
    const int64_t local = m_.lane_bytes - extent_of_operand(m_, op, on_dst),
                  system = window_.size - extent_of_operand(m_, op, on_src);
    op.global_mem_addr = window_.first + system;
    visit(op);
    if (!full_) return;
    op.local_mem_addr = std::max<int64_t>(local, 0);
    op.global_mem_addr = window_.first;
    visit(op);
  }

  void place(CWTranspose<int64_t> op, int64_t bytes) {
    op.src_addr = op.dst_addr = 0;
    const int64_t src = extent_of_operand(m_, op, on_src), dst = extent_of_operand(m_, op, on_dst);
    op.dst_addr = src;
    visit(op);
    if (!full_) return;
    op.dst_addr = std::max<int64_t>(m_.lane_bytes - dst, 0);
    visit(op);
    op.src_addr = std::max<int64_t>(m_.lane_bytes - src, 0);
    for (const int64_t at : {int64_t{0}, bytes, op.src_addr}) {  // the last two often overlap
      op.dst_addr = at;
      visit(op);
    }
  }

  // Mask and data apart, the same, and the mask one unit into the data.
  void place(MaskedCopy<int64_t> op) {
    const int64_t unit = mask_local_units * m_.unit_bytes, system = mask_dst_units * m_.unit_bytes;
    op.data_local_mem_addr = op.mask_local_mem_addr = 0;
    op.dst_global_mem_addr = window_.first;
    const int64_t behind = round_up(extent_of_operand(m_, op, on_src), unit);
    const int64_t room = window_.size - extent_of_operand(m_, op, on_dst);
    op.mask_local_mem_addr = behind;
    visit(op);
    if (!full_) return;
    op.dst_global_mem_addr += room / system * system;
    for (const int64_t mask :
         {int64_t{0}, unit, std::max<int64_t>((m_.lane_bytes - behind) / unit * unit, 0)}) {
      op.mask_local_mem_addr = mask;
      visit(op);
      std::swap(op.data_local_mem_addr, op.mask_local_mem_addr);
      visit(op);
      std::swap(op.data_local_mem_addr, op.mask_local_mem_addr);
    }
  }

  const bool full_ = world_ == World::full;
  // The last, which holds a multiple of 2^32 on toy.
  const Window& window_ = case_.profile->windows.back();
  const MachineShape m_ = machine_of(case_);
};

}  // namespace

void each_small_case(Case c, World world, const Visit& visit) {
  const Kind k = kind(*c.operation);
  if (k == Kind::memcpy_4D || k == Kind::memset_4D)
    return each_small_case_4d(std::move(c), world, visit);
  SmallWorld all(std::move(c), world, visit);
  switch (k) {
    case Kind::memcpy_1D: return all.lines();
    case Kind::memcpy_2D: return all.matrices();
    case Kind::cwtrans: return all.transposes();
    case Kind::mask_memcpy_4D: return all.masks();
    default: return all.visit_as_it_is();
  }
}

}  // namespace strideproof::props::bm_atomic
