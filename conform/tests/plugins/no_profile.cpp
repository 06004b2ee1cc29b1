// Refuses every profile.
#include "conform/tests/plugins/memory.h"
#include "conform/tests/plugins/operation.h"

extern "C" {

int sp_abi_version(void) { return 1; }
int sp_reset(const char*) { return 1; }
int sp_write(int, uint32_t, uint64_t, const void*, uint64_t) { return 1; }
int sp_read(int, uint32_t, uint64_t, void*, uint64_t) { return 1; }

}  // extern "C"
