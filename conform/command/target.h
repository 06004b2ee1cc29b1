#pragma once
// The arguments that name the implementation under test, the same in every command.

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

// No value if none is named. Throws SetupError with one line if several are, or a file is missing.
std::optional<Target> target_of(const TargetArguments& arguments);

// The target as replay takes it: "--on ./libmine.so", paths as given.
std::string words_for_replay(const TargetArguments& arguments);

}  // namespace strideproof::commands
