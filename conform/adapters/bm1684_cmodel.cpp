// The vendor's C model of the BM1684 as a plug-in:
//
//   strideproof check --adapter bm1684-cmodel PATH/libbmlib.so --abort rejects
//
// The model (libbmlib.so of the "cmodel" kind, x86-64) is the user's; nothing of it is part of this
// project. It ends its process when one of its own checks fails, so a case is rejected by abort. It
// has 64 lanes, L2 SRAM, and as much global memory as it is asked for at its start; pages are
// mapped when they are first used.

#include <dlfcn.h>
#include <link.h>
#include <linux/futex.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "conform/strideproof.h"
#include "conform/strideproof_ops.h"
#include "spec/vocabulary/for_each.h"

namespace {

constexpr uint32_t lanes = 64;
constexpr uint64_t lane_bytes = 0x80000;
struct SystemWindow {
  uint64_t first, size;
};
// The model puts tables into the last MiB of L2 SRAM. No operation here reads them: the results
// stay the same after cases have overwritten them.
constexpr SystemWindow global = {0x100000000, 0x300000000}, l2 = {0x10000000, 0x400000};
constexpr SystemWindow windows[] = {global, l2};

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "bm1684-cmodel: %s\n", what);
  std::_Exit(2);
}

void* model() {
  static void* const handle = [] {
    const char* path = std::getenv("STRIDEPROOF_ADAPTER_ARGS");
    if (path == nullptr || *path == 0)
      give_up("no path of libbmlib.so: add it after --adapter bm1684-cmodel");
    void* opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (opened == nullptr) give_up(dlerror());
    return opened;
  }();
  return handle;
}

// A function of the model; F is the type of a function.
template <class F>
F* of_model(const char* symbol) {
  void* found = dlsym(model(), symbol);
  if (found == nullptr) give_up(dlerror());
  return reinterpret_cast<F*>(found);
}

// Host address of a range; nullptr if the range is outside the offered memory.
uint8_t* at(int space, uint32_t lane, uint64_t offset, uint64_t size) {
  static auto* const local = of_model<uint8_t*(int, int)>("get_local_memaddr_by_node");
  static auto* const global_bytes = of_model<uint8_t*(int)>("get_global_memaddr");
  static auto* const l2_bytes = of_model<uint8_t*(int)>("get_l2_sram");
  if (space == SP_LOCAL && lane < lanes && offset <= lane_bytes && size <= lane_bytes - offset)
    return local(0, static_cast<int>(lane)) + offset;
  if (space != SP_SYSTEM || lane != 0) return nullptr;
  for (const SystemWindow& window : windows) {
    if (offset < window.first || offset - window.first > window.size) continue;
    const uint64_t distance = offset - window.first;
    if (size > window.size - distance) continue;
    return (window.first == l2.first ? l2_bytes(0) : global_bytes(0)) + distance;
  }
  return nullptr;
}

// Each engine of the model is a thread that polls for commands without a pause and keeps a
// processor busy. Each poll unlocks a mutex, so that call is replaced: between operations it blocks
// the engine threads; during one, pollers sleep after every 64 polls. The main thread sleeps in the
// same way while it waits for an engine. Where the model looks for a result once a second, it looks
// more often. At its start it fills local memory; this is left out, because the checker writes all
// local memory that a case needs.
class Engines {
 public:
  static void start() {
    main_ = pthread_self();
    if (!replace("pthread_mutex_unlock", reinterpret_cast<void*>(&unlock)))
      give_up("the model imports no pthread_mutex_unlock, so its engines cannot be paused");
    replace("sleep", reinterpret_cast<void*>(&sleep_briefly));
    replace("fill_local_mem", reinterpret_cast<void*>(&leave_local_memory));
  }
  static void resume() {
    open_ = 1;
    syscall(SYS_futex, &open_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
  }
  static void pause() { open_ = 0; }

 private:
  static constexpr uintptr_t page_bytes = 4096;
  static constexpr int polls_without_sleep = 64;
  static constexpr useconds_t shortest_sleep = 10, longest_sleep = 2000;  // microseconds
  // Replaces an imported function in the model's global offset table. False: there is none.
  static bool replace(const char* symbol, void* function) {
    link_map* map = nullptr;
    if (dlinfo(model(), RTLD_DI_LINKMAP, &map) != 0) give_up(dlerror());
    const ElfW(Rela)* calls = nullptr;
    const ElfW(Sym)* symbols = nullptr;
    const char* names = nullptr;
    size_t bytes = 0;
    for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry) {
      const auto pointer = entry->d_un.d_ptr;
      if (entry->d_tag == DT_JMPREL) calls = reinterpret_cast<const ElfW(Rela)*>(pointer);
      if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(pointer);
      if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(pointer);
      if (entry->d_tag == DT_PLTRELSZ) bytes = entry->d_un.d_val;
    }
    bool found = false;
    for (size_t i = 0; i < bytes / sizeof *calls; ++i) {
      if (std::strcmp(names + symbols[ELF64_R_SYM(calls[i].r_info)].st_name, symbol) != 0) continue;
      const uintptr_t place = map->l_addr + calls[i].r_offset, page = place & ~(page_bytes - 1);
      if (mprotect(reinterpret_cast<void*>(page), page_bytes, PROT_READ | PROT_WRITE) != 0)
        give_up("mprotect failed: cannot replace a function that the model calls");
      *reinterpret_cast<void**>(place) = function;
      found = true;
    }
    return found;
  }
  static void leave_local_memory(int) {}
  static unsigned sleep_briefly(unsigned) {
    usleep(shortest_sleep);
    return 0;
  }
  static int unlock(pthread_mutex_t* mutex) {
    thread_local int polls = 0;
    thread_local useconds_t sleep = shortest_sleep;
    const int result = pthread_mutex_unlock(mutex);
    const bool engine = pthread_equal(main_, pthread_self()) == 0;
    if (engine ? open_ == 0 : !waits_) {
      polls = 0;
      sleep = shortest_sleep;
    }
    while (engine && open_ == 0)
      syscall(SYS_futex, &open_, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0);
    if ((engine || waits_) && ++polls % polls_without_sleep == 0) {
      usleep(sleep);
      sleep = std::min(2 * sleep, longest_sleep);
    }
    return result;
  }
  static inline std::atomic<uint32_t> open_{0};  // a futex
  static inline pthread_t main_;

 public:
  static inline bool waits_ = false;  // the main thread, for an engine
};

// The model allocates tens of MiB for each operation, and its local memory at its start. Clearing
// these pages one by one takes most of the time of a start: the heap uses large pages and keeps
// them.
void allocate_large_pages() {
  constexpr int heap_bytes = 256 << 20;
  constexpr int largest_threshold = 32 << 20;  // that glibc allows
  constexpr uintptr_t large_page = 2 << 20;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_THRESHOLD, largest_threshold);
  mallopt(M_TOP_PAD, heap_bytes);
  void* const first = std::malloc(large_page);
  const auto begin = (reinterpret_cast<uintptr_t>(first) + large_page - 1) & ~(large_page - 1);
  const auto end = reinterpret_cast<uintptr_t>(sbrk(0)) & ~(large_page - 1);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  std::free(first);
}

// An operation only queues a command: okk_poll waits for it. okk_initialize then restarts the
// command numbers, because the model has a limited number of them.
void finish() {
  static auto* const poll = of_model<void()>("okk_poll");
  static auto* const initialize = of_model<void()>("okk_initialize");
  Engines::waits_ = true;
  poll();
  Engines::waits_ = false;
  initialize();
  Engines::pause();
}

template <class F, class... T>
auto run(F* function, T... arguments) {
  Engines::resume();
  if constexpr (std::is_void_v<decltype(function(arguments...))>) {
    function(arguments...);
    finish();
  } else {
    const auto value = function(arguments...);
    finish();
    return value;
  }
}

}  // namespace

#define DECLARED(type, name, ...) type name
#define GIVEN(type, name, ...) name

#define FUNCTION(operation, symbol, returned, ...)                     \
  returned symbol(FOR_EACH(DECLARED, __VA_ARGS__)) {                   \
    static auto* const function = of_model<decltype(symbol)>(#symbol); \
    return run(function __VA_OPT__(, ) FOR_EACH(GIVEN, __VA_ARGS__));  \
  }
#define STRUCT_FUNCTION(operation, symbol, parameter_struct, ...)      \
  void symbol(const parameter_struct* param) {                         \
    static auto* const function = of_model<decltype(symbol)>(#symbol); \
    run(function, param);                                              \
  }

extern "C" {

#include "spec/vocabulary/operations.def"

int sp_abi_version(void) { return 1; }

const char* sp_name(void) { return "BM1684 C model"; }

int sp_reset(const char* profile) {
  if (std::strcmp(profile, "bm1684") != 0) return 1;
  allocate_large_pages();
  Engines::start();
  if (of_model<int(int, uint64_t)>("cmodel_init")(0, global.size) != 0) return 1;
  of_model<void(int)>("set_cur_nodechip_idx")(0);
  mallopt(M_MMAP_MAX, 0);  // from here on, buffers of operations come from the heap
  return 0;
}

int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  uint8_t* to = at(space, lane, offset, size);
  if (to == nullptr) return 1;
  std::memcpy(to, bytes, size);
  return 0;
}

int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  const uint8_t* from = at(space, lane, offset, size);
  if (from == nullptr) return 1;
  std::memcpy(bytes, from, size);
  return 0;
}

int sp_window(int space, uint32_t index, uint64_t* first, uint64_t* size) {
  if (space != SP_SYSTEM || index >= sizeof windows / sizeof windows[0]) return 1;
  *first = windows[index].first;
  *size = windows[index].size;
  return 0;
}

}  // extern "C"
