// The command line; each command is a file of conform/command.

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "conform/check/process.h"
#include "conform/command/commands.h"
#include "spec/stop.h"

namespace {

// One line, with control characters replaced.
int fail(const std::string& message) {
  fmt::print(stderr, "strideproof: {}\n", strideproof::printable(message));
  return 2;
}

// Some work was left out, so a run without findings is incomplete.
int status_of(int status) {
  if (!strideproof::stop_requested()) return status;
  fmt::print(stderr, "strideproof: interrupted\n");
  return status == 0 ? 3 : status;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace strideproof::commands;
  setenv("STRIDEPROOF_INVOKED_AS", argv[0], 0);  // ./run has set it; see invocation()
  const Request request = parse_command_line(argc, argv);
  if (!request.error.empty()) return fail(request.error);
  if (!request.help.empty()) {
    const bool written = std::fputs(request.help.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
    return written ? 0 : fail("cannot write to standard output");
  }
  strideproof::stop_on_signals();
  try {
    return status_of(request.command());
  } catch (const std::exception& error) {
    return strideproof::stop_requested() ? status_of(0) : fail(error.what());
  }
}
