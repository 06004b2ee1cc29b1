/* The operations as their documents declare them: types, prototypes, and the size and offsets of
 * each struct, asserted. C99 and C++. A library built with the vendor's own headers does not need it.
 */
#ifndef STRIDEPROOF_OPS_H
#define STRIDEPROOF_OPS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* okk-gdma */

typedef uint32_t local_addr_t;
typedef uint64_t system_addr_t;

typedef struct {
  int n, c, h, w;
} dim4;

/* One element each. */
typedef union {
  int32_t s32;
  uint32_t u32;
  float fp32;
} x32;
typedef union {
  int16_t s16;
  uint16_t u16;
} x16;
typedef union {
  int8_t s8;
  uint8_t u8;
} x8;

typedef char sp_int_is_4_bytes[sizeof(int) == 4 ? 1 : -1];
typedef char sp_dim4_is_16_bytes[sizeof(dim4) == 16 ? 1 : -1];
typedef char sp_dim4_n_is_at_0[offsetof(dim4, n) == 0 ? 1 : -1];
typedef char sp_dim4_c_is_at_4[offsetof(dim4, c) == 4 ? 1 : -1];
typedef char sp_dim4_h_is_at_8[offsetof(dim4, h) == 8 ? 1 : -1];
typedef char sp_dim4_w_is_at_12[offsetof(dim4, w) == 12 ? 1 : -1];
typedef char sp_x32_is_4_bytes[sizeof(x32) == 4 ? 1 : -1];
typedef char sp_x16_is_2_bytes[sizeof(x16) == 2 ? 1 : -1];
typedef char sp_x8_is_1_byte[sizeof(x8) == 1 ? 1 : -1];

void okk_gdma_32bit_cpy_S2L(local_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_32bit_cpy_L2S(system_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_32bit_cpy_L2L(local_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_32bit_cpy_S2S(system_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_32bit_matrix_S2L(local_addr_t dst_addr, system_addr_t src_addr, int rows, int cols,
                               int cols_per_channel, int row_stride);
void okk_gdma_32bit_matrix_L2S(system_addr_t dst_addr, local_addr_t src_addr, int rows, int cols,
                               int cols_per_channel, int row_stride);
void okk_gdma_32bit_set_C_system(system_addr_t dst_addr, x32 C, const dim4* shape,
                                 const dim4* dst_stride);
void okk_gdma_32bit_set_C_local(local_addr_t dst_addr, x32 C, const dim4* shape,
                                const dim4* dst_stride);

void okk_gdma_16bit_cpy_S2L(local_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_16bit_cpy_L2S(system_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_16bit_cpy_L2L(local_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_16bit_cpy_S2S(system_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_16bit_set_C_system(system_addr_t dst_addr, x16 C, const dim4* shape,
                                 const dim4* dst_stride);
void okk_gdma_16bit_set_C_local(local_addr_t dst_addr, x16 C, const dim4* shape,
                                const dim4* dst_stride);

void okk_gdma_8bit_cpy_S2L(local_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                           const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_8bit_cpy_L2S(system_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                           const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_8bit_cpy_L2L(local_addr_t dst_addr, local_addr_t src_addr, const dim4* shape,
                           const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_8bit_cpy_S2S(system_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                           const dim4* dst_stride, const dim4* src_stride);
void okk_gdma_8bit_set_C_system(system_addr_t dst_addr, x8 C, const dim4* shape,
                                const dim4* dst_stride);
void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride);

#ifdef __cplusplus
}
#endif

#endif
