// Random cases of bm-atomic.

#include "spec/operations/bm_atomic.h"

#include <algorithm>

#include "props/draw.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

// Rows of src_w elements in src_c channels, and of src_c in src_w channels.
Case cwtrans(Random& random, Case c) {
  c["format"] = random.below(format_count);
  const MachineShape m = machine_of(c);
  const int64_t es = spec::dtype_bytes(c, on_src);
  Shape shape = random.chance(1, 500) ? large_shape(random) : random_shape(random, m, es);
  shape = {1, std::max({shape.n, shape.c, shape.h}), 1, shape.w};
  if (random.chance(1, 6)) shape.w = shape.c = std::min(shape.w, shape.c);
  const std::vector<RandomOperand> placed =
      make_tensors(random, c,
                   {.longest = std::max<int64_t>(m.lane_bytes / es, 256),
                    .shape = shape,
                    .dst_shape = [](const Shape& src) {
                      return Shape{1, src.w, 1, src.c};
                    }});
  const RandomOperand &dst = placed[0], &src = placed[1];
  c["src_c"] = src.shape.c, c["src_w"] = src.shape.w;
  c["src_c_stride"] = src.tensor.stride.c & highest(CType::u32);
  c["dst_c_stride"] = dst.tensor.stride.c & highest(CType::u32);
  // The stride is at least a row, also where no two channels share a lane.
  if (dst.shape.c > 1) c["dst_c_stride"] = std::max(c["dst_c_stride"], dst.shape.w);
  return c;
}

// ---- memcpy_4D, memset_4D ----

// Another shape of as many elements, one for each word.
Shape reshaped(const Shape& shape, uint64_t how) {
  Random random(how);
  const int64_t count = shape.n * shape.c * shape.h * shape.w;
  int64_t extents[4] = {1, 1, 1, 1};
  if (random.chance(1, 4)) {  // all in one row of something
    extents[random.below(4)] = count;
  } else if (random.chance(1, 2)) {  // the same in another order
    const int64_t all[4] = {shape.n, shape.c, shape.h, shape.w};
    const int64_t first = random.between(1, 3);
    for (int64_t i = 0; i < 4; ++i) extents[i] = all[(i + first) % 4];
  } else {  // its prime factors, anywhere
    int64_t left = count;
    for (int64_t factor = 2; left > 1; ++factor)
      for (; left % factor == 0; left /= factor) extents[random.below(4)] *= factor;
  }
  for (const int64_t extent : extents)
    if (extent > 65535) return shape;
  return {extents[0], extents[1], extents[2], extents[3]};
}

// About as many images as channels, as a transpose takes at a time; most have single elements.
Shape blocks(Random& random) {
  Shape shape{};
  shape.n = random.around(random.pick({8, 16, 16, 32, 32, 64}));
  shape.c = random.around(random.pick({8, 16, 16, 32, 32, 64}));
  shape.h = random.pick({1, 1, 1, 1, 2});
  shape.w = random.pick({1, 1, 1, 1, 2, 3});
  return shape;
}

Case random_copy(Random& random, Case c) {
  c["src_format"] = c["dst_format"] = random.below(format_count);
  if (random.chance(1, 2)) c["dst_format"] = random.below(format_count);
  c["direction"] = random.below(direction_count);
  c["transpose"] = random.chance(1, 4);
  TensorRules rules;
  if (c["transpose"] != 0) {
    rules.dst_shape = [](const Shape& s) { return Shape{s.c, s.n, s.h, s.w}; };
    if (random.chance(1, 40)) rules.shape = blocks(random);
    if (rules.shape) rules.strides = random.chance(1, 2);
  } else if (random.chance(1, 3)) {
    rules.dst_shape = [how = random.next()](const Shape& shape) { return reshaped(shape, how); };
  }
  make_tensors(random, c, std::move(rules));
  return c;
}

Case random_fill(Random& random, Case c) {
  c["format"] = random.below(format_count);
  c["is_local_mem"] = random.below(2);
  make_tensors(random, c, {});
  return c;
}

}  // namespace

Case draw(Random& random, Case c) {
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D:
    case Kind::memcpy_2D: return draw_values(random, c);
    case Kind::cwtrans: return cwtrans(random, c);
    case Kind::memcpy_4D: return random_copy(random, c);
    case Kind::memset_4D: return random_fill(random, c);
    case Kind::mask_memcpy_4D: make_tensors(random, c, {.strides = false}); break;
    case Kind::mask_count: break;  // has no parameters
  }
  return c;
}

}  // namespace strideproof::props::bm_atomic
