#include "model/reference/byte_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace strideproof::reference {
namespace {

// Beside std::set, from one clear() to the next: few and many bytes, close together and far apart, so
// that pieces cross blocks and the table grows.
TEST(ByteSet, IsTheSetOfItsBytes) {
  std::mt19937_64 random(1);
  ByteSet bytes;
  for (const int64_t spread : {100, 100'000, 1 << 30, 300}) {
    bytes.clear();
    std::set<int64_t> expected;
    for (int i = 0; i < 20000; ++i) {
      const int64_t first = static_cast<int64_t>(random() % static_cast<uint64_t>(spread));
      const int64_t count = static_cast<int64_t>(random() % 5);
      bool fresh = true;
      for (int64_t b = first; b < first + count; ++b) fresh &= expected.count(b) == 0;
      ASSERT_EQ(bytes.meets(first, count), !fresh) << first << " " << count;
      if (i % 2 == 0) continue;
      ASSERT_EQ(bytes.add(first, count), fresh) << first << " " << count;
      for (int64_t b = first; b < first + count; ++b) expected.insert(b);
    }
    for (const int64_t b : expected) ASSERT_TRUE(bytes.meets(b, 1));
  }
}

TEST(ByteSet, AddsPiecesLongerThanABlock) {
  ByteSet bytes;
  EXPECT_TRUE(bytes.add(60, 200));
  EXPECT_FALSE(bytes.meets(0, 60));
  for (int64_t b = 60; b < 260; ++b) EXPECT_TRUE(bytes.meets(b, 1)) << b;
  EXPECT_FALSE(bytes.meets(260, 100));
  EXPECT_FALSE(bytes.add(259, 2));
}

// A table that grew large is not kept.
TEST(ByteSet, IsEmptyAfterClearHoweverLarge) {
  constexpr int64_t blocks = 100'000;
  ByteSet bytes;
  for (int64_t block = 0; block < blocks; ++block) ASSERT_TRUE(bytes.add(block * 64, 1));
  bytes.clear();
  for (int64_t block = 0; block < blocks; ++block) ASSERT_FALSE(bytes.meets(block * 64, 64));
  EXPECT_TRUE(bytes.add(0, 1));
}

}  // namespace
}  // namespace strideproof::reference
