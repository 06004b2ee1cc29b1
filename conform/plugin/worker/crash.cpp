#include "conform/plugin/worker/crash.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace strideproof::ipc {
namespace {

alignas(16) std::array<std::byte, 1 << 16> handler_stack;  // the program's own may have overflowed

void* program_counter(const void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<void*>(registers.gregs[REG_RIP]);
#else
  return reinterpret_cast<void*>(registers.pc);
#endif
}

// The place of an instruction; all null: in no library.
Dl_info place_of(const void* instruction) {
  Dl_info place{};
  if (dladdr(instruction, &place) == 0) return {};
  return place;
}

const char* file_name(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

bool is_in_libc(const Dl_info& place) {
  const char* name = place.dli_fname == nullptr ? "" : file_name(place.dli_fname);
  return std::strncmp(name, "libc.so", 7) == 0 || std::strncmp(name, "ld-linux", 8) == 0;
}

// The innermost frame outside libc; null: none.
void* frame_of_interest(void* crashed) {
  std::array<void*, 32> frames;
  const auto end = frames.begin() + backtrace(frames.data(), frames.size());
  const auto first = std::find(frames.begin(), end, crashed);  // before it: this handler
  const auto frame = std::find_if(first, end, [](void* one) { return !is_in_libc(place_of(one)); });
  return frame == end ? crashed : *frame;
}

uintptr_t number_of(const void* address) { return reinterpret_cast<uintptr_t>(address); }
uintptr_t distance(const void* from, const void* to) { return number_of(to) - number_of(from); }

// A line of text without allocation.
class Line {
 public:
  template <class... Values>
  void add(const char* format, Values... values) {
    const int size = std::snprintf(text_.data() + size_, text_.size() - size_, format, values...);
    size_ = std::min(size_ + static_cast<size_t>(size), text_.size() - 1);
  }
  void write() const {
    if (::write(STDERR_FILENO, text_.data(), size_) < 0) return;
  }

 private:
  std::array<char, 1024> text_;
  size_t size_ = 0;
};

// Says only what is the same in each process.
void on_crash(int number, siginfo_t* info, void* context) {
  constexpr uintptr_t near_null = 1 << 16;
  const void* const frame = frame_of_interest(program_counter(context));
  const Dl_info place = place_of(frame);
  Line line;
  line.add("\ncrashed by SIG%s", sigabbrev_np(number));
  if (place.dli_fname == nullptr)
    line.add(" outside of every library");
  else if (place.dli_sname == nullptr)
    line.add(" in %s+%#zx", file_name(place.dli_fname), distance(place.dli_fbase, frame));
  else
    line.add(" in %s+%#zx (%s+%#zx)", place.dli_sname, distance(place.dli_saddr, frame),
             file_name(place.dli_fname), distance(place.dli_fbase, frame));
  const bool at_address = number == SIGSEGV && info->si_code == SEGV_MAPERR;
  if (at_address && number_of(info->si_addr) < near_null)
    line.add(", address 0x%zx", number_of(info->si_addr));
  line.add("\n");
  line.write();
  raise(number);  // by its default action, once this handler returns
}

}  // namespace

void report_crashes() {
  std::array<void*, 1> frame;
  backtrace(frame.data(), 1);  // loads what it needs
  const stack_t stack{handler_stack.data(), 0, handler_stack.size()};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    struct sigaction set {};
    if (sigaction(number, nullptr, &set) == 0 && set.sa_handler == SIG_DFL)
      sigaction(number, &action, nullptr);
  }
}

}  // namespace strideproof::ipc
