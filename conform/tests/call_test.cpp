// The slots of a case as arguments of the documented prototypes, written out by hand here.

#include "conform/plugin/call/call.h"

#include <gtest/gtest.h>

#include <concepts>
#include <numeric>
#include <type_traits>

#include "conform/strideproof_ops.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using Values = std::vector<int64_t>;
constexpr int64_t null = -987;  // in place of the four values of a pointer that is NULL

Values seen;  // the arguments of the last call, structs field by field

template <class T>
requires std::integral<T> || std::is_enum_v<T>
void see(T value) { seen.push_back(static_cast<int64_t>(value)); }
void see(x32 value) { see(value.u32); }
void see(x16 value) { see(value.u16); }
void see(x8 value) { see(value.u8); }
void see(const unsigned (&values)[4]) { seen.insert(seen.end(), values, values + 4); }
void see(const dim4* dim) {
  if (dim == nullptr) return see(null);
  for (const int value : {dim->n, dim->c, dim->h, dim->w}) see(value);
}
template <class... T>
void see_all(const T&... values) {
  (see(values), ...);
}
void see(const MemCpy1DParam* p) {
  see_all(p->src_addr, p->dst_addr, p->length, p->format, p->direction);
}
void see(const MemCpy2DParam* p) {
  see_all(p->global_mem_addr, p->local_mem_addr, p->local_mem_idx, p->row, p->col, p->row_stride,
          p->sec_size, p->format, p->direction, p->transpose, p->result_add);
}
void see(const MemCpy4DParam* p) {
  see_all(p->src_addr, p->src_local_idx, p->src_shape, p->src_stride, p->src_format, p->dst_addr,
          p->dst_local_idx, p->dst_shape, p->dst_stride, p->dst_format, p->direction, p->transpose);
}
void see(const MemSet4DParam* p) {
  see_all(p->start_addr, p->shape, p->stride, *static_cast<const uint32_t*>(p->const_val),
          p->format, p->is_local_mem, p->local_idx);
}
void see(const CWTransParam* p) {
  see_all(p->src_addr, p->src_local_idx, p->dst_addr, p->dst_local_idx, p->src_c, p->src_w,
          p->format, p->src_c_stride, p->dst_c_stride);
}
void see(const MaskMemCpy4DPram* p) {
  see_all(p->data_local_mem_addr, p->mask_local_mem_addr, p->local_mem_idx, p->dst_global_mem_addr,
          p->shape);
}

template <class... T>
void saw(T... arguments) {
  (see(arguments), ...);
}

// T: the types of the document. The header's prototype must have the same.
template <class... T>
Values arguments_of(const std::string& line, std::type_identity_t<void (*)(T...)>) {
  const Case c = parse_case(line);
  seen.clear();
  EXPECT_EQ(caller(*c.operation)(reinterpret_cast<void*>(saw<T...>), c.arguments), 0U);
  return seen;
}

template <class Prototype, class... F>
constexpr bool are(F*...) {
  return (std::is_same_v<Prototype, F> && ...);
}
using Local = local_addr_t;
using System = system_addr_t;
using Dim = const dim4*;
template <class C>
using WithConstant = void(Local, Local, C, Dim, Dim, Dim);
static_assert(are<void(Local, Local, Local, Dim, Dim, Dim, Dim)>(
    okk_bdc_32bit_and, okk_bdc_32bit_or, okk_bdc_32bit_xor, okk_bdc_32bit_arithmetic_shift,
    okk_bdc_32bit_logical_shift));
static_assert(are<WithConstant<x32>>(okk_bdc_32bit_and_C, okk_bdc_32bit_or_C, okk_bdc_32bit_xor_C));
static_assert(are<WithConstant<int>>(okk_bdc_32bit_arithmetic_shift_C,
                                     okk_bdc_32bit_logical_shift_C,
                                     okk_bdc_32bit_C_arithmetic_shift));
static_assert(are<WithConstant<unsigned int>>(okk_bdc_32bit_C_logical_shift));

constexpr int64_t least = -2147483647 - 1;

TEST(Call, PassesTensors) {
  const auto copy = arguments_of<System, Local, Dim, Dim, Dim>;
  EXPECT_EQ(copy("okk_gdma_16bit_cpy_L2S bm1684 dst_addr=0xfffffffffe src_addr=0xfffffffe "
                 "shape=1,2,3,4 dst_stride=-5,6,7,8 src_stride=9,10,2147483647,-2147483648",
                 okk_gdma_16bit_cpy_L2S),
            (Values{0xfffffffffe, 0xfffffffe, 1, 2, 3, 4, -5, 6, 7, 8, 9, 10, 2147483647, least}));
  EXPECT_EQ(copy("okk_gdma_16bit_cpy_L2S bm1684 dst_addr=0 src_addr=2 shape=1,1,1,1 "
                 "dst_stride=null src_stride=1,2,3,1",
                 okk_gdma_16bit_cpy_L2S),
            (Values{0, 2, 1, 1, 1, 1, null, 1, 2, 3, 1}));
  const auto matrix = arguments_of<Local, System, int, int, int, int>;
  EXPECT_EQ(matrix("okk_gdma_32bit_matrix_S2L bm1684 dst_addr=4 src_addr=0x100000008 rows=11 "
                   "cols=12 cols_per_channel=13 row_stride=-14",
                   okk_gdma_32bit_matrix_S2L),
            (Values{4, 0x100000008, 11, 12, 13, -14}));
  const auto binary = arguments_of<Local, Local, Local, Dim, Dim, Dim, Dim>;
  EXPECT_EQ(
      binary("okk_bdc_32bit_logical_shift bm1684 dst_addr=0xfffffffc src0_addr=4 src1_addr=8 "
             "shape=1,2,3,4 dst_stride=null src0_stride=-5,6,7,8 src1_stride=9,10,2147483647,1",
             okk_bdc_32bit_logical_shift),
      (Values{0xfffffffc, 4, 8, 1, 2, 3, 4, null, -5, 6, 7, 8, 9, 10, 2147483647, 1}));
}

// The constants that arrive.
template <class Address, class C>
int64_t filled_with(const std::string& words, void (*function)(Address, C, Dim, Dim)) {
  const Values values =
      arguments_of<Address, C, Dim, Dim>(words + " shape=1,2,3,4 dst_stride=null", function);
  EXPECT_EQ(values, (Values{2, values[1], 1, 2, 3, 4, null}));
  return values[1];
}
template <class C>
int64_t combined_with(const std::string& words, void (*function)(Local, Local, C, Dim, Dim, Dim)) {
  const Values values = arguments_of<Local, Local, C, Dim, Dim, Dim>(
      words + " dst_addr=12 src_addr=16 shape=1,1,1,1 dst_stride=null src_stride=1,2,3,4",
      function);
  EXPECT_EQ(values, (Values{12, 16, values[2], 1, 1, 1, 1, null, 1, 2, 3, 4}));
  return values[2];
}

TEST(Call, KeepsTheBitsOfConstants) {
  EXPECT_EQ(
      filled_with("okk_gdma_16bit_set_C_local toy dst_addr=2 C=0xfedc", okk_gdma_16bit_set_C_local),
      0xfedc);
  EXPECT_EQ(filled_with("okk_gdma_32bit_set_C_system toy dst_addr=2 C=0xfedcba98",
                        okk_gdma_32bit_set_C_system),
            0xfedcba98);
  EXPECT_EQ(
      filled_with("okk_gdma_8bit_set_C_local toy dst_addr=2 C=0xfe", okk_gdma_8bit_set_C_local),
      0xfe);
  EXPECT_EQ(combined_with("okk_bdc_32bit_and_C toy C=0xfedcba98", okk_bdc_32bit_and_C), 0xfedcba98);
  EXPECT_EQ(combined_with("okk_bdc_32bit_logical_shift_C toy C=-33", okk_bdc_32bit_logical_shift_C),
            -33);
  EXPECT_EQ(combined_with("okk_bdc_32bit_C_arithmetic_shift toy C=-2147483648",
                          okk_bdc_32bit_C_arithmetic_shift),
            least);
  EXPECT_EQ(combined_with("okk_bdc_32bit_C_logical_shift toy C=0xfedcba98",
                          okk_bdc_32bit_C_logical_shift),
            0xfedcba98);
}

template <class Struct>
Values fields_of(const std::string& line, void (*function)(const Struct*)) {
  return arguments_of<const Struct*>(line, function);
}

TEST(Call, PassesTheFieldsOfStructs) {
  EXPECT_EQ(fields_of("bm_atomic_memcpy_1D toy src_addr=0x1234567890 dst_addr=0x80000ff "
                      "length=4294967295 format=3 direction=2",
                      bm_atomic_memcpy_1D),
            (Values{0x1234567890, 0x80000ff, 4294967295, BM_GDMA_FORMAT_INT8, BM_GDMA_DIR_S2S}));
  EXPECT_EQ(fields_of("bm_atomic_memcpy_2D toy global_mem_addr=1 local_mem_addr=2 local_mem_idx=3 "
                      "row=4 col=5 row_stride=6 sec_size=7 format=0 direction=1 transpose=0 "
                      "result_add=1",
                      bm_atomic_memcpy_2D),
            (Values{1, 2, 3, 4, 5, 6, 7, BM_GDMA_FORMAT_FLOAT32, BM_GDMA_DIR_L2S, 0, 1}));
  Values tensor(24);
  std::iota(tensor.begin(), tensor.end(), 1);
  tensor[10] = BM_GDMA_FORMAT_FLOAT16;
  tensor[21] = BM_GDMA_FORMAT_UINT8;
  tensor[22] = BM_GDMA_DIR_L2L;
  tensor[23] = 1;
  EXPECT_EQ(fields_of("bm_atomic_memcpy_4D toy src_addr=1 src_local_idx=2 src_shape=3,4,5,6 "
                      "src_stride=7,8,9,10 src_format=4 dst_addr=12 dst_local_idx=13 "
                      "dst_shape=14,15,16,17 dst_stride=18,19,20,21 dst_format=2 direction=3 "
                      "transpose=1",
                      bm_atomic_memcpy_4D),
            tensor);
  EXPECT_EQ(fields_of("bm_atomic_memset_4D toy start_addr=1 shape=2,3,4,5 stride=6,7,8,9 "
                      "const_val=0xfedcba98 format=1 is_local_mem=1 local_idx=10",
                      bm_atomic_memset_4D),
            (Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 0xfedcba98, BM_GDMA_FORMAT_INT16, 1, 10}));
  EXPECT_EQ(fields_of("bm_atomic_cwtrans toy src_addr=1 src_local_idx=2 dst_addr=3 dst_local_idx=4 "
                      "src_c=5 src_w=6 format=0 src_c_stride=8 dst_c_stride=4294967295",
                      bm_atomic_cwtrans),
            (Values{1, 2, 3, 4, 5, 6, BM_GDMA_FORMAT_FLOAT32, 8, 4294967295}));
  EXPECT_EQ(fields_of("bm_atomic_mask_memcpy_4D toy data_local_mem_addr=1 mask_local_mem_addr=2 "
                      "local_mem_idx=3 dst_global_mem_addr=0x123456789a shape=5,6,7,8",
                      bm_atomic_mask_memcpy_4D),
            (Values{1, 2, 3, 0x123456789a, 5, 6, 7, 8}));
}

TEST(Call, PassesWhatAscendMoves) {
  EXPECT_EQ((arguments_of<int, uint64_t, int, uint64_t, int, int, int, int, int, int>(
                "data_move ascend310 dst_space=2 dst=0x7fffffffffffffff src_space=-3 "
                "src=0xfffffffff4 dtype=5 sid=6 nburst=7 burst=2147483647 src_stride=-2147483648 "
                "dst_stride=10",
                tik_data_move)),
            (Values{2, INT64_MAX, -3, 0xfffffffff4, 5, 6, 7, 2147483647, least, 10}));
  EXPECT_EQ(
      (arguments_of<uint64_t, uint64_t, uint16_t, uint8_t, uint16_t, uint16_t, bool, uint64_t>(
          "asc_copy_l12l0b_trans_sync toy dst=512 src=0x7fffffffffffffff index_id=65535 "
          "repeat=255 src_stride=65534 dst_stride=65533 addrmode=1 "
          "dst_frac_stride=0x123456789a dtype=3",
          asc_copy_l12l0b_trans_sync_bf16)),
      (Values{512, INT64_MAX, 65535, 255, 65534, 65533, 1, 0x123456789a}));
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

}  // namespace
}  // namespace strideproof
