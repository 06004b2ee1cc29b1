#pragma once
// The operation, implemented correctly, for a plug-in that deviates elsewhere.

#include "conform/tests/plugins/memory.h"

extern "C" {

int sp_status(void) { return toy::status; }

void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  toy::status = toy::set_C(dst_addr, C, *shape, dst_stride) ? SP_DONE : SP_REJECTED;
}

}  // extern "C"
