// strideproof-worker: runs one implementation under test, alone. Started by the checker with the
// arena as descriptor 3; of no use by hand. Links no implementation and exports no operation, so
// that a plug-in that calls its own exported functions reaches its own.
//
//   strideproof-worker library PATH | command "COMMAND"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string_view>

#include "conform/worker/device.h"
#include "conform/worker/futex.h"

using namespace strideproof::door;

int main(int argc, char** argv) {
  void* shared = argc == 3 ? mmap(nullptr, sizeof(Arena), PROT_READ | PROT_WRITE, MAP_SHARED,
                                  arena_descriptor, 0)
                           : MAP_FAILED;
  if (shared == MAP_FAILED) {
    std::fputs("strideproof-worker is started by: strideproof check\n", stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // never outlives the checker
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  close(arena_descriptor);

  Arena& arena = *static_cast<Arena*>(shared);
  try {
    announce(arena, Phase::loading);
    const bool is_command = std::string_view(argv[1]) == "command";
    const auto device = is_command ? open_command(argv[2]) : open_plugin(argv[2]);
    serve(*device, arena);
  } catch (const DeviceError& error) {
    std::snprintf(arena.header.text, sizeof arena.header.text, "%s", error.what());
    announce(arena, Phase::failed);
    futex_wake(arena.header.phase);
  }
  _exit(0);  // no destructor of the library is under test
}
