// The confirmation of the controls of data_move and of the transposing copy can fail.

#include <gtest/gtest.h>

#include "proofs/theorems/ascend.h"
#include "proofs/theorems/bm_atomic.h"

namespace strideproof::solver {
namespace {

std::string move_to(int64_t dst) {
  return move_line({Space::ub, dst, Space::system, int64_t{1} << 32, 2, 1, 0, 0});
}

TEST(Confirmation, OfRejectionsCanFail) {
  EXPECT_TRUE(accepts(move_to(2048 - 64)));
  EXPECT_FALSE(violates(parse_case(move_to(2048 - 64)), tik::ConstraintId::dst_end));
  EXPECT_FALSE(accepts(move_to(2048 - 32)));
  EXPECT_TRUE(violates(parse_case(move_to(2048 - 32)), tik::ConstraintId::dst_end));
  EXPECT_FALSE(violates(parse_case(move_to(2048 - 32)), tik::ConstraintId::dst_start));
  EXPECT_FALSE(
      violates(parse_case(move_to(2048 - 31)), tik::ConstraintId::dst_end));  // off its alignment
}

TEST(Confirmation, SeesWhatATransposeMoves) {
  const auto square = [](int64_t dtype, int64_t dst) {
    return toy_program + set_step(-1, 0, 0, 512, bm_atomic::Format::uint8) +
           set_step(-1, 2 * (16 * 1 + 5), 7, 2, bm_atomic::Format::uint8) +
           as_step(move_line({Space::l1, 0, Space::system, dst_window, 1, 16, 0, 0})) +
           as_step(transpose_line({dst, 0, 0, 1, 0, 0, 0, dtype}));
  };
  // Element (1, 5) of 16 by 16 becomes element (5, 1).
  const Buffers after = buffers_after(square(2, 0), 512);
  ASSERT_EQ(after.l0b.size(), 512U);
  for (size_t b = 0; b < 512; ++b) {
    EXPECT_EQ(after.l1[b], b / 2 == 16 * 1 + 5 ? 7 : 0) << b;
    EXPECT_EQ(after.l0b[b], b / 2 == 16 * 5 + 1 ? 7 : 0) << b;
  }
  EXPECT_TRUE(buffers_after(square(2, 8192), 512).l0b.empty());  // rejected
}

}  // namespace
}  // namespace strideproof::solver
