#pragma once
// The command line. Only options.cpp includes CLI11, which takes seconds to compile.

#include <functional>
#include <string>

namespace strideproof::commands {

// A parsed command line: a command, which returns the exit status, or text to print.
struct Request {
  std::function<int()> command;
  std::string help;   // of --help or --version
  std::string error;  // one line, if the command line is wrong
};
Request parse_command_line(int argc, char** argv);

}  // namespace strideproof::commands
