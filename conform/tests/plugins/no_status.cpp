// Has no sp_status, and overwrites everything when it is given an illegal case.
#include "conform/tests/plugins/hooks.h"

extern "C" void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                                          const dim4* dst_stride) {
  if (!toy::set_C(dst_addr, C, *shape, dst_stride)) std::memset(toy::local, 1, sizeof toy::local);
}
