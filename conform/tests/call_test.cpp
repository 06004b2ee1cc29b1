// The slots of a case as arguments of the documented prototypes, written out by hand here.

#include "conform/plugin/call/call.h"

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

void move(int dst_space, uint64_t dst, int src_space, uint64_t src, int dtype, int sid, int nburst,
          int burst, int src_stride, int dst_stride) {
  seen.dst = dst;
  seen.src = src;
  const int values[] = {dst_space, src_space, dtype, sid, nburst, burst, src_stride, dst_stride};
  std::copy(std::begin(values), std::end(values), seen.numbers);
}

TEST(Call, MovePassesItsTenNumbers) {
  const Seen s = call(
      "data_move ascend310 dst_space=2 dst=0x7fffffffffffffff src_space=-3 src=0xfffffffff4 "
      "dtype=5 "
      "sid=6 nburst=7 burst=2147483647 src_stride=-2147483648 dst_stride=10",
      move);
  EXPECT_EQ(s.dst, 0x7fffffffffffffffU);
  EXPECT_EQ(s.src, 0xfffffffff4U);
  const int expected[] = {2, -3, 5, 6, 7, 2147483647, -2147483647 - 1, 10};
  for (int i = 0; i < 8; ++i) EXPECT_EQ(s.numbers[i], expected[i]) << i;
}

void transpose(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat, uint16_t src_stride,
               uint16_t dst_stride, bool addrmode, uint64_t dst_frac_stride) {
  seen.dst = dst;
  seen.src = src;
  seen.constant = dst_frac_stride;
  const int values[] = {index_id, repeat, src_stride, dst_stride, addrmode ? 1 : 0};
  std::copy(std::begin(values), std::end(values), seen.numbers);
}

TEST(Call, TransposePassesAllButItsType) {
  const Seen s = call(
      "asc_copy_l12l0b_trans_sync toy dst=512 src=0x7fffffffffffffff index_id=65535 repeat=255 "
      "src_stride=65534 dst_stride=65533 addrmode=1 dst_frac_stride=0x123456789a dtype=3",
      transpose);
  EXPECT_EQ(s.dst, 512U);
  EXPECT_EQ(s.src, 0x7fffffffffffffffU);
  EXPECT_EQ(s.constant, 0x123456789aU);
  const int expected[] = {65535, 255, 65534, 65533, 1};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(s.numbers[i], expected[i]) << i;
}

// The document's overloads, in the order of the parameter dtype; elsewhere the name alone.
TEST(Call, SymbolsAreNamedAfterTheTypes) {
  const auto names = [](std::string_view operation) { return symbols(*find_operation(operation)); };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("okk_gdma_8bit_set_C_local"), Names{"okk_gdma_8bit_set_C_local"});
  EXPECT_EQ(names("data_move"), Names{"tik_data_move"});
  EXPECT_EQ(
      names("asc_copy_l12l0b_trans"),
      (Names{"asc_copy_l12l0b_trans_u8", "asc_copy_l12l0b_trans_s8", "asc_copy_l12l0b_trans_f16",
             "asc_copy_l12l0b_trans_bf16", "asc_copy_l12l0b_trans_u32", "asc_copy_l12l0b_trans_s32",
             "asc_copy_l12l0b_trans_f32"}));
  EXPECT_EQ(names("asc_copy_l12l0b_trans_sync")[1], "asc_copy_l12l0b_trans_sync_s8");
}

TEST(Call, SymbolOfACaseIsThatOfItsType) {
  Case c = parse_case(
      "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=0 src_stride=0 dst_stride=0 "
      "addrmode=0 dst_frac_stride=0 dtype=6");
  EXPECT_EQ(symbol_of(*c.operation, c.arguments), 6);
  c["dtype"] = 7;
  EXPECT_EQ(symbol_of(*c.operation, c.arguments), -1);
  const Case move = parse_case(
      "data_move toy dst_space=0 dst=0 src_space=0 src=0 dtype=99 sid=0 nburst=0 burst=0 "
      "src_stride=0 dst_stride=0");
  EXPECT_EQ(symbol_of(*move.operation, move.arguments), 0);
}

TEST(Call, EveryOperationHasACaller) {
  for (const Operation& operation : catalogue())
    EXPECT_NE(caller(operation), nullptr) << operation.name;
}

}  // namespace
}  // namespace strideproof
