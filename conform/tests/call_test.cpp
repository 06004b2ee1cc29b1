// The slots of a case as arguments of the documented prototypes, written out by hand here.

#include "conform/call/call.h"

#include <gtest/gtest.h>

#include "conform/strideproof_ops.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

struct Seen {
  uint64_t dst = 0, src = 0, constant = 0;
  int numbers[12] = {};
  bool null[2] = {};
} seen;

void put(int at, const dim4* dim) {
  if (at > 0) seen.null[at / 4 - 1] = dim == nullptr;
  if (dim == nullptr) return;
  const int values[] = {dim->n, dim->c, dim->h, dim->w};
  std::copy(std::begin(values), std::end(values), seen.numbers + at);
}

void cpy_L2S(system_addr_t dst, local_addr_t src, const dim4* shape, const dim4* dst_stride,
             const dim4* src_stride) {
  seen.dst = dst;
  seen.src = src;
  put(0, shape);
  put(4, dst_stride);
  put(8, src_stride);
}
void set_C_16(local_addr_t dst, x16 C, const dim4* shape, const dim4* dst_stride) {
  seen.dst = dst;
  seen.constant = C.u16;
  put(0, shape);
  put(4, dst_stride);
}
void set_C_32(system_addr_t dst, x32 C, const dim4*, const dim4*) {
  seen.dst = dst;
  seen.constant = C.u32;
}
void set_C_8(local_addr_t dst, x8 C, const dim4*, const dim4*) {
  seen.dst = dst;
  seen.constant = C.u8;
}
void matrix(local_addr_t dst, system_addr_t src, int rows, int cols, int cols_per_channel,
            int row_stride) {
  seen.dst = dst;
  seen.src = src;
  const int values[] = {rows, cols, cols_per_channel, row_stride};
  std::copy(std::begin(values), std::end(values), seen.numbers);
}

template <class Function>
Seen call(const std::string& line, Function* function) {
  const Case c = parse_case(line);
  seen = {};
  EXPECT_EQ(caller(*c.operation)(reinterpret_cast<void*>(function), c.arguments), 0U);
  return seen;
}

TEST(Call, CopyPassesAddressesShapeAndStrides) {
  const Seen s = call(
      "okk_gdma_16bit_cpy_L2S bm1684 dst_addr=0xfffffffffe src_addr=0xfffffffe shape=1,2,3,4 "
      "dst_stride=-5,6,7,8 src_stride=9,10,2147483647,-2147483648",
      cpy_L2S);
  EXPECT_EQ(s.dst, 0xfffffffffeU);
  EXPECT_EQ(s.src, 0xfffffffeU);
  const int expected[] = {1, 2, 3, 4, -5, 6, 7, 8, 9, 10, 2147483647, -2147483647 - 1};
  for (int i = 0; i < 12; ++i) EXPECT_EQ(s.numbers[i], expected[i]) << i;
  EXPECT_FALSE(s.null[0]);
  EXPECT_FALSE(s.null[1]);
}

TEST(Call, NullStridesAreNullPointers) {
  const Seen s = call(
      "okk_gdma_16bit_cpy_L2S bm1684 dst_addr=0 src_addr=2 shape=1,1,1,1 dst_stride=null "
      "src_stride=1,2,3,1",
      cpy_L2S);
  EXPECT_TRUE(s.null[0]);
  EXPECT_FALSE(s.null[1]);
  EXPECT_EQ(s.numbers[8], 1);
}

TEST(Call, ConstantsKeepTheirBits) {
  EXPECT_EQ(call("okk_gdma_16bit_set_C_local toy dst_addr=2 C=0xfedc shape=1,2,3,4 "
                 "dst_stride=null",
                 set_C_16)
                .constant,
            0xfedcU);
  EXPECT_EQ(call("okk_gdma_32bit_set_C_system toy dst_addr=2 C=0xfedcba98 shape=1,2,3,4 "
                 "dst_stride=null",
                 set_C_32)
                .constant,
            0xfedcba98U);
  EXPECT_EQ(
      call("okk_gdma_8bit_set_C_local toy dst_addr=2 C=0xfe shape=1,2,3,4 dst_stride=null", set_C_8)
          .constant,
      0xfeU);
}

TEST(Call, MatrixPassesItsFourNumbers) {
  const Seen s = call(
      "okk_gdma_32bit_matrix_S2L bm1684 dst_addr=4 src_addr=0x100000008 rows=11 cols=12 "
      "cols_per_channel=13 row_stride=-14",
      matrix);
  EXPECT_EQ(s.dst, 4U);
  EXPECT_EQ(s.src, 0x100000008U);
  const int expected[] = {11, 12, 13, -14};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(s.numbers[i], expected[i]) << i;
}

TEST(Call, EveryOperationHasACaller) {
  for (const Operation& operation : catalogue())
    EXPECT_NE(caller(operation), nullptr) << operation.name;
}

}  // namespace
}  // namespace strideproof
