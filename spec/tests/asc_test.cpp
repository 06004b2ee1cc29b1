// The transposition of asc_copy_l12l0b_trans.

#include "spec/operations/asc.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "spec/spec.h"

namespace strideproof::spec {
namespace {

using Elements = std::vector<int64_t>;

// The first elements of the destination fractals in memory order, repeat 3, src_stride 1.
Elements first_elements(int64_t dtype, int64_t stride, int64_t gap) {
  Case c = parse_case(
      "asc_copy_l12l0b_trans ascend910b dst=0 src=0 index_id=0 repeat=3 src_stride=1 dst_stride=0 "
      "addrmode=0 dst_frac_stride=0 dtype=0");
  c["dtype"] = dtype, c["dst_stride"] = stride, c["dst_frac_stride"] = gap;
  Elements found;
  for (int64_t place = 0; place < 65'536; place += 512) {
    const Located located = locate(c, Space::l0b, 0, place);
    const auto& [iteration, fractal, row, column] = located.element;
    if (located.operand == on_dst)
      found.push_back(iteration * cost(c) / 3 +
                      asc::source_element<int64_t>(dtype, fractal, row, column));
  }
  return found;
}

TEST(Asc, TransposesAsTheWorkedNumbersSay) {
  EXPECT_EQ(first_elements(0, 1, 0), (Elements{0, 16, 1024, 1040, 2048, 2064}));
  EXPECT_EQ(first_elements(1, 0, 2), (Elements{0, 1024, 2048, 16, 1040, 2064}));
  EXPECT_EQ(first_elements(2, 0, 0), (Elements{0, 256, 512}));
  EXPECT_EQ(first_elements(4, 1, 0), (Elements{0, 64, 256, 320, 512, 576}));
  EXPECT_EQ(first_elements(6, 0, 2), (Elements{0, 256, 512, 64, 320, 576}));
}

// The square as rows and columns of the matrix that the fractals make up: one below the other for
// 8 bits, side by side for 32 bits, and so too at the destination after a transposition.
TEST(Asc, MovesElementsToTheTransposedSquare) {
  for (const int64_t dtype : {0, 3, 5}) {
    const int64_t q = dtype == 3 ? 1 : 2, columns = dtype == 0 ? 32 : dtype == 3 ? 16 : 8;
    const bool side_by_side = dtype == 5;
    const int64_t width = side_by_side ? 16 : columns;
    const auto element = [&](int64_t row, int64_t column) {  // of a square, in memory order
      const int64_t f = side_by_side ? column / columns : row / 16;
      return f * 16 * columns + row % 16 * columns + column % columns;
    };
    std::set<int64_t> seen;
    for (int64_t row = 0; row < width; ++row)
      for (int64_t column = 0; column < width; ++column) {
        const int64_t to = element(row, column);
        const int64_t f = to / (16 * columns), r = to / columns % 16, c = to % columns;
        EXPECT_EQ(asc::source_element<int64_t>(dtype, f, r, c), element(column, row))
            << dtype << ' ' << row << ' ' << column;
        seen.insert(to);
      }
    EXPECT_EQ(seen.size(), static_cast<size_t>(q * 16 * columns));
  }
}

}  // namespace
}  // namespace strideproof::spec
