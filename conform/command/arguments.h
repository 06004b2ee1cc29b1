#pragma once
// Arguments that several commands share. Wrong arguments throw SetupError, with one line;
// programs_of also throws LineError and corpus::Error.

#include <optional>
#include <string>
#include <vector>

#include "conform/check/process.h"
#include "conform/check/readings.h"
#include "conform/check/source.h"
#include "spec/vocabulary/case.h"

namespace strideproof::commands {

Operations operations_matching(const std::string& glob);  // at least one
// The operations that exist on the profile, at least one; nullptr: on any profile.
Operations operations_on(const std::string& glob, const Profile* profile);
bool is_profile_file(const std::string& name);          // FILE.json
const Profile* profile_named(const std::string& name);  // "": nullptr; FILE.json: that of the file

// The words of --reading, "ID=NUMBER".
std::vector<HeldReading> readings_of(const std::vector<std::string>& words);
std::vector<std::string> operation_names();

// Reads a file of case or program lines. A text that names no file, and has a blank, a tab or '=',
// is parsed as such a line.
std::vector<Program> programs_of(const std::string& line_or_file);

// The implementation under test.
struct TargetArguments {
  std::string library, command, abort;
  std::vector<std::string> adapter;
  bool sweep = false, legal = false;
  double start_seconds = 30;
};

// No value if none is named. Throws SetupError with one line if several are, or a file is missing.
std::optional<Target> target_of(const TargetArguments& arguments);

// The target as replay takes it: "--on ./libmine.so", paths as given.
std::string words_for_replay(const TargetArguments& arguments);

}  // namespace strideproof::commands
