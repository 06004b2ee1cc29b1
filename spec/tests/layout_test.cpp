#include "spec/layout.h"

#include <gtest/gtest.h>

#include "spec/vocabulary/profile.h"

namespace strideproof::spec {
namespace {

using Shape = Dim4<int64_t>;

const MachineShape<int64_t> toy = machine_shape<int64_t>(*find_profile("toy"));
const MachineShape<int64_t> bm1684 = machine_shape<int64_t>(*find_profile("bm1684"));

TEST(Layout, AlignedByHand) {
  // 65 channels of 7x7 words from lane 3 take two block rows; 49 words are padded to 64.
  EXPECT_EQ(aligned_strides<int64_t>(bm1684, 4, 3, {2, 65, 7, 7}), (Shape{128, 64, 7, 1}));
  // From lane 0 as well; 62 channels from lane 2 still fit one block row, from lane 3 not.
  EXPECT_EQ(aligned_strides<int64_t>(bm1684, 4, 2, {2, 62, 7, 7}), (Shape{64, 64, 7, 1}));
  EXPECT_EQ(aligned_strides<int64_t>(bm1684, 4, 3, {2, 62, 7, 7}), (Shape{128, 64, 7, 1}));
  // Bytes: 49 are padded to 128; two whole units stay as they are.
  EXPECT_EQ(aligned_strides<int64_t>(bm1684, 1, 0, {2, 64, 7, 7}), (Shape{128, 128, 7, 1}));
  EXPECT_EQ(aligned_strides<int64_t>(bm1684, 2, 0, {2, 64, 8, 16}), (Shape{128, 128, 16, 1}));
}

TEST(Layout, CompactContinuousAndMatrixByHand) {
  EXPECT_EQ(lane_strides<int64_t>(bm1684, 3, {2, 65, 7, 7}, 49), (Shape{98, 49, 7, 1}));
  EXPECT_EQ(continuous_strides<int64_t>({2, 65, 7, 7}), (Shape{3185, 49, 7, 1}));
  // 10 columns, 3 a channel: 4 channels, the last with one column.
  EXPECT_EQ(matrix_shape<int64_t>(5, 10, 3), (Shape{5, 4, 1, 3}));
  EXPECT_EQ(aligned_strides<int64_t>(toy, 4, 1, matrix_shape<int64_t>(5, 10, 3)),
            (Shape{8, 4, 3, 1}));
}

TEST(Layout, PlaceByHand) {
  // toy: 4 lanes of 256 bytes. Lane 3, offset 8; channel 1 is in lane 0, block row 1.
  const Tensor<int64_t> t{Space::local, 2, 3 * 256 + 8, {2, 2, 2, 3}, {16, 8, 3, 1}, 3};
  const ElementPlace<int64_t> first = place_of<int64_t>(toy, t, {0, 0, 0, 0});
  EXPECT_EQ(first.lane, 3);
  EXPECT_EQ(first.byte, 8);
  const ElementPlace<int64_t> last = place_of<int64_t>(toy, t, {1, 1, 1, 2});
  EXPECT_EQ(last.lane, 0);
  EXPECT_EQ(last.byte, 8 + 2 * (16 + 8 + 3 + 2));
}

// 65535^4 words lie far past every end; the slack shows it without overflow.
TEST(Layout, LastByteOfTheLargestShapes) {
  const Shape most{65535, 65535, 65535, 65535};
  for (const auto& m : {toy, bm1684}) {
    const Tensor<int64_t> s{Space::system, 4, int64_t{1} << 32, most, continuous_strides(most),
                            65535};
    EXPECT_LT(end_slack(m, s), -unbounded);
    const Tensor<int64_t> l{Space::local, 4, 0, most, aligned_strides<int64_t>(m, 4, 0, most),
                            65535};
    EXPECT_LT(end_slack(m, l), -unbounded);
  }
}

}  // namespace
}  // namespace strideproof::spec
