// Programs that several readings explain as well, until others tell.

#include <fmt/format.h>

#include <algorithm>

#include "conform/check/readings.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

constexpr size_t most_undecided = 64;

}  // namespace

const LedgerEntry& ReadingTable::entry_at(const Operation& operation, size_t place) {
  const int index = ledger_index(operation.ambiguities[place]);
  return ledger()[static_cast<size_t>(index)];
}

// If every explanation takes another reading of an entry, only these readings are left.
void ReadingTable::take(const Program& program, const std::vector<Choices>& by) {
  for (const Choice& choice : by.front()) {
    EntryRow& row = rows(*choice.operation)[choice.entry];
    std::vector<bool> explaining(row.left.size());
    const bool always = std::all_of(by.begin(), by.end(), [&](const Choices& choices) {
      bool read = false;
      for (const Choice& other : choices)
        if (other.operation == choice.operation && other.entry == choice.entry)
          read = explaining[other.reading] = true;
      return read;
    });
    if (!always) continue;
    for (size_t reading = 0; reading < row.left.size(); ++reading)
      explaining[reading] = explaining[reading] && row.left[reading];
    keep(row, explaining, program);
  }
}

// Several readings explain a program as well: later programs may tell.
void ReadingTable::put_off(const Program& program, const std::vector<Choices>& by) {
  const auto same = [&](const Undecided& other) { return other.by == by; };
  if (undecided_.size() >= most_undecided ||
      std::any_of(undecided_.begin(), undecided_.end(), same))
    return;
  undecided_.push_back({program, by});
  for (const Choices& choices : by)
    for (const Choice& choice : choices)
      rows(*choice.operation)[choice.entry].told.push_back({++time_, program});
}

// Considers the programs put off again. If the readings that are left explain one no longer, the
// verdict is a finding.
Verdict ReadingTable::reconsidered(const Verdict& verdict) {
  for (size_t i = 0; i < undecided_.size(); ++i) {
    Undecided& undecided = undecided_[i];
    const std::vector<Choices> before = undecided.by;
    std::erase_if(undecided.by, [&](const Choices& choices) {
      return !std::all_of(choices.begin(), choices.end(),
                          [&](const Choice& choice) { return is_open(choice); });
    });
    if (undecided.by.size() == before.size()) continue;
    const Program program = undecided.program;
    if (undecided.by.empty()) {
      undecided_.erase(undecided_.begin() + static_cast<std::ptrdiff_t>(i));
      Verdict finding = verdict;
      finding.kind = VerdictKind::no_reading_explains;
      finding.detail = fmt::format("{} explains {}, and this case rules it out",
                                   any_of_text(before), print(program));
      return finding;
    }
    const std::vector<Choices> left = undecided.by;
    if (left.size() == 1) undecided_.erase(undecided_.begin() + static_cast<std::ptrdiff_t>(i));
    take(program, left);
    i = static_cast<size_t>(-1);  // what is left now may decide an earlier one
  }
  return verdict;
}

std::string ReadingTable::any_of_text(const std::vector<Choices>& by) const {
  std::string text;
  for (const Choices& choices : by) {
    std::string all;
    for (const Choice& choice : choices) {
      const LedgerEntry& entry = entry_at(*choice.operation, choice.entry);
      all += fmt::format("{}{}: '{}'", all.empty() ? "" : " with ", entry.id,
                         entry.readings[choice.reading]);
    }
    text += (text.empty() ? "" : " or ") + all;
  }
  return text;
}

std::vector<std::string> ReadingTable::undecided(const Operation& operation) const {
  std::vector<std::string> all;
  for (const Undecided& one : undecided_)
    if (one.by.front().front().operation == &operation)
      all.push_back(
          fmt::format("{}: {} explains {} as well; strideproof explain ID shows cases "
                      "that tell",
                      operation.name, any_of_text(one.by), print(one.program)));
  return all;
}

}  // namespace strideproof
