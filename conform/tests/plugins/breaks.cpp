// Crashes if a tensor has three rows or more, and then does not even load: earlier findings must
// still be reported. The file that STRIDEPROOF_TEST_BROKEN names keeps the state.
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "conform/tests/plugins/hooks.h"

static const char* marker() { return std::getenv("STRIDEPROOF_TEST_BROKEN"); }

[[gnu::constructor]] static void load() {
  if (FILE* file = std::fopen(marker(), "r")) {
    std::fclose(file);
    std::_Exit(5);
  }
}

extern "C" {

int sp_status(void) { return toy::status; }

void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  toy::status = toy::set_C(dst_addr, C, *shape, dst_stride) ? SP_DONE : SP_REJECTED;
  if (toy::status != SP_DONE || shape->h < 3) return;
  std::fclose(std::fopen(marker(), "w"));
  std::raise(SIGSEGV);
}

}  // extern "C"
