#include "model/tests/worked_cases.h"

#include <map>
#include <stdexcept>

#include "spec/tests/table.h"

namespace strideproof {
namespace {

using Texts = std::vector<std::string>;

int64_t number(const std::string& text) { return std::stoll(text, nullptr, 0); }

// The text before and after the first `mark`; after: empty where there is none.
std::pair<std::string, std::string> halves(const std::string& text, char mark) {
  const size_t at = text.find(mark);
  if (at == std::string::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + 1)};
}

Elements elements_of(const std::string& text) {
  const auto [place, values] = halves(text, '=');
  const bool system = place.starts_with("system@");
  const auto [lane, at] = halves(system ? halves(place, '@').second : place, ':');
  const auto [offset, bytes] = halves(at, '/');
  Elements elements = {system ? Space::system : Space::local,
                       std::stoi(lane),
                       number(offset),
                       bytes.empty() ? 4 : std::stoi(bytes),
                       {}};
  for (auto [value, rest] = halves(values, ','); !value.empty();
       std::tie(value, rest) = halves(rest, ','))
    elements.values.push_back(static_cast<uint32_t>(number(value)));
  return elements;
}

// Rows of elements of a fractal: offset in it, offset in the square of the first element.
struct Fractal {
  int elements;
  int64_t step;  // bytes from element to element of the square
  std::vector<std::pair<int64_t, int64_t>> rows;
};
using Fractals = std::map<std::string, Fractal>;

Fractal fractal_of(const Texts& words) {
  Fractal fractal = {std::stoi(words.at(1)), number(words.at(2)), {}};
  for (size_t i = 3; i < words.size(); ++i) {
    const auto [dst, src] = halves(words[i], '<');
    fractal.rows.emplace_back(number(dst), number(src));
  }
  return fractal;
}

void append_runs(const std::string& text, const Fractals& fractals, std::vector<Run>& runs) {
  const auto [name, places] = halves(text, '@');
  if (!places.empty()) {
    const auto [dst, src] = halves(places, '<');
    const Fractal& fractal = fractals.at(name);
    // A row of a fractal has 32 bytes, or in the other forms `step` bytes.
    const int64_t next = fractal.rows.at(1).first / fractal.elements;
    for (const auto& [to, from] : fractal.rows)
      for (int e = 0; e < fractal.elements; ++e)
        runs.push_back({0, number(dst) + to + e * next, 0, number(src) + from + e * fractal.step});
    return;
  }
  const auto [to, from] = halves(text, '<');
  const auto [from_place, elements] = halves(from, '*');
  const auto [dst_lane, dst] = halves(to, ':');
  const auto [src_lane, src] = halves(from_place, ':');
  runs.push_back({std::stoi(dst_lane), number(dst), std::stoi(src_lane), number(src),
                  elements.empty() ? 1 : std::stoi(elements)});
}

void add(const TableClause& clause, const Fractals& fractals, WorkedCase& worked) {
  const std::string& kind = clause.kind;
  if (worked.kind.empty()) worked.kind = kind;
  if (kind == "rejects" || kind == "evaluates" || kind == "costly") {
    worked.labels = join(clause.words);
    return;
  }
  if (kind == "default") {
    worked.by_default = join(clause.words);
    return;
  }
  for (const std::string& word : clause.words)
    if (kind == "bytes") {
      worked.name = word;
    } else if (kind == "reading") {
      const auto [id, reading] = halves(word, '=');
      const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(id))];
      worked.choices.push_back({entry.id, std::stoul(reading)});
    } else if (kind == "copies") {
      append_runs(word, fractals, worked.runs);
    } else if (kind == "constant") {
      worked.constant.push_back(static_cast<uint8_t>(number(word)));
    } else if (kind == "before" || kind == "after") {
      (kind == "before" ? worked.before : worked.after).push_back(elements_of(word));
    } else if (kind == "returns") {
      worked.returned = static_cast<uint64_t>(number(word));
    } else {
      throw std::runtime_error("no such clause: " + kind);
    }
}

std::vector<WorkedCase> read_cases(Family family) {
  std::vector<WorkedCase> all;
  Fractals fractals;
  for (const TableRow& row : read_table("model/tests/tables", family)) {
    if (row.clauses.empty()) {
      const Texts words = words_in(row.subject);
      fractals[words.at(1)] = fractal_of({words.begin() + 1, words.end()});
      continue;
    }
    WorkedCase& worked = all.emplace_back();
    worked.line = row.subject;
    worked.program = parse_program(row.subject);
    for (const TableClause& clause : row.clauses) add(clause, fractals, worked);
  }
  return all;
}

}  // namespace

const std::vector<WorkedCase>& worked_cases(Family family) {
  static const std::vector<std::vector<WorkedCase>> all = [] {
    std::vector<std::vector<WorkedCase>> made;
    for (const Family each : all_families) made.push_back(read_cases(each));
    return made;
  }();
  return all.at(static_cast<size_t>(family));
}

}  // namespace strideproof
