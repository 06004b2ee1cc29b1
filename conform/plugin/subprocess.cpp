#include "conform/plugin/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace strideproof {

pid_t spawn(const std::string& path, std::vector<std::string> words,
            const std::vector<int>& descriptors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < static_cast<int>(descriptors.size()); ++i)
    if (const int from = descriptors[static_cast<size_t>(i)]; from == no_input)
      posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDONLY, 0);
    else  // dup2 onto itself would keep close-on-exec; posix_spawn clears it (glibc 2.29).
      posix_spawn_file_actions_adddup2(&actions, from, i);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int error =
      posix_spawn(&pid, path.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  errno = error;
  return error == 0 ? pid : -1;
}

std::string end_of(int status) {
  if (WIFEXITED(status)) return fmt::format("exit({})", WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGKILL) return "killed by SIGKILL";  // no fault of its own
  const char* abbreviation = sigabbrev_np(WTERMSIG(status));
  return abbreviation == nullptr ? fmt::format("signal {}", WTERMSIG(status))
                                 : fmt::format("SIG{}", abbreviation);
}

}  // namespace strideproof
