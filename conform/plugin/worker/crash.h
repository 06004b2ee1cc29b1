#pragma once
// Says where a library crashed.

#include "conform/plugin/worker/shared_memory.h"

namespace strideproof::ipc {

// From now on SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGTRAP write a line to standard error before
// they end the process: "crashed by SIGSEGV in FUNCTION+0x4f (LIBRARY+0x1149), address 0x0".
// FUNCTION is the innermost one outside libc, unless its library is stripped and does not export
// it; addr2line takes LIBRARY and 0x1149. The address stands there if it is near null. A handler
// that somebody else has set, or sets later, stays. header: of the shared memory; its phase becomes
// `damaged` if the worker itself crashes after a call. Null: a plug-in in another process cannot
// damage the worker.
void report_crashes(Header* header);

}  // namespace strideproof::ipc
