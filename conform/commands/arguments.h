#pragma once
// What several commands understand alike. All throw Unusable with one line.

#include <optional>
#include <string>
#include <vector>

#include "conform/check/source.h"
#include "spec/vocabulary/case.h"

namespace strideproof::commands {

Operations operations_matching(const std::string& glob);  // at least one
const Profile* profile_named(const std::string& name);    // "": nullptr

bool matches_glob(const std::string& glob, const std::string& text);

// A case or program line, or a file of them.
std::vector<Program> programs_of(const std::string& line_or_file);

}  // namespace strideproof::commands
