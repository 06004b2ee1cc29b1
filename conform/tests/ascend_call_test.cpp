// tik and asc through their exported functions and back: every value of a case arrives, and the
// dtype selects the function.

#include <gtest/gtest.h>

#include <map>

#include "conform/plugin/call/call.h"
#include "conform/strideproof_ops.h"
#include "conform/tests/received.h"

namespace strideproof {
namespace {

using tests::called, tests::received;

const std::map<std::string, void*> functions = {
    {"tik_data_move", reinterpret_cast<void*>(tik_data_move)},
    {"asc_copy_l12l0b_trans_u8", reinterpret_cast<void*>(asc_copy_l12l0b_trans_u8)},
    {"asc_copy_l12l0b_trans_s8", reinterpret_cast<void*>(asc_copy_l12l0b_trans_s8)},
    {"asc_copy_l12l0b_trans_f16", reinterpret_cast<void*>(asc_copy_l12l0b_trans_f16)},
    {"asc_copy_l12l0b_trans_bf16", reinterpret_cast<void*>(asc_copy_l12l0b_trans_bf16)},
    {"asc_copy_l12l0b_trans_u32", reinterpret_cast<void*>(asc_copy_l12l0b_trans_u32)},
    {"asc_copy_l12l0b_trans_s32", reinterpret_cast<void*>(asc_copy_l12l0b_trans_s32)},
    {"asc_copy_l12l0b_trans_f32", reinterpret_cast<void*>(asc_copy_l12l0b_trans_f32)},
    {"asc_copy_l12l0b_trans_sync_u8", reinterpret_cast<void*>(asc_copy_l12l0b_trans_sync_u8)},
    {"asc_copy_l12l0b_trans_sync_s8", reinterpret_cast<void*>(asc_copy_l12l0b_trans_sync_s8)},
    {"asc_copy_l12l0b_trans_sync_f16", reinterpret_cast<void*>(asc_copy_l12l0b_trans_sync_f16)},
    {"asc_copy_l12l0b_trans_sync_bf16", reinterpret_cast<void*>(asc_copy_l12l0b_trans_sync_bf16)},
    {"asc_copy_l12l0b_trans_sync_u32", reinterpret_cast<void*>(asc_copy_l12l0b_trans_sync_u32)},
    {"asc_copy_l12l0b_trans_sync_s32", reinterpret_cast<void*>(asc_copy_l12l0b_trans_sync_s32)},
    {"asc_copy_l12l0b_trans_sync_f32", reinterpret_cast<void*>(asc_copy_l12l0b_trans_sync_f32)},
};

void expect_there_and_back(const Case& c) {
  const std::string& symbol =
      symbols(*c.operation)[static_cast<size_t>(symbol_of(*c.operation, c.arguments))];
  caller (*c.operation)(functions.at(symbol), c.arguments);
  EXPECT_EQ(called, c.operation) << symbol;
  EXPECT_EQ(received, c.arguments) << symbol;
}

TEST(AscendCall, MoveArrives) {
  expect_there_and_back(parse_case(
      "data_move toy dst_space=2 dst=0x7fffffffffffffff src_space=-3 src=4 dtype=-5 sid=6 nburst=7 "
      "burst=2147483647 src_stride=-2147483648 dst_stride=10"));
}

TEST(AscendCall, TransposeArrivesWithTheTypeOfItsFunction) {
  for (const char* name : {"asc_copy_l12l0b_trans", "asc_copy_l12l0b_trans_sync"})
    for (int dtype = 0; dtype < 7; ++dtype) {
      Case c =
          parse_case(std::string(name) +
                     " toy dst=0x7fffffffffffffff src=2 index_id=65535 repeat=255 src_stride=65534 "
                     "dst_stride=65533 addrmode=1 dst_frac_stride=0x123456789a dtype=0");
      c["dtype"] = dtype;
      expect_there_and_back(c);
    }
}

TEST(AscendCall, ValuesBeyond63BitsAreCut) {
  asc_copy_l12l0b_trans_u32(~uint64_t{0}, uint64_t{1} << 63, 0, 0, 0, 0, false, ~uint64_t{0});
  EXPECT_EQ(received.value[0], INT64_MAX);
  EXPECT_EQ(received.value[1], INT64_MAX);
  EXPECT_EQ(received.value[7], INT64_MAX);
}

}  // namespace
}  // namespace strideproof
