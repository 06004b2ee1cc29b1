// The slots of okk-bdc as arguments of the documented prototypes, written out by hand here, and
// from
// an exported function back to the slots.

#include <gtest/gtest.h>

#include "conform/plugin/call/call.h"
#include "conform/strideproof_ops.h"
#include "conform/tests/received.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

struct Seen {
  uint32_t dst = 0, src0 = 0, src1 = 0;
  int64_t constant = 0;
  dim4 shape{}, src_stride{}, src1_stride{};
  bool null[3] = {};
} seen;

void look(const dim4* shape, const dim4* dst_stride, const dim4* src_stride) {
  seen.shape = *shape;
  seen.null[0] = dst_stride == nullptr;
  seen.null[1] = src_stride == nullptr;
  if (src_stride != nullptr) seen.src_stride = *src_stride;
}

void binary(local_addr_t dst_addr, local_addr_t src0_addr, local_addr_t src1_addr,
            const dim4* shape, const dim4* dst_stride, const dim4* src0_stride,
            const dim4* src1_stride) {
  seen.dst = dst_addr, seen.src0 = src0_addr, seen.src1 = src1_addr;
  look(shape, dst_stride, src0_stride);
  seen.null[2] = src1_stride == nullptr;
  if (src1_stride != nullptr) seen.src1_stride = *src1_stride;
}
void with_bits(local_addr_t dst_addr, local_addr_t src_addr, x32 C, const dim4* shape,
               const dim4* dst_stride, const dim4* src_stride) {
  seen.dst = dst_addr, seen.src0 = src_addr, seen.constant = C.u32;
  look(shape, dst_stride, src_stride);
}
void with_int(local_addr_t dst_addr, local_addr_t src_addr, int C, const dim4* shape,
              const dim4* dst_stride, const dim4* src_stride) {
  seen.dst = dst_addr, seen.src0 = src_addr, seen.constant = C;
  look(shape, dst_stride, src_stride);
}
void with_unsigned(local_addr_t dst_addr, local_addr_t src_addr, unsigned int C, const dim4* shape,
                   const dim4* dst_stride, const dim4* src_stride) {
  seen.dst = dst_addr, seen.src0 = src_addr, seen.constant = C;
  look(shape, dst_stride, src_stride);
}

template <class Function>
Seen call(const std::string& line, Function* function) {
  const Case c = parse_case(line);
  seen = {};
  EXPECT_EQ(caller(*c.operation)(reinterpret_cast<void*>(function), c.arguments), 0U);
  return seen;
}

// The prototypes are those of the document: the functions here have their types.
static_assert(std::is_same_v<decltype(binary), decltype(okk_bdc_32bit_and)>);
static_assert(std::is_same_v<decltype(binary), decltype(okk_bdc_32bit_or)>);
static_assert(std::is_same_v<decltype(binary), decltype(okk_bdc_32bit_xor)>);
static_assert(std::is_same_v<decltype(binary), decltype(okk_bdc_32bit_arithmetic_shift)>);
static_assert(std::is_same_v<decltype(binary), decltype(okk_bdc_32bit_logical_shift)>);
static_assert(std::is_same_v<decltype(with_bits), decltype(okk_bdc_32bit_and_C)>);
static_assert(std::is_same_v<decltype(with_bits), decltype(okk_bdc_32bit_or_C)>);
static_assert(std::is_same_v<decltype(with_bits), decltype(okk_bdc_32bit_xor_C)>);
static_assert(std::is_same_v<decltype(with_int), decltype(okk_bdc_32bit_arithmetic_shift_C)>);
static_assert(std::is_same_v<decltype(with_int), decltype(okk_bdc_32bit_logical_shift_C)>);
static_assert(std::is_same_v<decltype(with_int), decltype(okk_bdc_32bit_C_arithmetic_shift)>);
static_assert(std::is_same_v<decltype(with_unsigned), decltype(okk_bdc_32bit_C_logical_shift)>);

TEST(CallOkkBdc, TwoSourcesEachWithItsStride) {
  const Seen s = call(
      "okk_bdc_32bit_logical_shift bm1684 dst_addr=0xfffffffc src0_addr=4 src1_addr=8 "
      "shape=1,2,3,4 dst_stride=null src0_stride=-5,6,7,8 src1_stride=9,10,2147483647,-2147483648",
      binary);
  EXPECT_EQ(s.dst, 0xfffffffcU);
  EXPECT_EQ(s.src0, 4U);
  EXPECT_EQ(s.src1, 8U);
  EXPECT_EQ(s.shape.n * 1000 + s.shape.c * 100 + s.shape.h * 10 + s.shape.w, 1234);
  EXPECT_TRUE(s.null[0]);
  EXPECT_FALSE(s.null[1]);
  EXPECT_FALSE(s.null[2]);
  EXPECT_EQ(s.src_stride.n, -5);
  EXPECT_EQ(s.src_stride.w, 8);
  EXPECT_EQ(s.src1_stride.n, 9);
  EXPECT_EQ(s.src1_stride.h, 2147483647);
  EXPECT_EQ(s.src1_stride.w, -2147483647 - 1);
}

TEST(CallOkkBdc, ConstantsKeepTheirSign) {
  const std::string rest = " shape=1,1,1,1 dst_stride=null src_stride=1,2,3,4";
  const std::string at = " toy dst_addr=12 src_addr=16 C=";
  EXPECT_EQ(call("okk_bdc_32bit_and_C" + at + "0xfedcba98" + rest, with_bits).constant, 0xfedcba98);
  EXPECT_EQ(call("okk_bdc_32bit_logical_shift_C" + at + "-33" + rest, with_int).constant, -33);
  EXPECT_EQ(call("okk_bdc_32bit_C_arithmetic_shift" + at + "-2147483648" + rest, with_int).constant,
            -2147483648LL);
  const Seen s = call("okk_bdc_32bit_C_logical_shift" + at + "0xfedcba98" + rest, with_unsigned);
  EXPECT_EQ(s.constant, 0xfedcba98);
  EXPECT_EQ(s.dst, 12U);
  EXPECT_EQ(s.src0, 16U);
  EXPECT_EQ(s.src_stride.w, 4);
}

// Every argument of a call arrives: each slot has a distinct number.
template <class Function>
void round_trip(std::string_view name, Function* function) {
  SCOPED_TRACE(name);
  const Operation& operation = *find_operation(name);
  for (const uint32_t null_mask : {uint32_t{0}, uint32_t{1} << (operation.parameters.size() - 1)}) {
    Arguments<int64_t> given;
    const int slots_given = null_mask == 0 ? operation.slots : operation.slots - 4;
    for (int slot = 0; slot < slots_given; ++slot)
      given.value[static_cast<size_t>(slot)] = 1000 + slot;
    given.null_mask = null_mask;
    caller(operation)(reinterpret_cast<void*>(function), given);
    EXPECT_EQ(tests::called, &operation);
    EXPECT_EQ(tests::received, given);
  }
}

TEST(CallOkkBdc, ParametersArrive) {
  round_trip("okk_bdc_32bit_and", okk_bdc_32bit_and);
  round_trip("okk_bdc_32bit_and_C", okk_bdc_32bit_and_C);
  round_trip("okk_bdc_32bit_or", okk_bdc_32bit_or);
  round_trip("okk_bdc_32bit_or_C", okk_bdc_32bit_or_C);
  round_trip("okk_bdc_32bit_xor", okk_bdc_32bit_xor);
  round_trip("okk_bdc_32bit_xor_C", okk_bdc_32bit_xor_C);
  round_trip("okk_bdc_32bit_arithmetic_shift", okk_bdc_32bit_arithmetic_shift);
  round_trip("okk_bdc_32bit_logical_shift", okk_bdc_32bit_logical_shift);
  round_trip("okk_bdc_32bit_arithmetic_shift_C", okk_bdc_32bit_arithmetic_shift_C);
  round_trip("okk_bdc_32bit_logical_shift_C", okk_bdc_32bit_logical_shift_C);
  round_trip("okk_bdc_32bit_C_arithmetic_shift", okk_bdc_32bit_C_arithmetic_shift);
  round_trip("okk_bdc_32bit_C_logical_shift", okk_bdc_32bit_C_logical_shift);
}

}  // namespace
}  // namespace strideproof
