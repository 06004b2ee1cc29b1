#include "oracle/guard.h"

#include <csetjmp>
#include <csignal>
#include <iterator>

namespace strideproof {
namespace {

constexpr int caught_signals[] = {SIGSEGV, SIGBUS, SIGFPE};
struct sigaction previous[std::size(caught_signals)];

// A thread handles its own faults.
thread_local sigjmp_buf landing;
thread_local volatile std::sig_atomic_t armed = 0;
thread_local volatile std::sig_atomic_t caught = 0;
thread_local void* volatile caught_at = nullptr;

void on_fault(int signal, siginfo_t* info, void*) {
  if (armed == 0) {
    // Outside a guarded call the previous handler is restored; the instruction runs and faults
    // again.
    for (size_t i = 0; i < std::size(caught_signals); ++i)
      if (caught_signals[i] == signal) sigaction(signal, &previous[i], nullptr);
    return;
  }
  armed = 0;
  caught = signal;
  caught_at = info->si_addr;
  siglongjmp(landing, 1);
}

bool handle_faults() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < std::size(caught_signals); ++i)
    sigaction(caught_signals[i], &action, &previous[i]);
  return true;
}

}  // namespace

std::optional<CaughtFault> fault_in(const std::function<void()>& call) {
  [[maybe_unused]] static const bool handled = handle_faults();
  if (sigsetjmp(landing, 0) != 0)
    return CaughtFault{caught, caught_at};  // no signal mask to restore
  armed = 1;
  try {
    call();
  } catch (...) {
    armed = 0;
    throw;
  }
  armed = 0;
  return std::nullopt;
}

}  // namespace strideproof
