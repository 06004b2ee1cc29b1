#pragma once
// Starting other programs.

#include <sys/types.h>

#include <string>
#include <vector>

namespace strideproof {

inline constexpr int no_input = -1;  // /dev/null

// Starts a program in its own process group, so that ^C reaches this program alone, and with no
// signal blocked. The first word is its name. Its descriptors 0, 1, ... are those given. Returns -1
// and sets errno if the start fails.
pid_t spawn(const std::string& path, std::vector<std::string> words,
            const std::vector<int>& descriptors);

std::string end_of(int status);  // of waitpid: "exit(1)", "SIGSEGV", "killed by SIGKILL"

}  // namespace strideproof
