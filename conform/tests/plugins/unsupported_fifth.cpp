// Correct, except that it does not support every fifth call.
#include "conform/tests/plugins/hooks.h"

extern "C" {

int sp_status(void) { return toy::status; }

void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  static int calls = 0;
  toy::status = ++calls % 5 == 0                              ? SP_UNSUPPORTED
                : toy::set_C(dst_addr, C, *shape, dst_stride) ? SP_DONE
                                                              : SP_REJECTED;
}

}  // extern "C"
