// The small world of memcpy_4D and memset_4D: nested loops over everything.

#include <vector>

#include "props/bm_atomic.h"
#include "props/small.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;
constexpr Shape largest_shape{2, 5, 2, 3};

std::vector<Style> styles(World world, bool may_share) {
  return props::styles(world, may_share, {{}, {.kind = Style::Kind::nested, .gap = {1, 1, 1}}});
}

class SmallWorld : SmallCases {
 public:
  using SmallCases::SmallCases;

  // Each shape copied in each format and converted by each pair; also as a row of a reshape. In one
  // format of each size also turned round and transposed.
  void copies() {
    each_shape(largest_shape, [&](const Shape& shape) {
      const Shape row{1, 1, 1, shape.n * shape.c * shape.h * shape.w};
      each_pair([&](int64_t from, int64_t to) {
        copy_.src_format = from, copy_.dst_format = to, copy_.transpose = 0;
        show_apart(case_, from == to ? element_bytes(static_cast<Format>(from)) : 0);
        if (from == 0 && to != 0) case_.data[1] = DataClass::floats;
        each_direction(shape, shape);
        if (world_ == World::plain) return;
        const bool repeats = is(from, Format::int8) || is(from, Format::float16);
        if (from != to || !repeats) each_direction(shape, row);
        if (from != to || repeats) return;
        each_direction(shape, {shape.w, shape.h, shape.c, shape.n});
        copy_.transpose = 1;
        each_direction(shape, {shape.c, shape.n, shape.h, shape.w});
      });
    });
  }

  void fills() {
    Fill4D<int64_t> op{};
    op.const_val = 0x87654321;
    each_shape(largest_shape, [&](const Shape& shape) {
      for (op.format = 0; op.format < format_count; ++op.format)
        for (op.is_local_mem = 0; op.is_local_mem < 2; ++op.is_local_mem)
          for (const Style& style : styles(world_, true)) {
            const Space space = op.is_local_mem != 0 ? Space::local : Space::system;
            for (op.local_idx = 0; op.local_idx < memory_.lanes_of(space); ++op.local_idx) {
              const Tensor t = spread(space, op.format, shape, style, op.local_idx);
              op.shape = shape, op.stride = t.stride;
              for (const int64_t place : places(t)) {
                op.start_addr = place;
                put(case_, op);
                visit_(case_);
              }
            }
          }
    });
  }

 private:
  template <class Do>
  void each_pair(Do visit) {
    for (int64_t from = 0; from < format_count; ++from)
      for (int64_t to = 0; to < format_count; ++to)
        if (is_convertible(static_cast<Format>(from), static_cast<Format>(to))) visit(from, to);
  }

  Tensor spread(Space space, int64_t format, const Shape& shape, const Style& style,
                int64_t lane) const {
    return memory_.spread(space, element_bytes(static_cast<Format>(format)), shape, style, lane);
  }

  // The offset or address at the start of its memory, at the end, and in the middle of the window.
  std::vector<int64_t> places(const Tensor& t) const {
    const int64_t lane = t.space == Space::local ? t.address : 0;
    if (world_ == World::plain) return {t.address - lane};
    std::vector<int64_t> all = {t.address - lane, memory_.at_end(t, t.element_bytes) - lane};
    if (t.space == Space::system) all.push_back(memory_.in_the_middle(t));
    return all;
  }

  void each_direction(const Shape& src_shape, const Shape& dst_shape) {
    copy_.src_shape = src_shape, copy_.dst_shape = dst_shape;
    for (copy_.direction = 0; copy_.direction < direction_count; ++copy_.direction) {
      const Space dst = dst_is_local(copy_.direction) ? Space::local : Space::system;
      const Space src = src_is_local(copy_.direction) ? Space::local : Space::system;
      const bool may_share = copy_.src_format == copy_.dst_format;
      for (const Style& dst_style : styles(world_, false))
        for (const Style& src_style : styles(world_, may_share))
          for (int64_t p = 0; p < memory_.lanes_of(dst); ++p)
            for (int64_t q = 0; q < memory_.lanes_of(src); ++q)
              place(spread(dst, copy_.dst_format, dst_shape, dst_style, p),
                    spread(src, copy_.src_format, src_shape, src_style, q), p, q);
    }
  }

  void visit_at(int64_t dst_addr, int64_t src_addr) {
    copy_.dst_addr = dst_addr, copy_.src_addr = src_addr;
    put(case_, copy_);
    visit_(case_);
  }

  // One operand at the start and the other at the end, either way; in one space also both at the
  // start, in place or overlapping.
  void place(const Tensor& dst, const Tensor& src, int64_t dst_lane, int64_t src_lane) {
    copy_.dst_stride = dst.stride, copy_.src_stride = src.stride;
    copy_.dst_local_idx = dst_lane, copy_.src_local_idx = src_lane;
    const std::vector<int64_t> to = places(dst), from = places(src);
    visit_at(to.front(), from.back());
    if (world_ == World::plain) return;
    visit_at(to.back(), from.front());
    if (dst.space == src.space) visit_at(to.front(), from.front());
  }

  const SmallMemory memory_{*case_.profile};
  Tensor4D<int64_t> copy_{};
};

}  // namespace

void each_small_case_4d(Case c, World world, const Visit& visit) {
  const bool copies = kind(*c.operation) == Kind::memcpy_4D;
  SmallWorld all(std::move(c), world, visit);
  return copies ? all.copies() : all.fills();
}

}  // namespace strideproof::props::bm_atomic
