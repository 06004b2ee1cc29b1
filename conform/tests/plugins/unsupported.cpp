// Has an operation that it never supports.
#include "conform/tests/plugins/hooks.h"

extern "C" {

int sp_status(void) { return SP_UNSUPPORTED; }
void okk_gdma_8bit_set_C_local(local_addr_t, x8, const dim4*, const dim4*) {}

}  // extern "C"
