#pragma once
// Starting other programs.

#include <sys/types.h>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

namespace strideproof {

struct Spawned {
  pid_t pid;  // -1 if it could not be started
  int error;  // an errno; 0: started
};
inline constexpr int no_input = -1;  // /dev/null

// Starts a program in a process group of its own, so that ^C reaches this program alone, and with
// no signal blocked. The first word is its name. Its descriptors 0, 1, ... are those given.
Spawned spawn(const std::string& path, std::vector<std::string> words,
              const std::vector<int>& descriptors);

std::string end_of(int status);  // of waitpid: "exit(1)", "SIGSEGV"

// A child program that gets a text as standard input and whose output is read line by line. It runs
// in its own process group, at a lower priority; the destructor ends it.
class Subprocess {
 public:
  // command: a program and its arguments, as sh reads them. Standard error is read like standard
  // output. Throws SetupError if memory, a pipe or a process cannot be had.
  Subprocess(const std::string& command, const std::string& input);
  ~Subprocess();  // ends the program
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  // The next line, without its line end. No value: the program has ended; ended() says how. A
  // program is ended if it writes nothing for `seconds`, or once `stopped` is set.
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
