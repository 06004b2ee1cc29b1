#pragma once
// Tables of tests: FIELD | FIELD... in a row. A row goes on where the next line begins with blanks.
// Blank lines and lines that start with # are skipped.

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "spec/vocabulary/split.h"

namespace strideproof::tests {

struct Row {
  std::string place;  // FILE:LINE, of its first line
  std::vector<std::string> fields;
};

// path: from the root of the project, in which tests run.
inline std::vector<Row> read_rows(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<Row> rows;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    if (line[0] != ' ') rows.push_back({path + ":" + std::to_string(number), {}});
    for (const std::string& field : split(line, " | ")) {
      const size_t first = field.find_first_not_of(' ');
      if (first == field.npos) continue;
      rows.back().fields.push_back(field.substr(first, field.find_last_not_of(' ') + 1 - first));
    }
  }
  return rows;
}

}  // namespace strideproof::tests
