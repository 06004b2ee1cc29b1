#include "corpus/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace strideproof::corpus {
namespace {

void read_file(const std::string& path, std::string_view end, std::vector<Entry>& entries) {
  std::ifstream file(path);
  if (!file) throw Error(fmt::format("{}: {}", path, std::strerror(errno)));
  std::string text, comment;
  for (int line = 1; std::getline(file, text); ++line) {
    if (!end.empty() && text.starts_with(end)) break;
    if (text.starts_with('#')) comment = text;
    const size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos || text[first] == '#') continue;
    try {
      entries.push_back({parse_program(text), path, line, comment});
    } catch (const LineError& error) {
      const std::string_view what = error.what();  // "column 12: ..."
      throw Error(fmt::format("{}:{}:{}{}", path, line, error.column, what.substr(what.find(':'))));
    }
  }
  if (file.bad()) throw Error(fmt::format("{}: {}", path, std::strerror(errno)));
}

}  // namespace

std::vector<std::string> files(const std::string& path) {
  namespace fs = std::filesystem;
  try {
    if (!fs::is_directory(path)) {
      if (!fs::exists(path)) throw Error(fmt::format("{}: no such file or directory", path));
      return {path};
    }
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(path))
      if (entry.is_regular_file() && entry.path().extension() == ".txt" &&
          entry.path().filename() != "CMakeLists.txt")
        found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    return found;
  } catch (const fs::filesystem_error& error) {
    throw Error(fmt::format("{}: {}", path, error.code().message()));
  }
}

std::vector<Entry> read(const std::string& path, std::string_view end) {
  std::vector<Entry> entries;
  for (const std::string& file : files(path)) read_file(file, end, entries);
  return entries;
}

std::vector<Entry> by_line(std::vector<Entry> entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.line < b.line; });
  return entries;
}

}  // namespace strideproof::corpus
