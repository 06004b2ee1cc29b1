/* The types of the parameters of strideproof_ops.h, as the documents declare them, with their sizes
 * asserted. C99 and C++. */
#ifndef STRIDEPROOF_TYPES_H
#define STRIDEPROOF_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SP_SIZE(type, bytes) \
  typedef char sp_##type##_is_##bytes##_bytes[sizeof(type) == (bytes) ? 1 : -1]
#define SP_OFFSET(type, field, bytes) \
  typedef char sp_##type##_##field##_is_at_##bytes[offsetof(type, field) == (bytes) ? 1 : -1]

/* okk-gdma and okk-bdc. All operands of okk-bdc are in local memory. */

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

SP_SIZE(int, 4);
SP_SIZE(dim4, 16);
SP_OFFSET(dim4, n, 0);
SP_OFFSET(dim4, c, 4);
SP_OFFSET(dim4, h, 8);
SP_OFFSET(dim4, w, 12);
SP_SIZE(x32, 4);
SP_SIZE(x16, 2);
SP_SIZE(x8, 1);

/* bm-atomic. const_val points to one element of the format. */

typedef enum {
  BM_GDMA_FORMAT_FLOAT32,
  BM_GDMA_FORMAT_INT16,
  BM_GDMA_FORMAT_UINT8,
  BM_GDMA_FORMAT_INT8,
  BM_GDMA_FORMAT_FLOAT16
} BmGDMAFormat;

typedef enum { BM_GDMA_DIR_S2L, BM_GDMA_DIR_L2S, BM_GDMA_DIR_S2S, BM_GDMA_DIR_L2L } BmGDMADir;

SP_SIZE(BmGDMAFormat, 4);
SP_SIZE(BmGDMADir, 4);
SP_SIZE(bool, 1);
typedef char sp_pointer_is_8_bytes[sizeof(const void*) == 8 ? 1 : -1];
typedef char sp_float16_is_4[BM_GDMA_FORMAT_FLOAT16 == 4 ? 1 : -1];
typedef char sp_L2L_is_3[BM_GDMA_DIR_L2L == 3 ? 1 : -1];

/* tik. Spaces are those of strideproof.h; offsets in bytes, in GM addresses. dtype: uint8 0, int8 1,
 * float16 2, uint16 3, int16 4, float32 5, int32 6, uint32 7, uint64 8, int64 9. */

/* asc. Offsets in bytes, of dst in L0B, of src in L1. A function for each type of the elements. */

#endif
