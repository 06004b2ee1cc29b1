#pragma once
// Catches faults (SIGSEGV, SIGBUS, SIGFPE) inside a call, each in the thread that made the call.

#include <functional>
#include <optional>

namespace strideproof {

struct CaughtFault {
  int signal;
  const void* address;
};

// Makes the call, and returns the fault that ended it, if one did. Objects of the call are then not
// destroyed, so it must own nothing. A fault outside such a call goes to the previous handlers.
std::optional<CaughtFault> fault_in(const std::function<void()>& call);

}  // namespace strideproof
