#pragma once
// Reads the text corpus: one case line or program line a line; blank lines and lines that start
// with # are skipped. The lines of one file may be of any operations and profiles.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::corpus {

struct Entry {
  Program program;
  std::string file;     // the path that was opened
  int line;             // from 1
  std::string comment;  // the last line above it that starts with #
};

// A file cannot be read, or a line is not a case. what() is one line with the place:
// "corpus/regressions/okk_gdma.txt:12:40: ..." (line and column, from 1).
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The file itself; for a directory every *.txt below it except CMakeLists.txt, sorted by path.
// Throws Error if neither exists.
std::vector<std::string> files(const std::string& path);

// The lines of a file, or of the files of a directory in order. Each file ends before its first
// line that begins with `end`, unless `end` is empty. Throws Error.
std::vector<Entry> read(const std::string& path, std::string_view end = {});

// Interleaves the files: the first lines of all files, then the second lines, ...
std::vector<Entry> by_line(std::vector<Entry> entries);

}  // namespace strideproof::corpus
