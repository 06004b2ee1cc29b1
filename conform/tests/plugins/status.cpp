// sp_status of the toy, in a file of its own: some copies do not have it.
#include "conform/tests/plugins/memory.h"

extern "C" int sp_status(void) { return toy::status; }
