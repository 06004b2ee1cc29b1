// Programs that more than one combination of readings explains, until others decide.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

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
    const bool always = std::ranges::all_of(by, [&](const Choices& choices) {
      bool read = false;
      for (const Choice& other : choices)
        if (other.operation == choice.operation && other.entry == choice.entry)
          read = explaining[other.reading] = true;
      return read;
    });
    if (!always) continue;
    for (size_t reading = 0; reading < row.left.size(); ++reading)
      explaining[reading] = explaining[reading] && row.left[reading];
    keep(*choice.operation, row, explaining, program);
  }
}

// More than one combination of readings explains a program: later programs may decide.
void ReadingTable::put_off(const Program& program, const std::vector<Choices>& by) {
  const auto same = [&](const Undecided& other) { return other.by == by; };
  if (std::ranges::any_of(undecided_, same)) return;
  if (undecided_.size() >= most_undecided) {
    ++not_kept_[by.front().front().operation];
    return;
  }
  undecided_.push_back({program, by});
  for (const Choices& choices : by)
    for (const Choice& choice : choices) eliminations_.push_back({choice.operation, program});
}

// The programs of these operations were explained under readings that are no longer expected.
void ReadingTable::drop_undecided(const Program& program) {
  std::erase_if(undecided_, [&](const Undecided& other) {
    return std::ranges::any_of(other.program.steps, [&](const Case& step) {
      return std::ranges::count(program.steps, step.operation, &Case::operation) > 0;
    });
  });
}

// Considers the programs put off again. If the readings that are left explain one no longer, the
// verdict is a finding.
Verdict ReadingTable::reconsidered(const Verdict& verdict) {
  for (size_t i = 0; i < undecided_.size(); ++i) {
    Undecided& undecided = undecided_[i];
    const std::vector<Choices> before = undecided.by;
    std::erase_if(undecided.by, [&](const Choices& choices) {
      return !std::ranges::all_of(choices, [&](const Choice& choice) { return is_open(choice); });
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

std::string ReadingTable::ruled_out_text(const Choices& choices) const {
  std::string others;
  const auto entry = [](const Choice& choice) -> const LedgerEntry& {
    return entry_at(*choice.operation, choice.entry);
  };
  for (size_t i = 1; i < choices.size(); ++i)
    others += fmt::format(" or that of {}, '{}'", entry(choices[i]).id,
                          entry(choices[i]).readings[choices[i].reading]);
  return fmt::format("{}: this case takes the reading '{}'{}, which is ruled out",
                     entry(choices[0]).id, entry(choices[0]).readings[choices[0].reading], others);
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

// True if an implementation answers a program of one step differently under the two. Labels alone
// do not count: it rejects without a reason.
bool ReadingTable::decides(const Program& program, const Choices& one, const Choices& other) {
  struct Effect {
    bool legal;
    uint64_t hash;
  };
  const auto effect = [&](const Choices& choices) -> std::optional<Effect> {
    const Expectation& expectation = oracle_.expect(program, with(program, choices));
    if (expectation.left_windows || expectation.verdict_only) return std::nullopt;
    return Effect{expectation.results.front().constraint_results.legal(), oracle_.hash()};
  };
  const std::optional<Effect> by_one = effect(one), by_other = effect(other);
  if (!by_one || !by_other) return false;
  return by_one->legal != by_other->legal || (by_one->legal && by_one->hash != by_other->hash);
}

// The first candidates that decide between each two combinations of readings.
std::vector<Program> ReadingTable::deciding(const std::vector<Choices>& by,
                                            const std::vector<Program>& candidates) {
  std::vector<Program> all;
  for (size_t one = 0; one < by.size(); ++one)
    for (size_t other = one + 1; other < by.size(); ++other) {
      const auto first = std::ranges::find_if(
          candidates, [&](const Program& c) { return decides(c, by[one], by[other]); });
      if (first == candidates.end()) continue;
      const auto same = [&](const Program& c) { return print(c) == print(*first); };
      if (std::ranges::none_of(all, same)) all.push_back(*first);
    }
  return all;
}

bool ReadingTable::is_undecided(const Operation& operation) const {
  return std::ranges::any_of(undecided_, [&](const Undecided& one) {
    return one.by.front().front().operation == &operation;
  });
}

std::vector<Program> ReadingTable::deciding(const Operation& operation,
                                            const std::vector<Program>& candidates) {
  std::vector<Program> all;
  for (const Undecided& one : undecided_)
    if (one.by.front().front().operation == &operation)
      for (Program& program : deciding(one.by, candidates)) all.push_back(std::move(program));
  return all;
}

std::vector<std::string> ReadingTable::undecided(const Operation& operation,
                                                 const std::vector<Program>& candidates) {
  std::vector<std::string> all;
  for (const Undecided& one : undecided_) {
    if (one.by.front().front().operation != &operation) continue;
    std::vector<std::string> lines;
    for (const Program& program : deciding(one.by, candidates)) lines.push_back(print(program));
    const std::string tells =
        lines.empty() ? fmt::format("none of {} cases tried would tell", candidates.size())
                      : fmt::format("would tell: {}", fmt::join(lines, "; "));
    all.push_back(fmt::format("{}: either {} explains {}; {}", operation.name, any_of_text(one.by),
                              print(one.program), tells));
  }
  if (const auto more = not_kept_.find(&operation); more != not_kept_.end())
    all.push_back(fmt::format(
        "{}: {} more programs are explained by several combinations of readings; only {} are kept",
        operation.name, more->second, most_undecided));
  return all;
}

}  // namespace strideproof
