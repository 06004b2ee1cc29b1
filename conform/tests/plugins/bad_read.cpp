// sp_read fails for lane 2, which exists.
#include "conform/tests/plugins/memory.h"
#include "conform/tests/plugins/operation.h"

extern "C" {

int sp_abi_version(void) { return 1; }
int sp_reset(const char* profile) { return toy::reset(profile); }
int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  return toy::write(space, lane, offset, bytes, size);
}
int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  return space == SP_LOCAL && lane == 2 ? 1 : toy::read(space, lane, offset, bytes, size);
}

}  // extern "C"
