#include "conform/tests/shell.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace strideproof::tests {

nlohmann::json Answer::json() const { return nlohmann::json::parse(out, nullptr, false); }

Answer shell(const std::string& line) {
  // Under AddressSanitizer a crash must end the worker by its signal, as without it.
  setenv("ASAN_OPTIONS", "handle_segv=0", 1);
  const std::string stem = fmt::format("{}/strideproof_test.{}", P_tmpdir, getpid());
  const int how = std::system(fmt::format("({}) > {}.out 2> {}.err", line, stem, stem).c_str());
  Answer answer;
  answer.status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  answer.out = contents(stem + ".out");
  answer.err = contents(stem + ".err");
  std::remove((stem + ".out").c_str());
  std::remove((stem + ".err").c_str());
  return answer;
}

Answer strideproof(const std::string& arguments) {
  return shell(fmt::format("{} {}", STRIDEPROOF, arguments));
}

std::string library(const std::string& name) {
  return fmt::format("{}/libstrideproof_{}.so", LIBRARIES, name);
}

}  // namespace strideproof::tests
