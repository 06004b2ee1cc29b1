// The fill is frozen: a case line means the same bytes for ever. The values come from the formula
// in fill.h, computed by other code than this project's.

#include "model/fill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace strideproof {
namespace {

struct Frozen {
  uint64_t seed;
  Space space;
  int64_t lane, offset;
  std::array<uint8_t, 8> bytes;
};

constexpr Frozen frozen[] = {
    {0, Space::system, 0, 0, {0xbf, 0xd4, 0x3c, 0xff, 0x26, 0x82, 0x21, 0x48}},
    {1, Space::system, 0, 0, {0xb8, 0xd5, 0xc0, 0x82, 0xfc, 0x23, 0xe4, 0xdc}},
    {0, Space::local, 0, 0, {0x26, 0xac, 0x75, 0xe9, 0x3d, 0xfe, 0x73, 0xcd}},
    {0, Space::local, 1, 0, {0xb4, 0x26, 0x63, 0xed, 0x6a, 0x17, 0x74, 0x54}},
    {0, Space::ub, 0, 0, {0xec, 0xd0, 0x33, 0x53, 0x5a, 0x6c, 0x47, 0x7b}},
    {7, Space::local, 63, 524280, {0xab, 0x3f, 0x42, 0x4f, 0x3c, 0x66, 0xda, 0xf6}},
    {0xffffffffffffffff,
     Space::system,
     0,
     (int64_t{1} << 40) - 8,
     {0xf3, 0x24, 0xb3, 0x9c, 0x56, 0x7d, 0x6d, 0xec}},
    {42, Space::system, 0, 0xfffffffe, {0x48, 0xeb, 0xa6, 0xd9, 0x79, 0x3d, 0xec, 0xe2}},
    {3, Space::l0b, 0, 13, {0x0f, 0xc1, 0xc2, 0xab, 0x15, 0x59, 0xc9, 0x35}},
};

TEST(Fill, FrozenValues) {
  for (const Frozen& f : frozen) {
    std::array<uint8_t, 8> got{};
    fill(got.data(), 8, f.seed, f.space, f.lane, f.offset);
    EXPECT_EQ(got, f.bytes) << name(f.space) << " lane " << f.lane << " offset " << f.offset;
  }
}

// Many words are made at once, the bytes of one by one: wherever a piece starts and ends, a byte
// depends on its place alone.
TEST(Fill, PiecesEqualSingleBytes) {
  for (const int64_t start : {int64_t{0}, (int64_t{1} << 40) - 1020})
    for (int64_t first = start; first < start + 20; ++first)
      for (int64_t size = 0; size <= 1000; size += size < 20 ? 1 : 245) {
        std::vector<uint8_t> piece(static_cast<size_t>(size) + 2, 0xee);
        fill(piece.data() + 1, size, 6, Space::system, 0, first);
        EXPECT_EQ(piece.front(), 0xee);
        EXPECT_EQ(piece.back(), 0xee);
        for (int64_t i = 0; i < size; ++i)
          ASSERT_EQ(piece[i + 1], fill_byte(6, Space::system, 0, first + i)) << first << ' ' << i;
      }
}

TEST(Fill, DataClassesChangeTheTopBitAlone) {
  std::vector<uint8_t> unique(37), low(37), high(37);
  fill(unique.data(), 37, 9, Space::system, 0, 3);
  fill(low.data(), 37, 9, Space::system, 0, 3, DataClass::low);
  fill(high.data(), 37, 9, Space::system, 0, 3, DataClass::high);
  for (int i = 0; i < 37; ++i) {
    EXPECT_EQ(low[i], unique[i] & 0x7f);
    EXPECT_EQ(high[i], unique[i] | 0x80);
  }
}

std::vector<int32_t> counts(DataClass data) {
  std::vector<int32_t> found(512);
  fill(reinterpret_cast<uint8_t*>(found.data()), 4 * 512, 9, Space::local, 0, 0, data);
  return found;
}

// Each far count is there, on its own side alone, and becomes legal where part of it is not read.
TEST(Fill, CountsFarOff) {
  const std::vector<int32_t> over = counts(DataClass::counts_far_over);
  const std::vector<int32_t> under = counts(DataClass::counts_far_under);
  const auto near = [](const std::vector<int32_t>& values, int64_t middle) {
    return std::count_if(values.begin(), values.end(), [middle](int64_t value) {
      return value >= middle - 32 && value <= middle + 32;
    });
  };
  for (const int64_t sign : {1, -1}) {
    const std::vector<int32_t>& values = sign > 0 ? over : under;
    const int64_t legal = near(values, 0);
    int64_t known =
        legal + std::count(values.begin(), values.end(), sign > 0 ? INT32_MAX : INT32_MIN);
    EXPECT_LT(legal, known);
    for (const int64_t bits : {8, 16, 24}) {
      const int64_t here = near(values, sign * (int64_t{1} << bits));
      EXPECT_GT(here, 0) << sign << " " << bits;
      known += here;
    }
    EXPECT_EQ(known, 512);
    EXPECT_GT(legal, 512 * 3 / 4);
  }
}

}  // namespace
}  // namespace strideproof
