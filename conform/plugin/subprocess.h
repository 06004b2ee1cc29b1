#pragma once
// Starting other programs.

#include <sys/types.h>

#include <atomic>
#include <string>
#include <vector>

namespace strideproof {

inline constexpr int no_input = -1;  // /dev/null

// Starts a program in a process group of its own, so that ^C reaches this program alone, and with
// no signal blocked. The first word is its name. Its descriptors 0, 1, ... are those given. Returns -1
// and sets errno if it could not be started.
pid_t spawn(const std::string& path, std::vector<std::string> words,
            const std::vector<int>& descriptors);

std::string end_of(int status);  // of waitpid: "exit(1)", "SIGSEGV"

// The output of a program, and its end.
struct Finished {
  std::string output;
  std::string ended;   // "exit(1)", "SIGSEGV", "interrupted", "no answer for 600 s"
  bool stuck = false;  // it was ended because it wrote nothing for too long
};

// Runs a program that gets `input` as standard input, in its own process group and at a lower
// priority. command: the program and its arguments, as sh reads them. Standard error is read like
// standard output. The program is ended if it writes nothing for `seconds`, or once `stopped` is
// set.
Finished run_program(const std::string& command, const std::string& input, double seconds,
                     const std::atomic<bool>& stopped);

}  // namespace strideproof
