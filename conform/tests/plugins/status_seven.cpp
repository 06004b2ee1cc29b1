// Answers with an undefined status, and has a name with terminal control sequences.
#include "conform/tests/plugins/hooks.h"

extern "C" {

int sp_status(void) { return 7; }
const char* sp_name(void) { return "seven\n\033[31m red"; }
void okk_gdma_8bit_set_C_local(local_addr_t, x8, const dim4*, const dim4*) {}

}  // extern "C"
