// The structs of bm-atomic: from the slots of a case to their fields, and from an exported function
// back to the slots.

#include <gtest/gtest.h>

#include <cstring>
#include <iterator>
#include <memory>

#include "conform/plugin/call/call.h"
#include "conform/strideproof_ops.h"
#include "conform/tests/received.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {

namespace {

using tests::called, tests::received;

template <class T>
T seen;
uint32_t constant;

template <class T>
void see(const T* param) {
  seen<T> = *param;
}
void see_fill(const MemSet4DParam* param) {
  seen<MemSet4DParam> = *param;
  std::memcpy(&constant, param->const_val, sizeof constant);
}

template <class Function>
void call(std::string_view line, Function* function) {
  const Case c = parse_case(line);
  EXPECT_EQ(caller(*c.operation)(reinterpret_cast<void*>(function), c.arguments), 0U);
}

void expect(const unsigned (&found)[4], std::initializer_list<unsigned> wanted) {
  EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), std::begin(found)));
}

TEST(BmAtomicCall, FieldsOfTheCopies) {
  call(
      "bm_atomic_memcpy_1D toy src_addr=0x1234567890 dst_addr=0x80000ff length=4294967295 "
      "format=3 direction=2",
      see<MemCpy1DParam>);
  EXPECT_EQ(seen<MemCpy1DParam>.src_addr, 0x1234567890U);
  EXPECT_EQ(seen<MemCpy1DParam>.dst_addr, 0x80000ffU);
  EXPECT_EQ(seen<MemCpy1DParam>.length, 4294967295U);
  EXPECT_EQ(seen<MemCpy1DParam>.format, BM_GDMA_FORMAT_INT8);
  EXPECT_EQ(seen<MemCpy1DParam>.direction, BM_GDMA_DIR_S2S);

  call(
      "bm_atomic_memcpy_2D toy global_mem_addr=1 local_mem_addr=2 local_mem_idx=3 row=4 col=5 "
      "row_stride=6 sec_size=7 format=0 direction=1 transpose=0 result_add=1",
      see<MemCpy2DParam>);
  const MemCpy2DParam& matrix = seen<MemCpy2DParam>;
  const uint64_t found[] = {
      matrix.global_mem_addr, matrix.local_mem_addr, matrix.local_mem_idx, matrix.row, matrix.col,
      matrix.row_stride,      matrix.sec_size};
  for (uint64_t i = 0; i < 7; ++i) EXPECT_EQ(found[i], i + 1);
  EXPECT_EQ(matrix.format, BM_GDMA_FORMAT_FLOAT32);
  EXPECT_EQ(matrix.direction, BM_GDMA_DIR_L2S);
  EXPECT_FALSE(matrix.transpose);
  EXPECT_TRUE(matrix.result_add);

  call(
      "bm_atomic_memcpy_4D toy src_addr=1 src_local_idx=2 src_shape=3,4,5,6 src_stride=7,8,9,10 "
      "src_format=4 dst_addr=12 dst_local_idx=13 dst_shape=14,15,16,17 dst_stride=18,19,20,21 "
      "dst_format=2 direction=3 transpose=1",
      see<MemCpy4DParam>);
  const MemCpy4DParam& tensor = seen<MemCpy4DParam>;
  EXPECT_EQ(tensor.src_addr, 1U);
  EXPECT_EQ(tensor.src_local_idx, 2U);
  expect(tensor.src_shape, {3, 4, 5, 6});
  expect(tensor.src_stride, {7, 8, 9, 10});
  EXPECT_EQ(tensor.src_format, BM_GDMA_FORMAT_FLOAT16);
  EXPECT_EQ(tensor.dst_addr, 12U);
  EXPECT_EQ(tensor.dst_local_idx, 13U);
  expect(tensor.dst_shape, {14, 15, 16, 17});
  expect(tensor.dst_stride, {18, 19, 20, 21});
  EXPECT_EQ(tensor.dst_format, BM_GDMA_FORMAT_UINT8);
  EXPECT_EQ(tensor.direction, BM_GDMA_DIR_L2L);
  EXPECT_TRUE(tensor.transpose);
}

TEST(BmAtomicCall, FieldsOfTheOthers) {
  call(
      "bm_atomic_memset_4D toy start_addr=1 shape=2,3,4,5 stride=6,7,8,9 const_val=0xfedcba98 "
      "format=1 is_local_mem=1 local_idx=10",
      see_fill);
  const MemSet4DParam& fill = seen<MemSet4DParam>;
  EXPECT_EQ(fill.start_addr, 1U);
  expect(fill.shape, {2, 3, 4, 5});
  expect(fill.stride, {6, 7, 8, 9});
  EXPECT_EQ(constant, 0xfedcba98U);
  EXPECT_EQ(fill.format, BM_GDMA_FORMAT_INT16);
  EXPECT_TRUE(fill.is_local_mem);
  EXPECT_EQ(fill.local_idx, 10U);

  call(
      "bm_atomic_cwtrans toy src_addr=1 src_local_idx=2 dst_addr=3 dst_local_idx=4 src_c=5 "
      "src_w=6 format=0 src_c_stride=8 dst_c_stride=4294967295",
      see<CWTransParam>);
  const CWTransParam& cw = seen<CWTransParam>;
  const unsigned found[] = {cw.src_addr,      cw.src_local_idx, cw.dst_addr,
                            cw.dst_local_idx, cw.src_c,         cw.src_w};
  for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(found[i], i + 1);
  EXPECT_EQ(cw.src_c_stride, 8U);
  EXPECT_EQ(cw.dst_c_stride, 4294967295U);

  call(
      "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=1 mask_local_mem_addr=2 local_mem_idx=3 "
      "dst_global_mem_addr=0x123456789a shape=5,6,7,8",
      see<MaskMemCpy4DPram>);
  EXPECT_EQ(seen<MaskMemCpy4DPram>.data_local_mem_addr, 1U);
  EXPECT_EQ(seen<MaskMemCpy4DPram>.mask_local_mem_addr, 2U);
  EXPECT_EQ(seen<MaskMemCpy4DPram>.local_mem_idx, 3U);
  EXPECT_EQ(seen<MaskMemCpy4DPram>.dst_global_mem_addr, 0x123456789aU);
  expect(seen<MaskMemCpy4DPram>.shape, {5, 6, 7, 8});
}

struct Exported {
  std::string_view name;
  void* function;
};

TEST(BmAtomicExport, SlotsComeBackAsTheyWere) {
  const Exported functions[] = {
      {"bm_atomic_memcpy_1D", reinterpret_cast<void*>(bm_atomic_memcpy_1D)},
      {"bm_atomic_memcpy_2D", reinterpret_cast<void*>(bm_atomic_memcpy_2D)},
      {"bm_atomic_memcpy_4D", reinterpret_cast<void*>(bm_atomic_memcpy_4D)},
      {"bm_atomic_memset_4D", reinterpret_cast<void*>(bm_atomic_memset_4D)},
      {"bm_atomic_cwtrans", reinterpret_cast<void*>(bm_atomic_cwtrans)},
      {"bm_atomic_mask_memcpy_4D", reinterpret_cast<void*>(bm_atomic_mask_memcpy_4D)},
  };
  for (const Exported& each : functions)
    for (const bool highest_values : {false, true}) {
      const Operation& operation = *find_operation(each.name);
      Arguments<int64_t> arguments;
      for (const Parameter& parameter : operation.parameters)
        for (int i = 0; i < slots(parameter.type); ++i) {
          const int slot = parameter.slot + i;
          arguments.value[static_cast<size_t>(slot)] = highest_values ? highest(parameter.type)
                                                       : parameter.type == CType::boolean ? slot % 2
                                                       : parameter.role == Role::selector
                                                           ? slot % 5
                                                           : 1000 + slot;
        }
      // An invalid format (the highest value) has no element.
      if (operation.name == "bm_atomic_memset_4D") arguments.value[9] = highest_values ? 0 : 0xfe;
      caller(operation)(each.function, arguments);
      EXPECT_EQ(called, &operation) << each.name;
      EXPECT_EQ(received, arguments) << each.name;
    }
}

TEST(BmAtomicExport, AnElementOfTheFormatIsRead) {
  // A single byte; the sanitizer sees a longer read.
  const auto byte = std::make_unique<uint8_t>(uint8_t{0xa5});
  const MemSet4DParam fill = {
      ~0ULL, {1, 1, 1, 1}, {0, 0, 0, 1}, byte.get(), BM_GDMA_FORMAT_UINT8, false, 0};
  bm_atomic_memset_4D(&fill);
  EXPECT_EQ(received.value[9], 0xa5);
  EXPECT_EQ(received.value[0], INT64_MAX) << "cut at 2^63 - 1";
}

TEST(BmAtomicExport, TheCountIsReturned) {
  const Operation& count = *find_operation("bm_get_mask_memcpy_res_num");
  EXPECT_EQ(caller(count)(reinterpret_cast<void*>(bm_get_mask_memcpy_res_num), {}),
            tests::answer_of_all);
  EXPECT_EQ(called, &count);
}

}  // namespace
}  // namespace strideproof
