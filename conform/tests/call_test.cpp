// The slots of a case as arguments of the documented prototypes, written out by hand here, and
// back. Those of structs have names: CTest.CallsEveryKindOfOperation shows them.

#include "conform/plugin/call/call.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <memory>
#include <type_traits>

#include "conform/plugin/export/entry.h"
#include "conform/strideproof_ops.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using Values = std::vector<int64_t>;
constexpr int64_t seen_as_null = -987;  // in place of the four values of a pointer that is NULL

Values seen;  // the arguments of the last call

template <class T>
requires std::integral<T> || std::is_enum_v<T>
void see(T value) { seen.push_back(static_cast<int64_t>(value)); }
void see(x32 value) { see(value.u32); }
void see(x16 value) { see(value.u16); }
void see(x8 value) { see(value.u8); }
void see(const dim4* dim) {
  if (dim == nullptr) return see(seen_as_null);
  for (const int value : {dim->n, dim->c, dim->h, dim->w}) see(value);
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
            (Values{0, 2, 1, 1, 1, 1, seen_as_null, 1, 2, 3, 1}));
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
      (Values{0xfffffffc, 4, 8, 1, 2, 3, 4, seen_as_null, -5, 6, 7, 8, 9, 10, 2147483647, 1}));
}

// The constants that arrive.
template <class Address, class C>
int64_t filled_with(const std::string& words, void (*function)(Address, C, Dim, Dim)) {
  const Values values =
      arguments_of<Address, C, Dim, Dim>(words + " shape=1,2,3,4 dst_stride=null", function);
  EXPECT_EQ(values, (Values{2, values[1], 1, 2, 3, 4, seen_as_null}));
  return values[1];
}
template <class C>
int64_t combined_with(const std::string& words, void (*function)(Local, Local, C, Dim, Dim, Dim)) {
  const Values values = arguments_of<Local, Local, C, Dim, Dim, Dim>(
      words + " dst_addr=12 src_addr=16 shape=1,1,1,1 dst_stride=null src_stride=1,2,3,4",
      function);
  EXPECT_EQ(values, (Values{12, 16, values[2], 1, 1, 1, 1, seen_as_null, 1, 2, 3, 4}));
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

TEST(Call, PassesArgumentsOfAscendOperations) {
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

constexpr uint64_t answer_of_all = 17;

// The arguments of the last call of an exported function.
const Operation* called = nullptr;
Arguments<int64_t> received;

}  // namespace

// In place of an implementation.
uint64_t exported::run_exported(const Operation& operation, const Arguments<int64_t>& arguments) {
  called = &operation;
  received = arguments;
  return answer_of_all;
}

namespace {

enum class Kind { distinct, highest, null };

int64_t value_of(const Parameter& parameter, int slot, Kind kind) {
  const int64_t most = highest(parameter.type);
  // No element has the highest number as its format.
  if (kind == Kind::highest) return parameter.name == "const_val" ? 0 : most;
  if (parameter.type == CType::boolean) return slot % 2;
  return std::min<int64_t>(most, parameter.role == Role::selector ? slot % 5 : 1000 + slot);
}

// The arguments of the function for the value `symbol` of dtype, where the operation has several.
Arguments<int64_t> some_arguments(const Operation& operation, size_t symbol, Kind kind) {
  Arguments<int64_t> arguments;
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    if (kind == Kind::null && parameter.nullable) {
      arguments.null_mask |= uint32_t{1} << p;
      continue;
    }
    for (int slot = parameter.slot; slot < parameter.slot + slots(parameter.type); ++slot)
      arguments.value[static_cast<size_t>(slot)] = value_of(parameter, slot, kind);
  }
  if (symbols(operation).size() > 1)
    arguments.value[static_cast<size_t>(operation.parameters.back().slot)] =
        static_cast<int64_t>(symbol);
  return arguments;
}

TEST(Export, EveryArgumentOfEveryFunctionComesBack) {
  for (const Operation& operation : catalogue())
    for (size_t symbol = 0; symbol < symbols(operation).size(); ++symbol)
      for (const Kind kind : {Kind::distinct, Kind::highest, Kind::null}) {
        const std::string& name = symbols(operation)[symbol];
        void* function = dlsym(RTLD_DEFAULT, name.c_str());
        ASSERT_NE(function, nullptr) << name;
        const Arguments<int64_t> given = some_arguments(operation, symbol, kind);
        EXPECT_EQ(caller(operation)(function, given),
                  operation.parameters.empty() ? answer_of_all : 0)
            << name;
        EXPECT_EQ(called, &operation) << name;
        EXPECT_EQ(received, given) << name;
      }
}

TEST(Export, ReadsAnElementOfTheFormat) {
  // A single byte; the sanitizer sees a longer read.
  const auto byte = std::make_unique<uint8_t>(uint8_t{0xa5});
  const MemSet4DParam fill = {
      ~0ULL, {1, 1, 1, 1}, {0, 0, 0, 1}, byte.get(), BM_GDMA_FORMAT_UINT8, false, 0};
  bm_atomic_memset_4D(&fill);
  EXPECT_EQ(received.value[9], 0xa5);
}

TEST(Export, CutsValuesBeyond63Bits) {
  asc_copy_l12l0b_trans_u32(~uint64_t{0}, uint64_t{1} << 63, 0, 0, 0, 0, false, ~uint64_t{0});
  for (const size_t slot : {0, 1, 7}) EXPECT_EQ(received.value[slot], INT64_MAX) << slot;
}

}  // namespace
}  // namespace strideproof
