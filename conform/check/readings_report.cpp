// The texts and reports of a table of readings.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "conform/base/text.h"
#include "conform/check/readings.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

std::vector<HeldReading> ReadingTable::determined(const Program& program) const {
  std::map<std::string_view, std::set<size_t>> expected;  // by entry
  for (const Case& step : program.steps)
    for (const EntryState& state : states_[*step.operation])
      if (!state.held && static_cast<size_t>(std::popcount(state.left)) < state.readings())
        expected[state.entry->id].insert(state.expected());
  std::vector<HeldReading> all;
  for (const auto& [id, readings] : expected)
    if (readings.size() == 1) all.push_back({id, *readings.begin()});
  return all;
}

std::vector<ReadingTable::RuledOutDefault> ReadingTable::ruled_out_defaults(
    const Operation& operation) const {
  std::vector<RuledOutDefault> all;
  for (const EntryState& state : states_[operation]) {
    if (!state.default_ruled_out_by) continue;
    std::vector<std::string_view> taken;
    for (size_t reading = 0; reading < state.readings(); ++reading)
      if (has_bit(state.left, reading)) taken.push_back(state.entry->readings[reading]);
    all.push_back(
        {state.entry, fmt::format("{}", fmt::join(taken, " | ")), *state.default_ruled_out_by});
  }
  return all;
}

void ReadingTable::report(const Operation& operation, const ImplementationTraits& traits,
                          std::vector<ReadingReport>& reports) const {
  const auto left = [&](std::string_view id) {
    const auto state =
        std::ranges::find(states_[operation], id, [](const EntryState& r) { return r.entry->id; });
    return state->left;
  };
  for (const EntryState& state : states_[operation]) {
    const LedgerEntry& entry = *state.entry;
    ReadingReport report{std::string(entry.id), std::string(operation.name), {}, {}, state.cases};
    for (size_t reading = 0; reading < state.readings(); ++reading)
      if (has_bit(state.left, reading)) report.left.emplace_back(entry.readings[reading]);
    if (report.left.size() == 1) report.taken = report.left.front();
    report.by_default = entry.readings.front();
    report.held = state.held;
    report.by_rejections = !has_bit(state.left, 0) && state.doubted.contains(0);
    if (state.default_ruled_out_by) report.line = print(*state.default_ruled_out_by);
    if (!state.is_determined()) report.no_effect = why_same(operation, entry.id, left, traits);
    report.compared = state.compared;
    if (state.candidate) report.candidate = print(*state.candidate);
    const bool others_by_default = std::ranges::all_of(
        states_[operation],
        [&](const EntryState& other) { return &other == &state || other.expected() == 0; });
    report.needs_illegal = !traits.illegal_given && !state.is_determined() &&
                           report.no_effect.empty() && !state.candidate && others_by_default &&
                           only_illegal_cases_decide(entry.id);
    reports.push_back(std::move(report));
  }
}

std::string ReadingTable::cited_entries(const Case& c, const ConstraintResults& results) {
  std::vector<std::string_view> ids;
  std::ranges::copy_if(c.operation->ambiguities, std::back_inserter(ids),
                       [&](std::string_view id) { return cites(c, results, id); });
  return fmt::format("{}", fmt::join(ids, " or "));
}

std::string ReadingTable::ruled_out_text(const Choices& choices) {
  std::string text;
  const LedgerEntry* entry = nullptr;
  for (const auto& [state, reading] : choices) {
    const std::string_view name = state->entry->readings[reading];
    const std::string_view before = text.empty() ? "" : " or ";
    text += state->entry == entry ? fmt::format("{}'{}'", before, name)
                                  : fmt::format("{}{} '{}'", before, state->entry->id, name);
    entry = state->entry;
  }
  return fmt::format("only a reading that is ruled out explains it: {}", text);
}

// "ID: 'reading' with ID: 'reading' or ID: 'reading' or one of 2 others".
std::string ReadingTable::any_of_text(const std::vector<Choices>& by) {
  constexpr size_t most = 3;
  std::vector<std::string> ways;
  for (const Choices& choices : by) {
    if (ways.size() == most) {
      ways.push_back(fmt::format("one of {}", counted(std::ssize(by) - std::ssize(ways), "other")));
      break;
    }
    std::vector<std::string> all;
    for (const auto& [state, reading] : choices)
      all.push_back(fmt::format("{}: '{}'", state->entry->id, state->entry->readings[reading]));
    ways.push_back(fmt::format("{}", fmt::join(all, " with ")));
  }
  return fmt::format("{}", fmt::join(ways, " or "));
}

std::vector<std::string> ReadingTable::undecided(const Operation& operation,
                                                 std::vector<Program> programs) {
  std::vector<CandidateProgram> candidates;
  for (Program& program : programs) candidates.push_back({std::move(program)});
  std::vector<std::string> all;
  for (const Undecided& one : undecided_) {
    if (&one.operation() != &operation) continue;
    std::vector<std::string> lines;
    for (const Program& program : deciding(one.by, candidates, 1)) lines.push_back(print(program));
    const std::string decides =
        lines.empty()
            ? fmt::format("none of {} tried would decide", counted(std::ssize(candidates), "case"))
            : fmt::format("would decide{}: {}",
                          lines.size() > 1 ? fmt::format(", with {} more", lines.size() - 1) : "",
                          lines.front());
    all.push_back(fmt::format("{}: either {} explains {}; {}", operation.name, any_of_text(one.by),
                              print(one.program), decides));
  }
  comparison_.close_system();
  if (const auto more = not_kept_.find(&operation); more != not_kept_.end())
    all.push_back(fmt::format(
        "{}: {} more programs are explained by several combinations of readings; only {} are kept",
        operation.name, more->second, most_undecided));
  return all;
}

}  // namespace strideproof
