#pragma once
// The command under test: a process, its standard input and its standard output. Bytes are sent
// while answers are read, so that neither process waits for the other with both pipes full.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace strideproof::ipc {

class Child {
 public:
  explicit Child(const std::string& command);  // throws DeviceError

  void send(std::string_view bytes) { unsent_ += bytes; }
  size_t unsent() const { return unsent_.size() - sent_; }
  void push();  // writes what the pipe takes now

  // These send what is unsent and wait. If the output of the command ends, this process ends as the
  // command did, so that the checker reports it; or they throw DeviceError before the first line.
  std::string line();  // without its line end
  void read(uint8_t* to, size_t size);

 private:
  void pump(bool wait);
  [[noreturn]] void end_like_the_command();

  pid_t pid_ = 0;
  int to_ = -1, from_ = -1;
  bool answered_ = false;
  std::string unsent_, received_;
  size_t sent_ = 0, taken_ = 0;  // bytes at the front of the two that are done with
};

}  // namespace strideproof::ipc
