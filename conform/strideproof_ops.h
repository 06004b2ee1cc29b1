/* The operations as their documents declare them: types, prototypes, and the size and offsets of
 * each struct, asserted. C99 and C++. A library built with the vendor's own headers does not need it.
 */
#ifndef STRIDEPROOF_OPS_H
#define STRIDEPROOF_OPS_H

#include <stdbool.h>
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

/* okk-bdc. All operands are in local memory. */

void okk_bdc_32bit_and(local_addr_t dst_addr, local_addr_t src0_addr, local_addr_t src1_addr,
                       const dim4* shape, const dim4* dst_stride, const dim4* src0_stride,
                       const dim4* src1_stride);
void okk_bdc_32bit_and_C(local_addr_t dst_addr, local_addr_t src_addr, x32 C, const dim4* shape,
                         const dim4* dst_stride, const dim4* src_stride);
void okk_bdc_32bit_or(local_addr_t dst_addr, local_addr_t src0_addr, local_addr_t src1_addr,
                      const dim4* shape, const dim4* dst_stride, const dim4* src0_stride,
                      const dim4* src1_stride);
void okk_bdc_32bit_or_C(local_addr_t dst_addr, local_addr_t src_addr, x32 C, const dim4* shape,
                        const dim4* dst_stride, const dim4* src_stride);
void okk_bdc_32bit_xor(local_addr_t dst_addr, local_addr_t src0_addr, local_addr_t src1_addr,
                       const dim4* shape, const dim4* dst_stride, const dim4* src0_stride,
                       const dim4* src1_stride);
void okk_bdc_32bit_xor_C(local_addr_t dst_addr, local_addr_t src_addr, x32 C, const dim4* shape,
                         const dim4* dst_stride, const dim4* src_stride);
void okk_bdc_32bit_arithmetic_shift(local_addr_t dst_addr, local_addr_t src0_addr,
                                    local_addr_t src1_addr, const dim4* shape,
                                    const dim4* dst_stride, const dim4* src0_stride,
                                    const dim4* src1_stride);
void okk_bdc_32bit_logical_shift(local_addr_t dst_addr, local_addr_t src0_addr,
                                 local_addr_t src1_addr, const dim4* shape, const dim4* dst_stride,
                                 const dim4* src0_stride, const dim4* src1_stride);
void okk_bdc_32bit_arithmetic_shift_C(local_addr_t dst_addr, local_addr_t src_addr, int C,
                                      const dim4* shape, const dim4* dst_stride,
                                      const dim4* src_stride);
void okk_bdc_32bit_logical_shift_C(local_addr_t dst_addr, local_addr_t src_addr, int C,
                                   const dim4* shape, const dim4* dst_stride,
                                   const dim4* src_stride);
void okk_bdc_32bit_C_arithmetic_shift(local_addr_t dst_addr, local_addr_t src_addr, int C,
                                      const dim4* shape, const dim4* dst_stride,
                                      const dim4* src_stride);
void okk_bdc_32bit_C_logical_shift(local_addr_t dst_addr, local_addr_t src_addr, unsigned int C,
                                   const dim4* shape, const dim4* dst_stride,
                                   const dim4* src_stride);

/* bm-atomic */

typedef enum {
  BM_GDMA_FORMAT_FLOAT32,
  BM_GDMA_FORMAT_INT16,
  BM_GDMA_FORMAT_UINT8,
  BM_GDMA_FORMAT_INT8,
  BM_GDMA_FORMAT_FLOAT16
} BmGDMAFormat;

typedef enum { BM_GDMA_DIR_S2L, BM_GDMA_DIR_L2S, BM_GDMA_DIR_S2S, BM_GDMA_DIR_L2L } BmGDMADir;

typedef struct {
  unsigned long long src_addr;
  unsigned long long dst_addr;
  unsigned int length;
  BmGDMAFormat format;
  BmGDMADir direction;
} MemCpy1DParam;

typedef struct {
  unsigned long long global_mem_addr;
  unsigned int local_mem_addr;
  unsigned int local_mem_idx;
  unsigned int row;
  unsigned int col;
  unsigned int row_stride;
  unsigned int sec_size;
  BmGDMAFormat format;
  BmGDMADir direction;
  bool transpose;
  bool result_add;
} MemCpy2DParam;

typedef struct {
  unsigned long long src_addr;
  unsigned int src_local_idx;
  unsigned int src_shape[4];
  unsigned int src_stride[4];
  BmGDMAFormat src_format;
  unsigned long long dst_addr;
  unsigned int dst_local_idx;
  unsigned int dst_shape[4];
  unsigned int dst_stride[4];
  BmGDMAFormat dst_format;
  BmGDMADir direction;
  bool transpose;
} MemCpy4DParam;

typedef struct {
  unsigned long long start_addr;
  unsigned int shape[4];
  unsigned int stride[4];
  const void* const_val; /* one element of the format */
  BmGDMAFormat format;
  bool is_local_mem;
  unsigned int local_idx;
} MemSet4DParam;

typedef struct {
  unsigned int src_addr;
  unsigned int src_local_idx;
  unsigned int dst_addr;
  unsigned int dst_local_idx;
  unsigned int src_c;
  unsigned int src_w;
  BmGDMAFormat format;
  unsigned int src_c_stride;
  unsigned int dst_c_stride;
} CWTransParam;

typedef struct {
  unsigned int data_local_mem_addr;
  unsigned int mask_local_mem_addr;
  unsigned int local_mem_idx;
  unsigned long long dst_global_mem_addr;
  unsigned int shape[4];
} MaskMemCpy4DPram;

typedef char sp_format_is_4_bytes[sizeof(BmGDMAFormat) == 4 ? 1 : -1];
typedef char sp_float16_is_4[BM_GDMA_FORMAT_FLOAT16 == 4 ? 1 : -1];
typedef char sp_dir_is_4_bytes[sizeof(BmGDMADir) == 4 ? 1 : -1];
typedef char sp_L2L_is_3[BM_GDMA_DIR_L2L == 3 ? 1 : -1];
typedef char sp_bool_is_1_byte[sizeof(bool) == 1 ? 1 : -1];
typedef char sp_pointer_is_8_bytes[sizeof(const void*) == 8 ? 1 : -1];

typedef char sp_MemCpy1DParam_is_32_bytes[sizeof(MemCpy1DParam) == 32 ? 1 : -1];
typedef char sp_MemCpy1DParam_src_addr_is_at_0[offsetof(MemCpy1DParam, src_addr) == 0 ? 1 : -1];
typedef char sp_MemCpy1DParam_dst_addr_is_at_8[offsetof(MemCpy1DParam, dst_addr) == 8 ? 1 : -1];
typedef char sp_MemCpy1DParam_length_is_at_16[offsetof(MemCpy1DParam, length) == 16 ? 1 : -1];
typedef char sp_MemCpy1DParam_format_is_at_20[offsetof(MemCpy1DParam, format) == 20 ? 1 : -1];
typedef char sp_MemCpy1DParam_direction_is_at_24[offsetof(MemCpy1DParam, direction) == 24 ? 1 : -1];

typedef char sp_MemCpy2DParam_is_48_bytes[sizeof(MemCpy2DParam) == 48 ? 1 : -1];
typedef char sp_MemCpy2DParam_global_mem_addr_is_at_0[offsetof(MemCpy2DParam, global_mem_addr) == 0
                                                          ? 1
                                                          : -1];
typedef char
    sp_MemCpy2DParam_local_mem_addr_is_at_8[offsetof(MemCpy2DParam, local_mem_addr) == 8 ? 1 : -1];
typedef char
    sp_MemCpy2DParam_local_mem_idx_is_at_12[offsetof(MemCpy2DParam, local_mem_idx) == 12 ? 1 : -1];
typedef char sp_MemCpy2DParam_row_is_at_16[offsetof(MemCpy2DParam, row) == 16 ? 1 : -1];
typedef char sp_MemCpy2DParam_col_is_at_20[offsetof(MemCpy2DParam, col) == 20 ? 1 : -1];
typedef char
    sp_MemCpy2DParam_row_stride_is_at_24[offsetof(MemCpy2DParam, row_stride) == 24 ? 1 : -1];
typedef char sp_MemCpy2DParam_sec_size_is_at_28[offsetof(MemCpy2DParam, sec_size) == 28 ? 1 : -1];
typedef char sp_MemCpy2DParam_format_is_at_32[offsetof(MemCpy2DParam, format) == 32 ? 1 : -1];
typedef char sp_MemCpy2DParam_direction_is_at_36[offsetof(MemCpy2DParam, direction) == 36 ? 1 : -1];
typedef char sp_MemCpy2DParam_transpose_is_at_40[offsetof(MemCpy2DParam, transpose) == 40 ? 1 : -1];
typedef char
    sp_MemCpy2DParam_result_add_is_at_41[offsetof(MemCpy2DParam, result_add) == 41 ? 1 : -1];

typedef char sp_MemCpy4DParam_is_104_bytes[sizeof(MemCpy4DParam) == 104 ? 1 : -1];
typedef char sp_MemCpy4DParam_src_addr_is_at_0[offsetof(MemCpy4DParam, src_addr) == 0 ? 1 : -1];
typedef char
    sp_MemCpy4DParam_src_local_idx_is_at_8[offsetof(MemCpy4DParam, src_local_idx) == 8 ? 1 : -1];
typedef char sp_MemCpy4DParam_src_shape_is_at_12[offsetof(MemCpy4DParam, src_shape) == 12 ? 1 : -1];
typedef char
    sp_MemCpy4DParam_src_stride_is_at_28[offsetof(MemCpy4DParam, src_stride) == 28 ? 1 : -1];
typedef char
    sp_MemCpy4DParam_src_format_is_at_44[offsetof(MemCpy4DParam, src_format) == 44 ? 1 : -1];
typedef char sp_MemCpy4DParam_dst_addr_is_at_48[offsetof(MemCpy4DParam, dst_addr) == 48 ? 1 : -1];
typedef char
    sp_MemCpy4DParam_dst_local_idx_is_at_56[offsetof(MemCpy4DParam, dst_local_idx) == 56 ? 1 : -1];
typedef char sp_MemCpy4DParam_dst_shape_is_at_60[offsetof(MemCpy4DParam, dst_shape) == 60 ? 1 : -1];
typedef char
    sp_MemCpy4DParam_dst_stride_is_at_76[offsetof(MemCpy4DParam, dst_stride) == 76 ? 1 : -1];
typedef char
    sp_MemCpy4DParam_dst_format_is_at_92[offsetof(MemCpy4DParam, dst_format) == 92 ? 1 : -1];
typedef char sp_MemCpy4DParam_direction_is_at_96[offsetof(MemCpy4DParam, direction) == 96 ? 1 : -1];
typedef char
    sp_MemCpy4DParam_transpose_is_at_100[offsetof(MemCpy4DParam, transpose) == 100 ? 1 : -1];

typedef char sp_MemSet4DParam_is_64_bytes[sizeof(MemSet4DParam) == 64 ? 1 : -1];
typedef char sp_MemSet4DParam_start_addr_is_at_0[offsetof(MemSet4DParam, start_addr) == 0 ? 1 : -1];
typedef char sp_MemSet4DParam_shape_is_at_8[offsetof(MemSet4DParam, shape) == 8 ? 1 : -1];
typedef char sp_MemSet4DParam_stride_is_at_24[offsetof(MemSet4DParam, stride) == 24 ? 1 : -1];
typedef char sp_MemSet4DParam_const_val_is_at_40[offsetof(MemSet4DParam, const_val) == 40 ? 1 : -1];
typedef char sp_MemSet4DParam_format_is_at_48[offsetof(MemSet4DParam, format) == 48 ? 1 : -1];
typedef char
    sp_MemSet4DParam_is_local_mem_is_at_52[offsetof(MemSet4DParam, is_local_mem) == 52 ? 1 : -1];
typedef char sp_MemSet4DParam_local_idx_is_at_56[offsetof(MemSet4DParam, local_idx) == 56 ? 1 : -1];

typedef char sp_CWTransParam_is_36_bytes[sizeof(CWTransParam) == 36 ? 1 : -1];
typedef char sp_CWTransParam_src_addr_is_at_0[offsetof(CWTransParam, src_addr) == 0 ? 1 : -1];
typedef char
    sp_CWTransParam_src_local_idx_is_at_4[offsetof(CWTransParam, src_local_idx) == 4 ? 1 : -1];
typedef char sp_CWTransParam_dst_addr_is_at_8[offsetof(CWTransParam, dst_addr) == 8 ? 1 : -1];
typedef char
    sp_CWTransParam_dst_local_idx_is_at_12[offsetof(CWTransParam, dst_local_idx) == 12 ? 1 : -1];
typedef char sp_CWTransParam_src_c_is_at_16[offsetof(CWTransParam, src_c) == 16 ? 1 : -1];
typedef char sp_CWTransParam_src_w_is_at_20[offsetof(CWTransParam, src_w) == 20 ? 1 : -1];
typedef char sp_CWTransParam_format_is_at_24[offsetof(CWTransParam, format) == 24 ? 1 : -1];
typedef char
    sp_CWTransParam_src_c_stride_is_at_28[offsetof(CWTransParam, src_c_stride) == 28 ? 1 : -1];
typedef char
    sp_CWTransParam_dst_c_stride_is_at_32[offsetof(CWTransParam, dst_c_stride) == 32 ? 1 : -1];

typedef char sp_MaskMemCpy4DPram_is_40_bytes[sizeof(MaskMemCpy4DPram) == 40 ? 1 : -1];
typedef char sp_MaskMemCpy4DPram_data_local_mem_addr_is_at_0
    [offsetof(MaskMemCpy4DPram, data_local_mem_addr) == 0 ? 1 : -1];
typedef char sp_MaskMemCpy4DPram_mask_local_mem_addr_is_at_4
    [offsetof(MaskMemCpy4DPram, mask_local_mem_addr) == 4 ? 1 : -1];
typedef char
    sp_MaskMemCpy4DPram_local_mem_idx_is_at_8[offsetof(MaskMemCpy4DPram, local_mem_idx) == 8 ? 1
                                                                                             : -1];
typedef char sp_MaskMemCpy4DPram_dst_global_mem_addr_is_at_16
    [offsetof(MaskMemCpy4DPram, dst_global_mem_addr) == 16 ? 1 : -1];
typedef char sp_MaskMemCpy4DPram_shape_is_at_24[offsetof(MaskMemCpy4DPram, shape) == 24 ? 1 : -1];

void bm_atomic_memcpy_1D(const MemCpy1DParam* param);
void bm_atomic_memcpy_2D(const MemCpy2DParam* param);
void bm_atomic_memcpy_4D(const MemCpy4DParam* param);
void bm_atomic_memset_4D(const MemSet4DParam* param);
void bm_atomic_cwtrans(const CWTransParam* param);
void bm_atomic_mask_memcpy_4D(const MaskMemCpy4DPram* param);
unsigned int bm_get_mask_memcpy_res_num(void);

/* tik. Spaces are those of strideproof.h; offsets in bytes, in GM addresses. dtype: uint8 0, int8 1,
 * float16 2, uint16 3, int16 4, float32 5, int32 6, uint32 7, uint64 8, int64 9. */

void tik_data_move(int dst_space, uint64_t dst, int src_space, uint64_t src, int dtype, int sid,
                   int nburst, int burst, int src_stride, int dst_stride);

/* asc. Offsets in bytes, of dst in L0B, of src in L1. A function for each type of the elements. */

void asc_copy_l12l0b_trans_u8(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                              uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                              uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_s8(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                              uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                              uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_f16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                               uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_bf16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_u32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                               uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_s32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                               uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_f32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                               uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_sync_u8(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                   uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                   uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_sync_s8(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                   uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                   uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_sync_f16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                    uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                    uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_sync_bf16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                     uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                     uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_sync_u32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                    uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                    uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_sync_s32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                    uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                    uint64_t dst_frac_stride);
void asc_copy_l12l0b_trans_sync_f32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                    uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                    uint64_t dst_frac_stride);

#ifdef __cplusplus
}
#endif

#endif
