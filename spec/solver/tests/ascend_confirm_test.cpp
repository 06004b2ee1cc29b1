// What confirms the controls of data_move and of the transposing copy can also say no.

#include <gtest/gtest.h>

#include "spec/solver/theorems/ascend.h"

namespace strideproof::solver {
namespace {

std::string move_to(int64_t dst) {
  return move_line({Space::ub, dst, Space::system, int64_t{1} << 32, 2, 1, 0, 0});
}

TEST(Confirmation, OfRejectionsCanFail) {
  EXPECT_TRUE(accepts(move_to(2048 - 64)));
  EXPECT_FALSE(rejects(move_to(2048 - 64), tik::Label::dst_end));
  EXPECT_FALSE(accepts(move_to(2048 - 32)));
  EXPECT_TRUE(rejects(move_to(2048 - 32), tik::Label::dst_end));
  EXPECT_FALSE(rejects(move_to(2048 - 32), tik::Label::dst_start));
  EXPECT_FALSE(rejects(move_to(2048 - 31), tik::Label::dst_end));  // off its alignment
}

TEST(Confirmation, OfTransposesCanFail) {
  const auto square = [](int64_t dtype, int64_t dst) {
    return transpose_line({dst, 0, 0, 1, 0, 0, 0, dtype});
  };
  const auto transpose_of_16 = [](int64_t e) { return e % 16 * 16 + e / 16; };
  EXPECT_EQ(misplaced(square(2, 0), 256, transpose_of_16), 0);
  EXPECT_EQ(misplaced(square(2, 0), 256, [](int64_t e) { return e; }), 256 - 16);
  EXPECT_EQ(misplaced(square(2, 8192), 256, transpose_of_16), 256);  // rejected
  EXPECT_EQ(
      misplaced(square(2, 0), 256, [](int64_t e) { return e == 9 ? 0 : e % 16 * 16 + e / 16; }), 1);
}

}  // namespace
}  // namespace strideproof::solver
