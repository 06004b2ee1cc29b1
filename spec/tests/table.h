#pragma once
// Tables of cases worked by hand: FOLDER/<family>.txt. A row is SUBJECT | CLAUSE | CLAUSE... A clause
// is its kind and further words.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <string>
#include <vector>

#include "spec/tests/rows.h"
#include "spec/vocabulary/operation.h"

namespace strideproof {

struct TableClause {
  std::string kind;
  std::vector<std::string> words;
};
struct TableRow {
  std::string place, subject;
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
  std::vector<TableRow> rows;
  for (const auto& [place, fields] :
       tests::read_rows(fmt::format("{}/{}.txt", folder, stem(family)))) {
    TableRow& row = rows.emplace_back(TableRow{place, fields[0], {}});
    for (size_t i = 1; i < fields.size(); ++i) {
      const std::vector<std::string> words = words_in(fields[i]);
      row.clauses.push_back({words[0], {words.begin() + 1, words.end()}});
    }
  }
  return rows;
}

}  // namespace strideproof
