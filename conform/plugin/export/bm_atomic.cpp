#include "conform/plugin/export/entry.h"
#include "conform/strideproof_ops.h"

extern "C" {

void bm_atomic_memcpy_1D(const MemCpy1DParam* param) {
  strideproof::exported::entry<"bm_atomic_memcpy_1D">(param);
}
void bm_atomic_memcpy_2D(const MemCpy2DParam* param) {
  strideproof::exported::entry<"bm_atomic_memcpy_2D">(param);
}
void bm_atomic_memcpy_4D(const MemCpy4DParam* param) {
  strideproof::exported::entry<"bm_atomic_memcpy_4D">(param);
}
void bm_atomic_memset_4D(const MemSet4DParam* param) {
  strideproof::exported::entry<"bm_atomic_memset_4D">(param);
}
void bm_atomic_cwtrans(const CWTransParam* param) {
  strideproof::exported::entry<"bm_atomic_cwtrans">(param);
}
void bm_atomic_mask_memcpy_4D(const MaskMemCpy4DPram* param) {
  strideproof::exported::entry<"bm_atomic_mask_memcpy_4D">(param);
}
unsigned int bm_get_mask_memcpy_res_num(void) {
  return static_cast<unsigned int>(strideproof::exported::entry<"bm_get_mask_memcpy_res_num">());
}

}  // extern "C"
