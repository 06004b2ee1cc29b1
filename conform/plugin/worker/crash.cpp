#include "conform/plugin/worker/crash.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace strideproof::ipc {
namespace {

alignas(16) std::array<std::byte, 1 << 16> handler_stack;  // the program's own may have overflowed
Header* header = nullptr;  // of the shared memory, if the plug-in shares the memory of the worker

void* program_counter(const void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<void*>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<void*>(registers.pc);
#else
#error "the program counter of this architecture"
#endif
}

// The instruction to which the innermost function returns, if none of its own ran: a call of null.
void* return_address(const void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return *reinterpret_cast<void**>(registers.gregs[REG_RSP]);
#else
  return reinterpret_cast<void*>(registers.regs[30]);
#endif
}

uintptr_t number_of(const void* address) { return reinterpret_cast<uintptr_t>(address); }

// An instruction in a library; all null: in no library.
struct CodeLocation {
  const char* library;
  uintptr_t base;        // addresses in its file count from here
  const char* function;  // null: unknown
  uintptr_t in_function;
  bool in_worker;  // in no library, but in the code of this program
};

// Looks in the file of the library, unless it is stripped, for a function that is not exported.
void find_in_file(CodeLocation& place, uintptr_t in_library) {
  const int fd = open(place.library, O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (fd < 0 || fstat(fd, &status) != 0) return;
  const auto size = static_cast<size_t>(status.st_size);
  void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (mapped == MAP_FAILED) return;
  const auto* const file = static_cast<const char*>(mapped);
  const auto& elf = *reinterpret_cast<const ElfW(Ehdr)*>(file);
  const auto* const sections = reinterpret_cast<const ElfW(Shdr)*>(file + elf.e_shoff);
  if (elf.e_shoff == 0 || elf.e_shoff + elf.e_shnum * sizeof *sections > size) return;
  for (size_t i = 0; i < elf.e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto* symbol = reinterpret_cast<const ElfW(Sym)*>(file + sections[i].sh_offset);
    const char* const names = file + sections[sections[i].sh_link].sh_offset;
    for (size_t left = sections[i].sh_size / sizeof *symbol; left > 0; --left, ++symbol)
      if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC &&
          in_library - symbol->st_value < symbol->st_size) {
        place.function = names + symbol->st_name;
        place.in_function = in_library - symbol->st_value;
      }
  }
}

CodeLocation place_of(const void* instruction) {
  Dl_info info{};
  link_map* map = nullptr;
  if (dladdr1(instruction, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0) return {};
  const uintptr_t in_function = number_of(instruction) - number_of(info.dli_saddr);
  return {info.dli_fname, map->l_addr, info.dli_sname, in_function, map->l_name[0] == '\0'};
}

const char* file_name(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

bool is_in_libc(const CodeLocation& place) {
  const char* name = place.library == nullptr ? "" : file_name(place.library);
  return std::strncmp(name, "libc.so", 7) == 0 || std::strncmp(name, "ld-linux", 8) == 0;
}

// The innermost instruction outside libc. Frames but the first are return addresses: the byte
// before belongs to the call.
const void* instruction_outside_libc(const void* context) {
  void* const crashed = program_counter(context);
  if (place_of(crashed).library == nullptr)
    return static_cast<const std::byte*>(return_address(context)) - 1;
  std::array<void*, 32> frames;
  const auto end = frames.begin() + backtrace(frames.data(), frames.size());
  const auto first = std::find(frames.begin(), end, crashed);  // before it: this handler
  const auto frame = std::find_if(first, end, [](void* one) { return !is_in_libc(place_of(one)); });
  if (frame == end || frame == first) return crashed;
  return static_cast<const std::byte*>(*frame) - 1;
}

// A line of text without allocation.
struct Line {
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    const size_t room = text.size() - size;
    const auto added = fmt::vformat_to_n(text.data() + size, room, fmt::string_view(format),
                                         fmt::make_format_args(values...));
    size += std::min(added.size, room);
  }

  std::array<char, 1024> text;
  size_t size = 0;
};

// True if code of the worker crashed after a call: the plug-in has no code there, so the operation
// has overwritten memory or registers of the worker. The checker then finds this phase.
bool is_damaged(const void* crashed) {
  if (header == nullptr || !place_of(crashed).in_worker) return false;
  const auto phase = static_cast<WorkerPhase>(header->phase.load());
  if (phase != WorkerPhase::calling && phase != WorkerPhase::asking &&
      phase != WorkerPhase::reading)
    return false;
  header->phase.store(static_cast<uint32_t>(WorkerPhase::damaged));
  return true;
}

// Says only what is the same in each process.
void on_crash(int number, siginfo_t* info, void* context) {
  constexpr uintptr_t near_null = 1 << 16;
  const void* const instruction = instruction_outside_libc(context);
  CodeLocation place = place_of(instruction);
  const uintptr_t in_library = number_of(instruction) - place.base;
  const bool damaged = is_damaged(program_counter(context));
  if (!damaged && place.library != nullptr && place.function == nullptr)
    find_in_file(place, in_library);
  Line line;
  line.add("\ncrashed by SIG{}", sigabbrev_np(number));
  if (damaged) {
    line.add(" in strideproof-worker, whose memory or registers were overwritten");
  } else if (place.library == nullptr) {
    line.add(" in no library");
  } else if (place.function == nullptr) {
    line.add(" in {}+{:#x}", file_name(place.library), in_library);
  } else {
    std::string_view name = place.function;
    for (const char* added :
         {".cold", ".isra.", ".part.", ".constprop."})  // by compilers, to parts
      name = name.substr(0, name.find(added));
    line.add(" in {}+{:#x} ({}+{:#x})", name, place.in_function, file_name(place.library),
             in_library);
  }
  const bool at_address = !damaged && number == SIGSEGV && info->si_code == SEGV_MAPERR;
  if (at_address && number_of(info->si_addr) < near_null)
    line.add(", address {:#x}", number_of(info->si_addr));
  line.add("\n");
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line.text.data(), line.size);
  raise(number);  // by its default action, once this handler returns
}

}  // namespace

void report_crashes(Header* shared) {
  header = shared;
  std::array<void*, 1> frame;
  backtrace(frame.data(), 1);  // loads what it needs
  const stack_t stack{handler_stack.data(), 0, handler_stack.size()};
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) {
    struct sigaction set {};
    if (sigaction(number, nullptr, &set) == 0 && set.sa_handler == SIG_DFL)
      sigaction(number, &action, nullptr);
  }
}

}  // namespace strideproof::ipc
