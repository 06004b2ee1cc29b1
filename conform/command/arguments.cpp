#include "conform/command/arguments.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <filesystem>

#include "conform/check/process.h"
#include "corpus/corpus.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::commands {

Operations operations_matching(const std::string& glob) {
  Operations found = matching(glob);
  if (found.empty())
    throw SetupError(fmt::format("no operation matches '{}'; see: strideproof list", glob));
  return found;
}

Operations operations_on(const std::string& glob, const Profile* profile) {
  const Operations found = operations_matching(glob);
  if (profile == nullptr) return found;
  const Operations there = props::keep_on(found, *profile);
  if (there.empty())
    throw SetupError(
        fmt::format("no operation that matches '{}' exists on {}", glob, profile->name));
  return there;
}

const Profile* profile_named(const std::string& name) {
  if (name.empty()) return nullptr;
  if (const Profile* found = find_profile(name)) return found;
  std::string known;
  for (const Profile& profile : profiles()) known += fmt::format(" {}", profile.name);
  throw SetupError(fmt::format("unknown profile '{}'; known:{}", name, known));
}

bool matches_glob(const std::string& glob, const std::string& text) {
  return fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

std::vector<Program> programs_of(const std::string& line_or_file) {
  std::error_code none;
  const bool file = std::filesystem::exists(line_or_file, none);
  if (!file && line_or_file.find_first_of(" \t=") != std::string::npos)
    return {parse_program(line_or_file)};
  std::vector<Program> programs;
  for (corpus::Entry& entry : corpus::read(line_or_file))
    programs.push_back(std::move(entry.program));
  if (programs.empty()) throw SetupError(fmt::format("{} holds no case", line_or_file));
  return programs;
}

}  // namespace strideproof::commands
