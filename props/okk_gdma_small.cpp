// The small world of okk-gdma: nested loops over everything.

#include <vector>

#include "props/families.h"
#include "props/small.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::props::okk_gdma {
namespace {

using namespace strideproof::okk_gdma;
using StyleKind = Style::Kind;

constexpr Shape largest_shape{3, 5, 3, 5};
constexpr int64_t most_rows = 4, most_cols = 9, most_cols_per_channel = 5;

std::vector<Style> styles(World world, bool may_share) {
  return props::styles(world, may_share,
                       {{},
                        {.kind = StyleKind::layout},
                        {.kind = StyleKind::nested, .gap = {1, 1, 1}},
                        {.kind = StyleKind::nested, .order = 5},
                        {.kind = StyleKind::interleaved}});
}

class SmallWorld : SmallCases {
 public:
  using SmallCases::SmallCases;

  void tensors() {
    const bool copy = is_copy(kind_);
    if (copy) show_apart(case_, es_);
    const Space dst = dst_space(kind_), src = copy ? src_space(kind_) : Space::system;
    const std::vector<Style> none = {{}};
    each_shape(largest_shape, [&](const Shape& shape) {
      for (const Style& dst_style : styles(world_, !copy))
        for (const Style& src_style : copy ? styles(world_, true) : none)
          for (int64_t p = 0; p < memory_.lanes_of(dst); ++p)
            for (int64_t q = 0; q < memory_.lanes_of(src); ++q) {
              const Tensor d = spread(dst, shape, dst_style, p),
                           s = spread(src, shape, src_style, q);
              props::put(case_, "shape", shape);
              put_strides(case_, "dst_stride", dst_style.kind == StyleKind::null, d.stride);
              if (copy)
                put_strides(case_, "src_stride", src_style.kind == StyleKind::null, s.stride);
              place(d, s, copy);
            }
    });
  }

  void matrices() {
    const bool to_local = kind_ == Kind::matrix_S2L;
    show_apart(case_, es_);
    for (int64_t rows = 1; rows <= most_rows; ++rows)
      for (int64_t cols = 1; cols <= most_cols; ++cols)
        for (int64_t per = 1; per <= most_cols_per_channel; ++per)
          for (int64_t stride = to_local ? 0 : cols; stride <= cols + 2; ++stride) {
            if (world_ == World::plain && stride != cols) continue;
            at(2) = rows, at(3) = cols, at(4) = per, at(5) = stride;
            const auto op = matrix_of(*case_.operation, case_.arguments);
            for (int64_t lane = 0; lane < memory_.m.lanes; ++lane)
              place(side(op, op.dst_space, lane), side(op, op.src_space, lane), true);
          }
  }

 private:
  Tensor spread(Space space, const Shape& shape, const Style& style, int64_t lane) const {
    return memory_.spread(space, es_, shape, style, lane);
  }

  int64_t& at(int slot) { return case_.arguments.value[static_cast<size_t>(slot)]; }

  Tensor side(const Matrix<int64_t>& op, Space space, int64_t lane) const {
    return spec::okk_gdma::side_of(memory_.m, op, space, memory_.start(space, lane));
  }
  int64_t at_end(const Tensor& t) const { return memory_.at_end(t, 1); }
  // In local memory one element further.
  int64_t in_the_middle(const Tensor& t) const {
    return t.space == Space::local ? t.address + es_ : memory_.in_the_middle(t);
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

  const SmallMemory memory_{*case_.profile};
  const Kind kind_ = kind(*case_.operation);
  const int64_t es_ = case_.operation->element_bytes;
};

}  // namespace

void each_small_case(Case c, World world, const Visit& visit) {
  const bool matrix = is_matrix(kind(*c.operation));
  SmallWorld all(std::move(c), world, visit);
  return matrix ? all.matrices() : all.tensors();
}

}  // namespace strideproof::props::okk_gdma
