// The small world of okk-gdma: nested loops over everything.

#include <algorithm>
#include <vector>

#include "props/okk_gdma.h"
#include "props/tensor.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::props::okk_gdma {
namespace {

using namespace strideproof::okk_gdma;
using StyleKind = Style::Kind;

constexpr Shape largest_shape{3, 5, 3, 5};
constexpr int64_t most_rows = 4, most_cols = 9, most_cols_per_channel = 5;

std::vector<Style> styles(World world, bool may_share) {
  if (world == World::plain) return {{}};
  std::vector<Style> all = {{},
                            {.kind = StyleKind::layout},
                            {.kind = StyleKind::nested, .gap = {1, 1, 1}},
                            {.kind = StyleKind::nested, .order = 5},
                            {.kind = StyleKind::interleaved}};
  if (may_share) {
    all.push_back({.kind = StyleKind::broadcast, .dims = 4});
    all.push_back({.kind = StyleKind::broadcast, .dims = 3});
  }
  return all;
}

class SmallWorld {
 public:
  SmallWorld(const Operation& operation, const Profile& profile, World world,
             const std::function<void(const Case&)>& visit)
      : world_(world),
        visit_(visit),
        profile_(profile),
        m_(spec::machine_shape<int64_t>(profile)),
        kind_(kind(operation)),
        es_(operation.element_bytes) {
    case_.operation = &operation;
    case_.profile = &profile;
    case_.fill = 1;
    if (!is_fill(kind_)) show_apart(case_, es_);
  }

  void tensors() {
    const bool copy = is_copy(kind_);
    const Space dst = dst_space(kind_), src = copy ? src_space(kind_) : Space::system;
    const std::vector<Style> none = {{}};
    each_shape([&](const Shape& shape) {
      for (const Style& dst_style : styles(world_, !copy))
        for (const Style& src_style : copy ? styles(world_, true) : none)
          for (int64_t p = 0; p < lanes_of(dst); ++p)
            for (int64_t q = 0; q < lanes_of(src); ++q) {
              const Tensor d = spread(dst, shape, dst_style, p),
                           s = spread(src, shape, src_style, q);
              put(2, shape);
              put_stride(3, 6, dst_style, d.stride);
              if (copy) put_stride(4, 10, src_style, s.stride);
              place(d, s, copy);
            }
    });
  }

  void matrices() {
    const bool to_local = kind_ == Kind::matrix_S2L;
    for (int64_t rows = 1; rows <= most_rows; ++rows)
      for (int64_t cols = 1; cols <= most_cols; ++cols)
        for (int64_t per = 1; per <= most_cols_per_channel; ++per)
          for (int64_t stride = to_local ? 0 : cols; stride <= cols + 2; ++stride) {
            if (world_ == World::plain && stride != cols) continue;
            put(2, {rows, cols, per, stride});
            const auto op = matrix_of(*case_.operation, case_.arguments);
            for (int64_t lane = 0; lane < m_.lanes; ++lane)
              place(spec::okk_gdma::side_of(m_, op, op.dst_space, start(op.dst_space, lane)),
                    spec::okk_gdma::side_of(m_, op, op.src_space, start(op.src_space, lane)), true);
          }
  }

 private:
  template <class Do>
  void each_shape(Do visit) {
    for (int64_t n = 1; n <= largest_shape.n; ++n)
      for (int64_t c = 1; c <= largest_shape.c; ++c)
        for (int64_t h = 1; h <= largest_shape.h; ++h)
          for (int64_t w = 1; w <= largest_shape.w; ++w) visit(Shape{n, c, h, w});
  }

  int64_t lanes_of(Space space) const { return space == Space::local ? m_.lanes : 1; }

  // The first byte of a lane, or of the last window (which holds a multiple of 2^32 on toy).
  int64_t start(Space space, int64_t lane) const {
    return space == Space::local ? lane * m_.lane_bytes : profile_.windows.back().first;
  }

  Tensor spread(Space space, const Shape& shape, const Style& style, int64_t lane) const {
    return {space,  es_, start(space, lane), shape, strides_of(m_, space, es_, style, lane, shape),
            shape.w};
  }

  int64_t& at(int slot) { return case_.arguments.value[static_cast<size_t>(slot)]; }
  void put(int slot, const Shape& values) {
    at(slot) = values.n, at(slot + 1) = values.c, at(slot + 2) = values.h, at(slot + 3) = values.w;
  }
  void put_stride(int parameter, int slot, const Style& style, const Shape& stride) {
    const uint32_t bit = uint32_t{1} << parameter;
    const bool null = style.kind == StyleKind::null;
    case_.arguments.null_mask = (case_.arguments.null_mask & ~bit) | (null ? bit : 0);
    put(slot, null ? Shape{} : stride);
  }

  // With its last byte at the end; where it does not fit, at the start.
  int64_t at_end(const Tensor& t) const {
    return t.address + std::max<int64_t>(spec::end_slack(m_, t), 0);
  }
  // Across 2^32, as far as it lies in the middle of the window.
  int64_t in_the_middle(const Tensor& t) const {
    if (t.space == Space::local) return t.address + es_;
    const int64_t half = profile_.windows.back().size / 2;
    return t.address + std::max<int64_t>(half - extent_of(m_, t) / 2 / es_ * es_, 0);
  }

  void visit_at(int64_t dst_addr, int64_t src_addr, bool has_src) {
    at(0) = dst_addr;
    if (has_src) at(1) = src_addr;
    visit_(case_);
  }

  void place(const Tensor& dst, const Tensor& src, bool has_src) {
    visit_at(dst.address, at_end(src), has_src);
    if (world_ == World::plain) return;
    visit_at(at_end(dst), src.address, has_src);
    if (has_src && dst.space == src.space) {
      if (dst.address != src.address) return;  // different lanes
      visit_at(src.address, src.address, true);
      visit_at(src.address + es_, src.address, true);
    } else {
      visit_at(in_the_middle(dst), in_the_middle(src), has_src);
    }
  }

  const World world_;
  const std::function<void(const Case&)>& visit_;
  const Profile& profile_;
  const MachineShape m_;
  const Kind kind_;
  const int64_t es_;
  Case case_;
};

}  // namespace

void each_small_case(const Operation& operation, const Profile& profile, World world,
                     const std::function<void(const Case&)>& visit) {
  SmallWorld all(operation, profile, world, visit);
  if (is_matrix(kind(operation)))
    all.matrices();
  else
    all.tensors();
}

}  // namespace strideproof::props::okk_gdma
