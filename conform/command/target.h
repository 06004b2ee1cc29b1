#pragma once
// The options that name the implementation under test, the same in every command.

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conform/check/process.h"

namespace strideproof::commands {

struct TargetArguments {
  std::string library, command, abort;
  std::vector<std::string> adapter;
  bool sweep = false;
  double start_seconds = 30;
};

// library_option: "LIB.so" for a positional argument, or "--on".
void add_target_options(CLI::App& command, TargetArguments& arguments, const char* library_option);

// No value if none is named. Throws SetupError with one line if several are, or a file is missing.
std::optional<Target> target_of(const TargetArguments& arguments);

// The target as replay takes it: "--on ./libmine.so", paths as given.
std::string words_for_replay(const TargetArguments& arguments);

}  // namespace strideproof::commands
