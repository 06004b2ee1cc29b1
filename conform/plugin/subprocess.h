#pragma once
// A program that is given a text as its standard input and heard line by line, in a process group
// of its own, behind this one in priority: what stops this program does not stop it, its end here
// does.

#include <sys/types.h>

#include <atomic>
#include <optional>
#include <string>

namespace strideproof {

class Subprocess {
 public:
  // command: a program and its arguments, as sh reads them. Its standard error is heard as its
  // output is.
  // Throws SetupError where there is no memory, pipe or process for it.
  Subprocess(const std::string& command, const std::string& input);
  ~Subprocess();  // ends the program
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  // Without its end. Nothing: the program is gone; ended() says how. One that says nothing for
  // `seconds`, or any once `stopped` is set, is ended.
  std::optional<std::string> line(double seconds, const std::atomic<bool>& stopped);
  const std::string& ended() const { return ended_; }  // "exit(1)", "SIGSEGV", "interrupted"
  bool late() const { return late_; }                  // whether it said nothing for that long

 private:
  int end();
  bool read_closed() const;

  pid_t pid_ = -1;
  int output_ = -1;
  std::string read_, ended_;
  bool late_ = false;
};

}  // namespace strideproof
