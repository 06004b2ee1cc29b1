// strideproof-worker: runs one implementation under test, alone. The checker starts it with the
// shared memory as descriptor 3; it is not for manual use. Links no implementation and exports no
// operation, so that a plug-in that calls its own exported functions reaches its own.
//
//   strideproof-worker library PATH | command "COMMAND"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>

#include "conform/plugin/worker/crash.h"
#include "conform/plugin/worker/device.h"

using namespace strideproof::ipc;

int main(int argc, char** argv) {
  void* shared = argc == 3 ? mmap(nullptr, sizeof(SharedMemory), PROT_READ | PROT_WRITE, MAP_SHARED,
                                  shared_memory_descriptor, 0)
                           : MAP_FAILED;
  if (shared == MAP_FAILED) {
    std::fputs("strideproof-worker is started by: strideproof check\n", stderr);
    return 2;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends with the checker
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  close(shared_memory_descriptor);

  SharedMemory& shared_memory = *static_cast<SharedMemory*>(shared);
  try {
    announce(shared_memory, WorkerPhase::loading);
    const bool is_command = std::string_view(argv[1]) == "command";
    report_crashes(is_command ? nullptr : &shared_memory.header);
    const auto device = is_command ? open_command(argv[2]) : open_plugin(argv[2]);
    serve(*device, shared_memory);
  } catch (const DeviceError& error) {
    std::snprintf(shared_memory.header.text, sizeof shared_memory.header.text, "%s", error.what());
    announce(shared_memory, WorkerPhase::failed);
    futex_wake(shared_memory.header.phase);
  }
  _exit(0);  // no destructor of the library is under test
}
