// Ends the process if four elements or more hold the constant already: right alone, but not twice.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "conform/tests/plugins/hooks.h"

extern "C" {

int sp_status(void) { return toy::status; }

void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  static uint8_t before[sizeof toy::local];
  std::memcpy(before, toy::local, sizeof before);
  toy::status = toy::set_C(dst_addr, C, *shape, dst_stride) ? SP_DONE : SP_REJECTED;
  const bool changed = std::memcmp(before, toy::local, sizeof before) != 0;
  if (toy::status != SP_DONE || changed || shape->w < 4) return;
  std::fputs("a line\ntwice.cpp:7: Assertion `changed' failed.\nC = 1\na trace\n", stderr);
  std::exit(3);
}

}  // extern "C"
