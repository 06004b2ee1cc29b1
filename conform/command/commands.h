#pragma once
// The commands of strideproof, one file each, and their arguments. A command returns the exit
// status; it throws SetupError, LineError or corpus::Error, with one line.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conform/check/check.h"
#include "conform/command/arguments.h"

namespace strideproof::commands {

struct ListArguments {
  bool json = false;
};
struct VerifyArguments {
  std::string op = "*", profile, report;
  double seconds = 60;
  uint64_t seed = 1;
};
struct CheckArguments {
  TargetArguments target;
  std::vector<std::string> readings;
  std::string op = "*", profile, shard = "1/1", waivers, junit, json, html, sarif, c_tests;
  CheckOptions options;
  int64_t cases = -1;
};
struct ProveArguments {
  std::string glob = "*", smt2, page;
  std::string second;  // empty: cvc5, if it is installed
  bool json = false;
};
struct BoundaryArguments {
  std::string op, profile;
  bool json = false, pairs = false;
};
struct ReplayArguments {
  std::vector<std::string> what, readings;
  TargetArguments target;
  double timeout = 5;
  bool json = false;
};
struct ExplainArguments {
  std::string what, svg;
};
struct VectorsArguments {
  std::string out, op = "*", profile;
  uint64_t seed = 1;
};
struct FaultsArguments {
  std::string glob = "*";
  std::optional<int64_t> cases;  // default: 2,000,000, or 20,000 with --layers
  double seconds = 60;
  uint64_t seed = 1;
  bool json = false, layers = false;
};
struct NewPluginArguments {
  std::string language, folder;
};

int run(const ListArguments& arguments);
int run(const VerifyArguments& arguments);
int run(const CheckArguments& arguments);
int run(const ProveArguments& arguments);
int run(const BoundaryArguments& arguments);
int run(const ReplayArguments& arguments);
int run(const ExplainArguments& arguments);
int run(const VectorsArguments& arguments);
int run(const FaultsArguments& arguments);
int run(const NewPluginArguments& arguments);

// options.cpp reads the command line. It alone includes CLI11, which takes seconds to compile.
// A parsed command line: a command, which returns the exit status, or text to print.
struct Request {
  std::function<int()> command;
  std::string help;   // of --help or --version
  std::string error;  // one line, if the command line is wrong
};
Request parse_command_line(int argc, char** argv);

}  // namespace strideproof::commands
