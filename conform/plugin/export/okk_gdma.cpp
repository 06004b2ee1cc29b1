#include "conform/plugin/export/entry.h"
#include "conform/strideproof_ops.h"

extern "C" {

void okk_gdma_32bit_cpy_S2L(local_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_32bit_cpy_S2L">(dst_addr, src_addr, shape, dst_stride,
                                                         src_stride);
}
void okk_gdma_32bit_cpy_L2S(system_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_32bit_cpy_L2S">(dst_addr, src_addr, shape, dst_stride,
                                                         src_stride);
}
void okk_gdma_32bit_cpy_L2L(local_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_32bit_cpy_L2L">(dst_addr, src_addr, shape, dst_stride,
                                                         src_stride);
}
void okk_gdma_32bit_cpy_S2S(system_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_32bit_cpy_S2S">(dst_addr, src_addr, shape, dst_stride,
                                                         src_stride);
}
void okk_gdma_32bit_matrix_S2L(local_addr_t dst_addr, system_addr_t src_addr, int rows, int cols,
                               int cols_per_channel, int row_stride) {
  strideproof::exported::entry<"okk_gdma_32bit_matrix_S2L">(dst_addr, src_addr, rows, cols,
                                                            cols_per_channel, row_stride);
}
void okk_gdma_32bit_matrix_L2S(system_addr_t dst_addr, local_addr_t src_addr, int rows, int cols,
                               int cols_per_channel, int row_stride) {
  strideproof::exported::entry<"okk_gdma_32bit_matrix_L2S">(dst_addr, src_addr, rows, cols,
                                                            cols_per_channel, row_stride);
}
void okk_gdma_32bit_set_C_system(system_addr_t dst_addr, x32 C, const dim4* shape,
                                 const dim4* dst_stride) {
  strideproof::exported::entry<"okk_gdma_32bit_set_C_system">(dst_addr, C, shape, dst_stride);
}
void okk_gdma_32bit_set_C_local(local_addr_t dst_addr, x32 C, const dim4* shape,
                                const dim4* dst_stride) {
  strideproof::exported::entry<"okk_gdma_32bit_set_C_local">(dst_addr, C, shape, dst_stride);
}

void okk_gdma_16bit_cpy_S2L(local_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_16bit_cpy_S2L">(dst_addr, src_addr, shape, dst_stride,
                                                         src_stride);
}
void okk_gdma_16bit_cpy_L2S(system_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_16bit_cpy_L2S">(dst_addr, src_addr, shape, dst_stride,
                                                         src_stride);
}
void okk_gdma_16bit_cpy_L2L(local_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_16bit_cpy_L2L">(dst_addr, src_addr, shape, dst_stride,
                                                         src_stride);
}
void okk_gdma_16bit_cpy_S2S(system_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_16bit_cpy_S2S">(dst_addr, src_addr, shape, dst_stride,
                                                         src_stride);
}
void okk_gdma_16bit_set_C_system(system_addr_t dst_addr, x16 C, const dim4* shape,
                                 const dim4* dst_stride) {
  strideproof::exported::entry<"okk_gdma_16bit_set_C_system">(dst_addr, C, shape, dst_stride);
}
void okk_gdma_16bit_set_C_local(local_addr_t dst_addr, x16 C, const dim4* shape,
                                const dim4* dst_stride) {
  strideproof::exported::entry<"okk_gdma_16bit_set_C_local">(dst_addr, C, shape, dst_stride);
}

void okk_gdma_8bit_cpy_S2L(local_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                           const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_8bit_cpy_S2L">(dst_addr, src_addr, shape, dst_stride,
                                                        src_stride);
}
void okk_gdma_8bit_cpy_L2S(system_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                           const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_8bit_cpy_L2S">(dst_addr, src_addr, shape, dst_stride,
                                                        src_stride);
}
void okk_gdma_8bit_cpy_L2L(local_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                           const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_8bit_cpy_L2L">(dst_addr, src_addr, shape, dst_stride,
                                                        src_stride);
}
void okk_gdma_8bit_cpy_S2S(system_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                           const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_gdma_8bit_cpy_S2S">(dst_addr, src_addr, shape, dst_stride,
                                                        src_stride);
}
void okk_gdma_8bit_set_C_system(system_addr_t dst_addr, x8 C, const dim4* shape,
                                const dim4* dst_stride) {
  strideproof::exported::entry<"okk_gdma_8bit_set_C_system">(dst_addr, C, shape, dst_stride);
}
void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  strideproof::exported::entry<"okk_gdma_8bit_set_C_local">(dst_addr, C, shape, dst_stride);
}

}  // extern "C"
