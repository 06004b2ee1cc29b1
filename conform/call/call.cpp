#include "conform/call/call.h"

#include <vector>

#include "conform/call/pass.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

struct Row {
  std::string_view name;
  Caller caller;
};

constexpr Row rows[] = {
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
};

std::vector<Caller> by_index() {
  std::vector<Caller> callers(catalogue().size());
  for (const Row& row : rows)
    if (const Operation* operation = find_operation(row.name))
      callers[static_cast<size_t>(operation->index)] = row.caller;
  return callers;
}

}  // namespace

Caller caller(const Operation& operation) {
  static const std::vector<Caller> callers = by_index();
  return callers[static_cast<size_t>(operation.index)];
}

}  // namespace strideproof
