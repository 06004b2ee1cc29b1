// With three rows or more it takes 1.2 s and is wrong; if the rows have two columns or more, it
// never returns.
#include <unistd.h>

#include "conform/tests/plugins/hooks.h"

extern "C" {

int sp_status(void) { return toy::status; }

void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  const bool is_wrong = shape->h >= 3;
  if (is_wrong) C.u8 ^= 1;
  toy::status = toy::set_C(dst_addr, C, *shape, dst_stride) ? SP_DONE : SP_REJECTED;
  if (toy::status != SP_DONE || !is_wrong) return;
  while (shape->w >= 2) pause();
  usleep(1'200'000);
}

}  // extern "C"
