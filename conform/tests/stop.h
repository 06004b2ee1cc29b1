#pragma once
// Sends SIGINT or SIGTERM to commands and scripts when their output shows a given point.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "conform/tests/shell.h"

namespace strideproof::tests {

namespace fs = std::filesystem;

enum class To { process, group };

// A separate folder, also for the temporary files of the commands that run there.
class Stop : public FolderTest {
 protected:
  Stop() { fs::create_directories(temporary_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string contents(const std::string& name) const { return tests::contents(path(name)); }
  void script(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << "#!/bin/sh\n" << text;
    fs::permissions(path(name), fs::perms::owner_all);
  }

  // Words for sh. The signal comes when the file (out, err or another one) holds the text.
  Answer interrupted(const std::string& words, const std::string& file, const std::string& text,
                     int signal, To to) {
    for (const std::string& earlier : {path("out"), path("err"), path(file)}) fs::remove(earlier);
    const pid_t pid = start(words);
    int how = 0;
    const auto ended = [&] { return waitpid(pid, &how, WNOHANG) == pid; };
    bool is_over = false;
    for (int tick = 0; !is_over && contents(file).find(text) == std::string::npos; ++tick) {
      EXPECT_LT(tick, ticks_of_a_hang) << words << " does not say: " << text;
      if (tick >= ticks_of_a_hang) break;
      wait_a_tick();
      is_over = ended();
    }
    EXPECT_FALSE(is_over) << words << " ended before it said: " << text;
    if (!is_over) kill(to == To::group ? -pid : pid, signal);
    for (int tick = 0; !is_over && !(is_over = ended()); ++tick) {
      wait_a_tick();
      if (tick < ticks_of_a_hang) continue;
      ADD_FAILURE() << words << " does not end";
      kill(-pid, SIGKILL);
      waitpid(pid, &how, 0);
      break;
    }
    EXPECT_TRUE(fs::is_empty(temporary_)) << words << " leaves temporary files";
    EXPECT_TRUE(WIFEXITED(how)) << words << " ended by signal " << WTERMSIG(how);
    return {WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how), contents("out"),
            contents("err")};
  }

  const std::string temporary_ = folder_ + "/tmp";

 private:
  static constexpr int ticks_of_a_hang = 600'000;  // ten minutes and more
  static void wait_a_tick() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

  pid_t start(const std::string& words) const {
    const std::string line = "exec " + words, out = path("out"), err = path("err");
    const pid_t pid = fork();
    if (pid != 0) return pid;
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);  // a test may run where it is ignored, which sh would pass on
    setenv("TMPDIR", temporary_.c_str(), 1);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
};

}  // namespace strideproof::tests
