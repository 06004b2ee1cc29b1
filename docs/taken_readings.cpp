#include "docs/taken_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace strideproof {
namespace {

std::vector<std::string> fields_of(std::string line) {
  std::vector<std::string> fields;
  for (size_t end; (end = line.find(" | ")) != std::string::npos; line.erase(0, end + 3))
    fields.push_back(line.substr(0, end));
  fields.push_back(line);
  return fields;
}

bool is_known(const TakenReading& taken) {
  const int index = ledger_index(taken.id);
  if (index < 0) return false;
  const auto& readings = ledger()[static_cast<size_t>(index)].readings;
  return std::find(readings.begin(), readings.end(), taken.reading) != readings.end();
}

}  // namespace

std::vector<TakenReading> read_taken_readings(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(fmt::format("{}: cannot be read", path));
  std::vector<TakenReading> all;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != 4)
      throw std::runtime_error(
          fmt::format("{}:{}: not 'IMPLEMENTATION | ENTRY | READING | OPERATIONS'", path, number));
    all.push_back({fields[0], fields[1], fields[2], fields[3]});
    if (!is_known(all.back()))
      throw std::runtime_error(fmt::format("{}:{}: the ledger has no reading '{}' of '{}'", path,
                                           number, fields[2], fields[1]));
  }
  return all;
}

std::string taken_text(const LedgerEntry& entry, const std::vector<TakenReading>& taken) {
  std::string lines;
  for (const TakenReading& one : taken)
    if (one.id == entry.id)
      lines += fmt::format("- {}: {} ({})\n", one.implementation, one.reading, one.operations);
  return lines.empty() ? "Implementations known to take one: none.\n"
                       : "Implementations known to take one:\n\n" + lines;
}

}  // namespace strideproof
