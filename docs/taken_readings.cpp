#include "docs/taken_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "spec/read_otherwise.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

bool is_known(const TakenReading& taken) {
  const int index = ledger_index(taken.id);
  if (index < 0) return false;
  const auto& readings = ledger()[static_cast<size_t>(index)].readings;
  return std::find(readings.begin(), readings.end(), taken.reading) != readings.end();
}

// True if one of the operations has the entry.
bool has_entry(const std::string& operations, std::string_view id) {
  const std::vector<const Operation*> all = matching(operations);
  return std::any_of(all.begin(), all.end(),
                     [&](const Operation* operation) { return leaves_open(*operation, id); });
}

}  // namespace

std::vector<CheckedImplementation> read_taken_readings(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(fmt::format("{}: cannot be read", path));
  std::vector<CheckedImplementation> all;
  int number = 0;
  const auto require = [&](bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(fmt::format("{}:{}: {}", path, number, what));
  };
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> fields = split(line, " | ");
    if (fields.size() == 2) {
      all.push_back({fields[0], fields[1], {}});
      continue;
    }
    require(fields.size() == 4, "not 'IMPLEMENTATION | ENTRY | READING | OPERATIONS'");
    require(!all.empty() && all.back().name == fields[0], "no line says what was checked of it");
    all.back().taken.push_back({fields[1], fields[2], fields[3]});
    require(is_known(all.back().taken.back()),
            fmt::format("the ledger has no reading '{}' of '{}'", fields[2], fields[1]));
  }
  return all;
}

std::string taken_text(const LedgerEntry& entry,
                       const std::vector<CheckedImplementation>& implementations) {
  std::string lines = "Implementations that were checked:\n\n";
  for (const CheckedImplementation& implementation : implementations) {
    bool is_taken = false;
    for (const TakenReading& one : implementation.taken) {
      if (one.id != entry.id) continue;
      is_taken = true;
      lines += fmt::format("- {}: {} ({})\n", implementation.name, one.reading, one.operations);
    }
    if (!is_taken)
      lines += fmt::format("- {}: {}\n", implementation.name,
                           has_entry(implementation.operations, entry.id)
                               ? "its cases left it open"
                               : "it has none of these operations");
  }
  return lines;
}

}  // namespace strideproof
