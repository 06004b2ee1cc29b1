#pragma once
// Reads the text corpus: one case line or program line a line; blank lines and lines that start
// with # are skipped. The lines of one file may be of any operations and profiles.

#include <stdexcept>
#include <string>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::corpus {

struct Entry {
  Program program;
  std::string file;  // as it was opened
  int line;          // from 1
};

// A file that cannot be read, or a line that is no case. what() is one line that says where:
// "corpus/regressions/okk_gdma.txt:12:40: ..." (line and column, from 1).
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The file itself; of a directory every *.txt below it but CMakeLists.txt, sorted by path. Throws
// Error where there is neither.
std::vector<std::string> files(const std::string& path);

// All lines of a file, or of the files of a directory, in their order. Throws Error.
std::vector<Entry> read(const std::string& path);

// By line: what stands first in each file comes first.
std::vector<Entry> by_line(std::vector<Entry> entries);

}  // namespace strideproof::corpus
