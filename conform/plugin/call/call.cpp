#include "conform/plugin/call/call.h"

#include <string_view>
#include <type_traits>

#include "conform/plugin/call/pass.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

struct CallRow {
  std::string_view name;
  Caller caller;
};

constexpr CallRow rows[] = {
    {"okk_gdma_32bit_cpy_S2L", Call<decltype(&okk_gdma_32bit_cpy_S2L)>::call},
    {"okk_gdma_32bit_cpy_L2S", Call<decltype(&okk_gdma_32bit_cpy_L2S)>::call},
    {"okk_gdma_32bit_cpy_L2L", Call<decltype(&okk_gdma_32bit_cpy_L2L)>::call},
    {"okk_gdma_32bit_cpy_S2S", Call<decltype(&okk_gdma_32bit_cpy_S2S)>::call},
    {"okk_gdma_32bit_matrix_S2L", Call<decltype(&okk_gdma_32bit_matrix_S2L)>::call},
    {"okk_gdma_32bit_matrix_L2S", Call<decltype(&okk_gdma_32bit_matrix_L2S)>::call},
    {"okk_gdma_32bit_set_C_system", Call<decltype(&okk_gdma_32bit_set_C_system)>::call},
    {"okk_gdma_32bit_set_C_local", Call<decltype(&okk_gdma_32bit_set_C_local)>::call},
    {"okk_gdma_16bit_cpy_S2L", Call<decltype(&okk_gdma_16bit_cpy_S2L)>::call},
    {"okk_gdma_16bit_cpy_L2S", Call<decltype(&okk_gdma_16bit_cpy_L2S)>::call},
    {"okk_gdma_16bit_cpy_L2L", Call<decltype(&okk_gdma_16bit_cpy_L2L)>::call},
    {"okk_gdma_16bit_cpy_S2S", Call<decltype(&okk_gdma_16bit_cpy_S2S)>::call},
    {"okk_gdma_16bit_set_C_system", Call<decltype(&okk_gdma_16bit_set_C_system)>::call},
    {"okk_gdma_16bit_set_C_local", Call<decltype(&okk_gdma_16bit_set_C_local)>::call},
    {"okk_gdma_8bit_cpy_S2L", Call<decltype(&okk_gdma_8bit_cpy_S2L)>::call},
    {"okk_gdma_8bit_cpy_L2S", Call<decltype(&okk_gdma_8bit_cpy_L2S)>::call},
    {"okk_gdma_8bit_cpy_L2L", Call<decltype(&okk_gdma_8bit_cpy_L2L)>::call},
    {"okk_gdma_8bit_cpy_S2S", Call<decltype(&okk_gdma_8bit_cpy_S2S)>::call},
    {"okk_gdma_8bit_set_C_system", Call<decltype(&okk_gdma_8bit_set_C_system)>::call},
    {"okk_gdma_8bit_set_C_local", Call<decltype(&okk_gdma_8bit_set_C_local)>::call},
    {"okk_bdc_32bit_and", Call<decltype(&okk_bdc_32bit_and)>::call},
    {"okk_bdc_32bit_and_C", Call<decltype(&okk_bdc_32bit_and_C)>::call},
    {"okk_bdc_32bit_or", Call<decltype(&okk_bdc_32bit_or)>::call},
    {"okk_bdc_32bit_or_C", Call<decltype(&okk_bdc_32bit_or_C)>::call},
    {"okk_bdc_32bit_xor", Call<decltype(&okk_bdc_32bit_xor)>::call},
    {"okk_bdc_32bit_xor_C", Call<decltype(&okk_bdc_32bit_xor_C)>::call},
    {"okk_bdc_32bit_arithmetic_shift", Call<decltype(&okk_bdc_32bit_arithmetic_shift)>::call},
    {"okk_bdc_32bit_logical_shift", Call<decltype(&okk_bdc_32bit_logical_shift)>::call},
    {"okk_bdc_32bit_arithmetic_shift_C", Call<decltype(&okk_bdc_32bit_arithmetic_shift_C)>::call},
    {"okk_bdc_32bit_logical_shift_C", Call<decltype(&okk_bdc_32bit_logical_shift_C)>::call},
    {"okk_bdc_32bit_C_arithmetic_shift", Call<decltype(&okk_bdc_32bit_C_arithmetic_shift)>::call},
    {"okk_bdc_32bit_C_logical_shift", Call<decltype(&okk_bdc_32bit_C_logical_shift)>::call},
    {"bm_atomic_memcpy_1D", Call<decltype(&bm_atomic_memcpy_1D)>::call},
    {"bm_atomic_memcpy_2D", Call<decltype(&bm_atomic_memcpy_2D)>::call},
    {"bm_atomic_memcpy_4D", Call<decltype(&bm_atomic_memcpy_4D)>::call},
    {"bm_atomic_memset_4D", Call<decltype(&bm_atomic_memset_4D)>::call},
    {"bm_atomic_cwtrans", Call<decltype(&bm_atomic_cwtrans)>::call},
    {"bm_atomic_mask_memcpy_4D", Call<decltype(&bm_atomic_mask_memcpy_4D)>::call},
    {"bm_get_mask_memcpy_res_num", Call<decltype(&bm_get_mask_memcpy_res_num)>::call},
    {"data_move", Call<decltype(&tik_data_move)>::call},
    {"asc_copy_l12l0b_trans", Call<decltype(&asc_copy_l12l0b_trans_u8)>::call},
    {"asc_copy_l12l0b_trans_sync", Call<decltype(&asc_copy_l12l0b_trans_sync_u8)>::call},
};

template <class First, class... More>
constexpr bool one_type(First, More...) {
  return (std::is_same_v<First, More> && ...);
}
static_assert(one_type(asc_copy_l12l0b_trans_u8, asc_copy_l12l0b_trans_s8,
                       asc_copy_l12l0b_trans_f16, asc_copy_l12l0b_trans_bf16,
                       asc_copy_l12l0b_trans_u32, asc_copy_l12l0b_trans_s32,
                       asc_copy_l12l0b_trans_f32, asc_copy_l12l0b_trans_sync_u8,
                       asc_copy_l12l0b_trans_sync_s8, asc_copy_l12l0b_trans_sync_f16,
                       asc_copy_l12l0b_trans_sync_bf16, asc_copy_l12l0b_trans_sync_u32,
                       asc_copy_l12l0b_trans_sync_s32, asc_copy_l12l0b_trans_sync_f32));

// In the order of asc::DType.
constexpr std::string_view asc_types[asc::dtype_count] = {"u8",  "s8",  "f16", "bf16",
                                                          "u32", "s32", "f32"};
static_assert(asc::dtype_count <= most_symbols);

std::vector<std::string> names_of(const Operation& operation) {
  const std::string name(operation.name);
  if (operation.family == Family::tik) return {"tik_" + name};
  if (operation.family != Family::asc) return {name};
  std::vector<std::string> names;
  for (const std::string_view type : asc_types) names.push_back(name + "_" + std::string(type));
  return names;
}

std::vector<Caller> by_index() {
  std::vector<Caller> callers(catalogue().size());
  for (const CallRow& row : rows)
    if (const Operation* operation = find_operation(row.name))
      callers[static_cast<size_t>(operation->index)] = row.caller;
  return callers;
}

}  // namespace

Caller caller(const Operation& operation) {
  static const std::vector<Caller> callers = by_index();
  return callers[static_cast<size_t>(operation.index)];
}

const std::vector<std::string>& symbols(const Operation& operation) {
  static const std::vector<std::vector<std::string>> names = [] {
    std::vector<std::vector<std::string>> all;
    for (const Operation& each : catalogue()) all.push_back(names_of(each));
    return all;
  }();
  return names[static_cast<size_t>(operation.index)];
}

int symbol_of(const Operation& operation, const Arguments<int64_t>& arguments) {
  if (operation.family != Family::asc) return 0;
  const int64_t dtype = asc::transpose_of(arguments).dtype;
  return dtype < asc::dtype_count ? static_cast<int>(dtype) : -1;
}

}  // namespace strideproof
