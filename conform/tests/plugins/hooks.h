#pragma once
// The required hooks over toy memory, for a plug-in that deviates elsewhere.

#include "conform/tests/plugins/memory.h"

extern "C" {

int sp_abi_version(void) { return 1; }
int sp_reset(const char* profile) { return toy::reset(profile); }
int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  return toy::write(space, lane, offset, bytes, size);
}
int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  return toy::read(space, lane, offset, bytes, size);
}

}  // extern "C"
