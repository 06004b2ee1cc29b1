#pragma once
// Arguments that several commands share. Every function throws SetupError with one line.

#include <optional>
#include <string>
#include <vector>

#include "conform/check/source.h"
#include "spec/vocabulary/case.h"

namespace strideproof::commands {

Operations operations_matching(const std::string& glob);  // at least one
// The operations that exist on the profile, at least one; nullptr: on any profile.
Operations operations_on(const std::string& glob, const Profile* profile);
const Profile* profile_named(const std::string& name);  // "": nullptr

bool matches_glob(const std::string& glob, const std::string& text);

// Reads a file of case or program lines; a text that names no file is such a line itself.
std::vector<Program> programs_of(const std::string& line_or_file);

}  // namespace strideproof::commands
