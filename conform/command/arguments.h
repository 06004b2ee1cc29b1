#pragma once
// What several commands understand alike. All throw SetupError with one line.

#include <optional>
#include <string>
#include <vector>

#include "conform/check/source.h"
#include "spec/vocabulary/case.h"

namespace strideproof::commands {

Operations operations_matching(const std::string& glob);  // at least one
// Of those the ones that exist on the profile, at least one; nullptr: all.
Operations operations_on(const std::string& glob, const Profile* profile);
const Profile* profile_named(const std::string& name);  // "": nullptr

bool matches_glob(const std::string& glob, const std::string& text);

// A file of case or program lines, whatever its name, or else such a line.
std::vector<Program> programs_of(const std::string& line_or_file);

}  // namespace strideproof::commands
