#pragma once
// Random operands: how a tensor's elements are spread (Style) and where it starts. The families
// share this. Everything is legal by construction as far as one operand goes; whether two operands
// share bytes is the family's matter.

#include "props/parameters.h"
#include "props/random.h"
#include "spec/layout.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::props {

using MachineShape = spec::MachineShape<int64_t>;
using Tensor = spec::Tensor<int64_t>;

// A way to spread a tensor, drawn before its shape is final.
struct Style {
  enum class Kind : uint8_t {
    null,         // the default layout, by NULL
    layout,       // the default layout, by explicit strides
    nested,       // gaps, any order of the dimensions, some strides of 0
    interleaved,  // two strides that are not nested and yet share nothing
    spread,       // one stride past a power of two, up to what the memory allows
    overlapping   // rows that share elements
  };
  Kind kind = Kind::null;
  int64_t gap[4] = {0, 0, 0, 0};  // of nested: after each dimension in `order`, in elements
  // of nested: one of 24 of w, h, c, n, from the inside; multiples of 4 start with w
  int order = 0;
  int dims = 0;     // of nested: mask of h, c, n, w with a stride of 0; of spread: one of them
  int64_t far = 0;  // of spread: that stride, in elements
  bool free_of_one = false;  // strides of extents of 1 are anything
  uint64_t noise = 0;        // what "anything" is
};

constexpr int channels_innermost = 4;  // the order w, c, h, n of a nested style

constexpr int64_t longest_stride = 0x7fffffff;  // of a dim4

// For a destination of a copy: no two elements share a byte. Otherwise any. The w stride is 1.
Style random_style(Random& random, bool may_share, int64_t longest = longest_stride);
// Likewise, with any w stride.
Style random_style_any_w(Random& random, bool may_share, int64_t longest);

// A shape in which the long stride of a spread style leads somewhere: its extent is 2 or more, in
// local memory that of the channels of one lane.
void make_spread_visible(const MachineShape& m, Space space, const Style& style, Shape& shape);
// Shortens the long stride of a spread style, so that it may fit. False if the style is another, or
// its stride cannot get shorter.
bool shorten(Style& style);

// In elements; of a null style those of the default layout.
Shape strides_of(const MachineShape& m, Space space, int64_t element_bytes, const Style& style,
                 int64_t start_lane, const Shape& shape);

// Bytes from the start of the tensor to the end of its last byte. Only the lane of t.address
// counts.
int64_t extent_of(const MachineShape& m, Tensor t);

// A lane where behaviour changes: the first, the second, the last, the one from which the channels
// end exactly at the last lane; or any.
int64_t random_lane(Random& random, const MachineShape& m, int64_t channels);

// The offset in a lane or buffer, or the system address, of something of that extent; a multiple of
// `unit`. -1: it fits nowhere.
int64_t random_place(Random& random, const Profile& profile, Space space, int64_t extent,
                     int64_t unit);

// Mostly small, with the edges that matter: channels around multiples of the number of lanes, H*W
// around a unit, rows around 32 and 64 bytes; now and then one extent past a power of two.
Shape random_shape(Random& random, const MachineShape& m, int64_t element_bytes);
// An extent of 32,768 or 65,535, or channels of 65,535 elements and a little more.
Shape large_shape(Random& random);
// Halves the first of the largest extents, rounded up.
void halve_largest(Shape& shape);

}  // namespace strideproof::props
