/* The two headers in C99: without a warning, and the declarations are usable. */
#include "conform/strideproof.h"
#include "conform/strideproof_ops.h"

int headers_in_c99(void);
int headers_in_c99(void) {
  const dim4 shape = {1, 2, 3, 4};
  x32 constant;
  constant.u32 = 7;
  return SP_DONE + shape.w + (int)constant.u32 + (int)sizeof(&okk_gdma_32bit_cpy_S2L) +
         (int)sizeof(MemCpy4DParam) + (int)sizeof(&bm_get_mask_memcpy_res_num);
}
