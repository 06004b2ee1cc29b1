// Supports only even widths, and for a width of 2 sets one byte too few.
#include "conform/tests/plugins/hooks.h"

extern "C" {

int sp_status(void) { return toy::status; }

void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  dim4 done = *shape;
  if (shape->w == 2) done.w = 1;
  toy::status = shape->w % 2 != 0                           ? SP_UNSUPPORTED
                : toy::set_C(dst_addr, C, done, dst_stride) ? SP_DONE
                                                            : SP_REJECTED;
}

}  // extern "C"
