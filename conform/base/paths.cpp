#include "conform/base/paths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "conform/base/setup_error.h"
#include "spec/vocabulary/names.h"
#include "spec/vocabulary/profile.h"

namespace strideproof {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view adapter_stem = "libstrideproof_adapter_";

fs::path binaries() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

// A path in the tree that has bin, lib and share.
std::string in_tree(const std::string& path) {
  return (binaries() / ".." / path).lexically_normal().string();
}

}  // namespace

std::string worker_path() { return (binaries() / "strideproof-worker").string(); }

std::string shared_path(const std::string& name) { return in_tree("share/strideproof/" + name); }

std::string corpus_folder(const std::string& name) { return shared_path("corpus/" + name); }

std::string header_path(const std::string& name) { return in_tree("include/" + name); }

std::string library_path(const std::string& name) { return in_tree("lib/" + name); }

std::vector<std::string> corpus_folders() {
  std::vector<std::string> folders;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(corpus_folder(""), error))
    if (entry.is_directory()) folders.push_back(entry.path().string());
  if (folders.empty()) throw SetupError(fmt::format("no corpus in {}", corpus_folder("")));
  std::ranges::sort(folders);
  return folders;
}

std::string adapter_path(const std::string& name) {
  const std::string path = library_path(fmt::format("{}{}.so", adapter_stem, name));
  if (fs::exists(path)) return path;
  const fs::path programs = shared_path("adapters");
  if (const fs::path program = programs / name / "run"; fs::exists(program))
    return program.lexically_normal().string();
  std::vector<std::string> known;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(library_path(""), error)) {
    const std::string stem = entry.path().stem().string();
    if (stem.starts_with(adapter_stem)) known.push_back(stem.substr(adapter_stem.size()));
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(programs, error))
    if (fs::exists(entry.path() / "run")) known.push_back(entry.path().filename().string());
  std::ranges::sort(known);
  throw SetupError(fmt::format("no adapter '{}'; there are: {}{}", name,
                               known.empty() ? "none" : fmt::format("{}", fmt::join(known, " ")),
                               did_you_mean(name, known)));
}

std::string invocation() {
  const char* given = std::getenv("STRIDEPROOF_INVOKED_AS");
  return given == nullptr ? "strideproof" : shell_quoted(given);
}

namespace {

std::string replay_target;

}  // namespace

void set_replay_target(std::string target) { replay_target = std::move(target); }

std::string replay_words(const std::vector<std::string>& readings) {
  std::string words;
  const auto add = [&](const char* variable) {
    if (const char* value = std::getenv(variable))
      words += fmt::format("{}={} ", variable, shell_quoted(value));
  };
  add(profile_variable);
  if (!replay_target.empty())
    for (const char* variable : {"STRIDEPROOF_FAULT", "STRIDEPROOF_READINGS"}) add(variable);
  words += invocation() + " replay";
  for (const std::string& reading : readings) words += " --reading " + reading;
  return words + (replay_target.empty() ? "" : " ") + replay_target;
}

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace strideproof
