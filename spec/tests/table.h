#pragma once
// Tables of cases worked by hand: FOLDER/<family>.txt. A row is a line, SUBJECT | CLAUSE | CLAUSE...
// A clause is its kind and further words. Blank lines and lines that start with # are skipped.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "spec/vocabulary/operation.h"
#include "spec/vocabulary/split.h"

namespace strideproof {

struct TableClause {
  std::string kind;
  std::vector<std::string> words;
};
struct TableRow {
  std::string line, subject;
  std::vector<TableClause> clauses;
};

inline std::vector<std::string> words_in(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

inline std::string join(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// The labels of a mask in their order, separated by blanks.
inline std::string short_labels(const Operation& operation, uint64_t mask) {
  std::vector<std::string> labels;
  for (const Constraint& constraint : operation.constraints)
    if (has_bit(mask, constraint.bit)) labels.emplace_back(constraint.label);
  return join(labels);
}

inline constexpr Family all_families[] = {
#define FAMILY(family, ...) Family::family,
#include "spec/vocabulary/operations.def"
};

inline std::vector<TableRow> read_table(const std::string& folder, Family family) {
  const std::string path = fmt::format("{}/{}.txt", folder, stem(family));
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<TableRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> parts = split(line, " | ");
    TableRow row = {line, parts[0], {}};
    for (size_t i = 1; i < parts.size(); ++i) {
      std::vector<std::string> words = words_in(parts[i]);
      if (words.empty()) throw std::runtime_error("empty clause: " + line);
      const std::string kind = words[0];
      words.erase(words.begin());
      row.clauses.push_back({kind, words});
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace strideproof
