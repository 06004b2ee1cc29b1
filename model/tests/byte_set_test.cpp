#include "model/reference/byte_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace strideproof::reference {
namespace {

// Compared with std::set, from one clear() to the next: few and many bytes, close together and far
// apart, so that pieces cross one block or several, and the table grows and is not kept.
TEST(ByteSet, IsTheSetOfItsBytes) {
  std::mt19937_64 random(1);
  ByteSet bytes;
  std::set<int64_t> expected;
  for (const int64_t spread : {100, 100'000, 1 << 30, 300}) {
    bytes.clear();
    for (const int64_t b : expected) ASSERT_FALSE(bytes.meets(b, 1));
    expected.clear();
    for (int i = 0; i < 20000; ++i) {
      const int64_t first = static_cast<int64_t>(random() % static_cast<uint64_t>(spread));
      const int64_t count = static_cast<int64_t>(random() % (i % 101 == 0 ? 200U : 5U));
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

}  // namespace
}  // namespace strideproof::reference
