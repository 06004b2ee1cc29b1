#pragma once
// Faults (SIGSEGV, SIGBUS, SIGFPE) inside a call, caught. For one thread.

#include <functional>

namespace strideproof {

// While one exists, faults are looked at here first: one inside guarded() ends that call, any other
// goes to the handlers that were there before.
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

// Makes the call while a FaultGuard exists. Returns false where a fault ended it; last_fault() then
// tells which. What the call had built is not destroyed: it must own nothing.
bool guarded(const std::function<void()>& call);
CaughtFault last_fault();

}  // namespace strideproof
