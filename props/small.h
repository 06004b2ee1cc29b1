#pragma once
// Shared by the small worlds of the families.

#include <vector>

#include "props/families.h"
#include "props/operand.h"
#include "spec/slack.h"

namespace strideproof::props {

// The ways to spread a tensor; of one whose elements may share bytes also along strides of 0.
inline std::vector<Style> styles(World world, bool may_share, std::vector<Style> all) {
  if (world == World::plain) return {{}};
  if (may_share) {
    all.push_back({.kind = Style::Kind::broadcast, .dims = 4});
    all.push_back({.kind = Style::Kind::broadcast, .dims = 3});
  }
  return all;
}

// Every shape up to `largest`.
template <class Do>
void each_shape(const Shape& largest, Do visit) {
  Shape shape;
  for (shape.n = 1; shape.n <= largest.n; ++shape.n)
    for (shape.c = 1; shape.c <= largest.c; ++shape.c)
      for (shape.h = 1; shape.h <= largest.h; ++shape.h)
        for (shape.w = 1; shape.w <= largest.w; ++shape.w) visit(Shape(shape));
}

// The places of operands: local memory, and the last window, which holds a multiple of 2^32 on toy.
struct SmallMemory {
  explicit SmallMemory(const Profile& profile)
      : window(profile.windows.back()), m(spec::machine_shape<int64_t>(profile)) {}

  const Window& window;
  const MachineShape m;

  int64_t lanes_of(Space space) const { return space == Space::local ? m.lanes : 1; }

  // The first byte of a lane, or of the window.
  int64_t start(Space space, int64_t lane) const {
    return space == Space::local ? lane * m.lane_bytes : window.first;
  }
  Tensor spread(Space space, int64_t element_bytes, const Shape& shape, const Style& style,
                int64_t lane) const {
    return {space,
            element_bytes,
            start(space, lane),
            shape,
            strides_of(m, space, element_bytes, style, lane, shape),
            shape.w};
  }

  // Addresses of a tensor that starts with its memory: with its last byte at the end, as far as a
  // multiple of the unit leads there; across the middle of the window. Where it does not fit, at the
  // start.
  int64_t at_end(const Tensor& t, int64_t unit) const {
    return t.address + std::max<int64_t>(spec::end_slack(m, t), 0) / unit * unit;
  }
  int64_t in_the_middle(const Tensor& t) const {
    const int64_t before = extent_of(m, t) / 2 / t.element_bytes * t.element_bytes;
    return t.address + std::max<int64_t>(window.size / 2 - before, 0);
  }
};

}  // namespace strideproof::props
