#include "props/tensor.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace strideproof::props {
namespace {

constexpr int64_t four_gib = int64_t{1} << 32;

// h: 0, c: 1, n: 2, w: 3.
int64_t& inner(Shape& shape, int dim) {
  return dim == 0 ? shape.h : dim == 1 ? shape.c : dim == 2 ? shape.n : shape.w;
}

bool has_free_w(const Style& style) {
  return style.order % 4 != 0 || style.gap[0] != 0 || has_bit(style.dims, 3);
}

// Extents by which memory is used: in local memory c counts block rows.
Shape used_extents(const MachineShape& m, Space space, int64_t start_lane, Shape shape) {
  if (space == Space::local) shape.c = spec::block_row_of(m, start_lane, shape.c - 1) + 1;
  return shape;
}

// The dimensions from the inside; those of `dims` with a stride of 0.
Shape nested_strides(Shape extents, const Style& style, int dims) {
  std::array<int, 4> rest = {3, 0, 1, 2};
  Shape stride{};
  int64_t span = 1;
  for (int i = 0, choices = style.order; i < 4; ++i) {
    const int left = 4 - i;
    std::swap(rest[static_cast<size_t>(i)], rest[static_cast<size_t>(i + choices % left)]);
    choices /= left;
    const int dim = rest[static_cast<size_t>(i)];
    if (has_bit(dims, dim)) continue;
    inner(stride, dim) = span + style.gap[i];
    span += inner(stride, dim) * (inner(extents, dim) - 1);
  }
  return stride;
}

// With p >= B, q >= A and gcd(p, q) = 1 the sums a*p + b*q, a < A, b < B, are all different.
Shape interleaved_strides(const Shape& extents) {
  int64_t q = extents.n, p = extents.h;
  while (std::gcd(p, q) != 1) ++p;
  Shape stride{p * extents.w, 0, q * extents.w, 1};
  stride.c = extents.w + (extents.n - 1) * stride.n + (extents.h - 1) * stride.h;
  return stride;
}

Shape spread_strides(const MachineShape& m, Space space, int64_t element_bytes, Shape extents,
                     const Style& style) {
  Shape stride = nested_strides(extents, style, 0);
  const int64_t times = inner(extents, style.dims) - 1;
  // Each place in system memory costs pages.
  if (times == 0 || (space == Space::system && times > 3)) return stride;
  inner(stride, style.dims) = 0;
  const int64_t other =
      1 + spec::element_offset(stride, extents.n - 1, extents.c - 1, extents.h - 1, extents.w - 1);
  int64_t longest = style.far;
  if (space == Space::local)
    longest = std::min(longest, (m.lane_bytes / element_bytes - other) / times);
  // Too little room: no place will be found, and the shape becomes smaller.
  inner(stride, style.dims) = std::max(other, longest);
  return stride;
}

void free_strides_of_one(const Shape& shape, const Shape& extents, int dims, uint64_t noise,
                         Shape& stride) {
  constexpr int64_t anything[] = {0, 1, 7, longest_stride, -1, -longest_stride - 1};
  Shape real = shape, used = extents;
  for (int dim = 0; dim < dims; ++dim, noise /= 6) {
    const int64_t value = anything[noise % 6];
    if (inner(real, dim) == 1)
      inner(stride, dim) = value;
    else if (inner(used, dim) == 1 && value >= 0)
      inner(stride, dim) = value;  // channels of a single block row: never used, but a value
  }
}

// An offset in a lane from which `extent` bytes, at most a lane, fit; a multiple of element_bytes.
int64_t random_offset(Random& random, const MachineShape& m, int64_t extent,
                      int64_t element_bytes) {
  const int64_t last = (m.lane_bytes - extent) / element_bytes * element_bytes;
  int64_t offset = 0;
  switch (random.below(8)) {
    case 0:
    case 1: return 0;
    case 2: return last;
    case 3: offset = random.below(8) * m.unit_bytes; break;
    case 4: offset = random.below(64) * element_bytes; break;
    case 5: offset = 65536 - extent / 2 / element_bytes * element_bytes; break;
    default:  // few pages: all of it stays in the processor's caches
      offset = (m.lane_bytes / 2 + random.below(256)) / element_bytes * element_bytes;
  }
  return std::clamp(offset, int64_t{0}, last);
}

// A system address from which `extent` bytes fit one window; a multiple of element_bytes; near an
// end of a window or a multiple of 4 GiB, so that few pages are ever used. -1: they fit none.
int64_t random_address(Random& random, const Profile& profile, int64_t extent,
                       int64_t element_bytes) {
  const Window* window = &random.pick(profile.windows);
  for (const Window& other : profile.windows)
    if (window->size < extent) window = &other;
  if (window->size < extent) return -1;
  // A place where behaviour may change: an end of the window, or a multiple of 4 GiB. Past that the
  // low 32 bits alone are an address of another window, or of local memory.
  int64_t address = random.chance(1, 2) ? window->first : window->end();
  int64_t multiples[6], count = 0;
  for (const int64_t multiple : {1, 2, 3, 16, 128, 255})
    if (multiple * four_gib >= window->first && multiple * four_gib <= window->end())
      multiples[count++] = multiple * four_gib;
  if (count > 0 && random.chance(2, 3)) {
    address = multiples[random.below(count)];
    const int64_t low = random.pick(profile.windows).first;
    const int64_t past = random.pick<int64_t>({0, 65536, low < four_gib ? low + 4096 : 0});
    if (address + past <= window->end()) address += past;
  }
  switch (random.below(5)) {
    case 0: break;
    case 1: address -= extent; break;
    case 2: address -= extent / 2; break;
    default: address += random.between(-4096, 4096);
  }
  return std::clamp(address, window->first, window->end() - extent) / element_bytes * element_bytes;
}

}  // namespace

Style random_style(Random& random, bool may_share, int64_t longest) {
  using Kind = Style::Kind;
  Style style;
  const int64_t draw = random.below(100);
  style.kind = draw < 45   ? Kind::null
               : draw < 58 ? Kind::layout
               : draw < 80 ? Kind::nested
               : draw < 86 ? Kind::interleaved
               : draw < 87 ? Kind::spread
               : draw < 95 ? Kind::nested
                           : Kind::overlapping;
  const bool broadcast = draw >= 87 && draw < 95 && may_share;
  if (!may_share && style.kind == Kind::overlapping) style.kind = Kind::nested;
  if (style.kind == Kind::null) return style;
  style.noise = random.next();
  for (int i = 1; i < 4; ++i) style.gap[i] = random.pick({0, 0, 0, 1, 1, 3, 8, 31});
  style.order = random.chance(2, 3) ? 0 : static_cast<int>(4 * random.below(6));
  if (broadcast) style.dims = static_cast<int>(random.between(1, 7));
  if (style.kind == Kind::spread) {
    style.dims = static_cast<int>(random.below(3));
    style.far = random.past_power_of_two(longest);
  }
  style.free_of_one = random.chance(1, 2);
  return style;
}

Style random_style_any_w(Random& random, bool may_share, int64_t longest) {
  using Kind = Style::Kind;
  Style style = random_style(random, may_share, longest);
  if (style.kind == Kind::spread) {
    style.dims = static_cast<int>(random.below(4));
    return style;
  }
  if (!random.chance(1, 4)) return style;
  style.kind = Kind::nested;
  style.noise = random.next();
  for (int64_t& gap : style.gap) gap = random.pick({0, 0, 0, 1, 1, 2, 3, 7});
  style.order = static_cast<int>(random.below(24));
  style.dims = may_share && random.chance(1, 3) ? static_cast<int>(random.between(1, 15)) : 0;
  style.free_of_one = random.chance(1, 2);
  return style;
}

void make_spread_visible(const MachineShape& m, Space space, const Style& style, Shape& shape) {
  if (style.kind != Style::Kind::spread) return;
  const bool lanes = space == Space::local && style.dims == 1;
  int64_t& extent = inner(shape, style.dims);
  const int64_t least = lanes ? m.lanes + 1 : 2;
  if (extent >= least) return;
  for (int64_t* any : {&shape.n, &shape.c, &shape.h, &shape.w}) *any = std::min<int64_t>(*any, 2);
  extent = least;
}

bool shorten(Style& style) {
  if (style.kind != Style::Kind::spread || style.far == 0) return false;
  style.far /= 8;
  return true;
}

Shape strides_of(const MachineShape& m, Space space, int64_t element_bytes, const Style& style,
                 int64_t start_lane, const Shape& shape) {
  using Kind = Style::Kind;
  Shape extents = used_extents(m, space, start_lane, shape);
  Shape stride{};
  switch (style.kind) {
    case Kind::null:
    case Kind::layout:
      stride = space == Space::local ? spec::aligned_strides(m, element_bytes, start_lane, shape)
                                     : spec::continuous_strides(shape);
      break;
    case Kind::nested: stride = nested_strides(extents, style, style.dims); break;
    case Kind::interleaved: stride = interleaved_strides(extents); break;
    case Kind::spread: stride = spread_strides(m, space, element_bytes, extents, style); break;
    case Kind::overlapping:
      stride = {static_cast<int64_t>(style.noise >> 32 & 7), extents.w,
                static_cast<int64_t>(style.noise >> 40) % extents.w, 1};
      break;
  }
  if (style.kind != Kind::null && style.free_of_one)
    free_strides_of_one(shape, extents, has_free_w(style) ? 4 : 3, style.noise, stride);
  return stride;
}

int64_t extent_of(const MachineShape& m, Tensor t) {
  if (t.space == Space::local) t.address -= t.address % m.lane_bytes;
  return spec::last_byte(m, t) + 1 - (t.space == Space::local ? 0 : t.address);
}

int64_t random_lane(Random& random, const MachineShape& m, int64_t channels) {
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: return 0;
    case 3: return 1 % m.lanes;
    case 4: return m.lanes - 1;
    case 5: return (m.lanes - channels % m.lanes) % m.lanes;
    case 6: return m.lanes / 2;
    default: return random.below(m.lanes);
  }
}

int64_t random_place(Random& random, const Profile& profile, Space space, int64_t extent,
                     int64_t unit) {
  if (space == Space::system) return random_address(random, profile, extent, unit);
  MachineShape m = spec::machine_shape<int64_t>(profile);
  if (space != Space::local) {
    m.lane_bytes = profile.buffer_bytes[static_cast<size_t>(space)];
    m.unit_bytes = unit;
  }
  return extent > m.lane_bytes ? -1 : random_offset(random, m, extent, unit);
}

}  // namespace strideproof::props
