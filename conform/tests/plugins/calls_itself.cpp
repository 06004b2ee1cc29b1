// Fills 16-bit elements by a call of its own exported 8-bit operation through the dynamic linker.
// The 8-bit operation is wrong. A call that reached another function of that name would hide it.
#include "conform/tests/plugins/hooks.h"

extern "C" {

int sp_status(void) { return SP_DONE; }

void okk_gdma_8bit_set_C_local(local_addr_t, x8, const dim4*, const dim4*) {}

void okk_gdma_16bit_set_C_local(local_addr_t dst_addr, x16 C, const dim4* shape, const dim4*) {
  const dim4 twice{shape->n, shape->c, shape->h, 2 * shape->w};
  const x8 half{static_cast<int8_t>(C.s16)};
  okk_gdma_8bit_set_C_local(dst_addr, half, &twice, nullptr);
}

}  // extern "C"
