#pragma once
// The command under test: a process, its standard input and its standard output.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace strideproof::ipc {

class Child {
 public:
  explicit Child(const std::string& command);  // throws DeviceError

  // Waits while the pipe is full. The command must not wait to answer meanwhile: earlier answers
  // must fit into the other pipe.
  void send(std::string_view bytes) { std::fwrite(bytes.data(), 1, bytes.size(), to_); }
  void flush() { std::fflush(to_); }
  size_t pipe_bytes() const { return pipe_bytes_; }  // of unread answers

  // These flush and wait. If the output of the command ends, this process ends as the command did,
  // so that the checker reports it; or they throw DeviceError before the first line.
  std::string line();  // without its line end
  void read(uint8_t* to, size_t size);

 private:
  [[noreturn]] void end_like_the_command();

  pid_t pid_ = 0;
  std::FILE *to_ = nullptr, *from_ = nullptr;
  size_t pipe_bytes_ = 0;
  bool answered_ = false;
};

}  // namespace strideproof::ipc
