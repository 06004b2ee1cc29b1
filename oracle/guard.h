#pragma once
// Catches faults (SIGSEGV, SIGBUS, SIGFPE) inside a call, each in the thread that made the call.

#include <functional>

namespace strideproof {

// While a FaultGuard exists, it handles faults first: a fault inside guarded() ends that call, any
// other goes to the previous handlers.
class FaultGuard {
 public:
  FaultGuard();
  ~FaultGuard();
  FaultGuard(const FaultGuard&) = delete;
  FaultGuard& operator=(const FaultGuard&) = delete;
};

struct CaughtFault {
  int signal = 0;
  const void* address = nullptr;
};

// Makes the call while a FaultGuard exists. Returns false if a fault ended the call; last_fault()
// then says, in this thread, which. Objects of the call are not destroyed, so the call must own
// nothing.
bool guarded(const std::function<void()>& call);
CaughtFault last_fault();

}  // namespace strideproof
