#include "conform/command/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "conform/check/process.h"

namespace strideproof {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view adapter_stem = "libstrideproof_adapter_";

fs::path binaries() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

fs::path libraries() { return binaries() / "../lib"; }

}  // namespace

std::string worker_path() { return (binaries() / "strideproof-worker").string(); }

std::string corpus_folder(const std::string& name) {
  return (binaries() / "../share/strideproof/corpus" / name).lexically_normal().string();
}

std::vector<std::string> corpus_folders() {
  std::vector<std::string> folders;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(corpus_folder(""), error))
    if (entry.is_directory()) folders.push_back(entry.path().string());
  if (folders.empty()) throw SetupError(fmt::format("no corpus in {}", corpus_folder("")));
  std::sort(folders.begin(), folders.end());
  return folders;
}

std::string library_path(const std::string& name) {
  return (libraries() / name).lexically_normal().string();
}

std::string adapter_path(const std::string& name) {
  const std::string path = library_path(fmt::format("{}{}.so", adapter_stem, name));
  if (fs::exists(path)) return path;
  std::string known;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(libraries(), error)) {
    const std::string stem = entry.path().stem().string();
    if (stem.starts_with(adapter_stem))
      known += fmt::format(" {}", stem.substr(adapter_stem.size()));
  }
  throw SetupError(fmt::format("no adapter '{}'; there are:{}", name,
                               known.empty() ? std::string(" none") : known));
}

}  // namespace strideproof
