// Undecided programs, kept until other programs leave one combination of readings.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "conform/check/readings.h"
#include "conform/explain/explain.h"
#include "spec/spec.h"
#include "spec/stop.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

// The entries of which every explanation takes an unexpected reading, with a bit for each one.
std::vector<std::pair<ReadingTable::EntryState*, uint32_t>> ReadingTable::read_otherwise_by_all(
    const std::vector<Choices>& by) {
  std::vector<std::pair<EntryState*, uint32_t>> all;
  for (const Choice& choice : by.front()) {
    uint32_t explaining = 0;
    const bool always = std::ranges::all_of(by, [&](const Choices& choices) {
      const auto other = std::ranges::find(choices, choice.state, &Choice::state);
      if (other != choices.end()) explaining |= 1U << other->reading;
      return other != choices.end();
    });
    if (always) all.emplace_back(choice.state, explaining);
  }
  return all;
}

// If every explanation takes an unexpected reading of an entry, only the readings taken are left.
void ReadingTable::take(const Program& program, const std::vector<Choices>& by, bool rejected) {
  for (const auto& [state, explaining] : read_otherwise_by_all(by))
    keep(*state, explaining & state->left, program, rejected);
}

// A reading that does not explain an executed program is not doubted any more, but stays ruled out.
void ReadingTable::drop_doubted(const std::vector<Choices>& by) {
  for (const auto& [state, explaining] : read_otherwise_by_all(by))
    std::erase_if(state->doubted, [&, bits = explaining](const auto& doubted) {
      return !has_bit(bits, doubted.first);
    });
}

// More than one combination of readings explains a program: later programs may decide.
void ReadingTable::keep_undecided(const Program& program, const std::vector<Choices>& by,
                                  bool rejected) {
  if (std::ranges::count(undecided_, by, &Undecided::by) > 0) return;
  if (undecided_.size() >= most_undecided) {
    ++not_kept_[by.front().front().state->operation];
    return;
  }
  undecided_.push_back({program, by, rejected});
  for (const Choices& choices : by)
    for (const Choice& choice : choices)
      eliminations_.push_back({choice.state->operation, program});
}

// Drops undecided programs with an operation of this program, as their expectation has changed.
void ReadingTable::drop_undecided(const Program& program) {
  std::erase_if(undecided_, [&](const Undecided& other) {
    return std::ranges::any_of(other.program.steps, [&](const Case& step) {
      return std::ranges::count(program.steps, step.operation, &Case::operation) > 0;
    });
  });
}

// The verdict, or a finding if the readings left no longer explain an undecided program.
Verdict ReadingTable::reconsidered(const Verdict& verdict) {
  const auto is_ruled_out = std::not_fn(is_open);
  while (true) {
    const auto at = std::ranges::find_if(undecided_, [&](const Undecided& undecided) {
      return std::ranges::any_of(undecided.by, is_ruled_out);
    });
    if (at == undecided_.end()) return verdict;
    const std::vector<Choices> before = at->by;
    std::erase_if(at->by, is_ruled_out);
    const auto [program, by, rejected] = *at;
    if (by.size() < 2) undecided_.erase(at);
    if (by.empty()) {
      Verdict finding = verdict;
      finding.kind = VerdictKind::no_reading_explains;
      finding.detail = fmt::format("{} explains {}, and this case rules it out",
                                   any_of_text(before), print(program));
      finding.contradicted = program;
      finding.entry = before.front().front().state->entry->id;
      return finding;
    }
    take(program, by, rejected);
  }
}

// False: the readings leave the expectation as it is.
bool ReadingTable::depends_on(CandidateProgram& candidate, const Choices& choices) {
  if (!candidate.asked) {
    close_large_memory();
    candidate.asked = oracle_.expect(candidate.program, expected(candidate.program)).asked;
  }
  return std::ranges::any_of(
      choices, [&](const Choice& choice) { return choice.state->is_asked(*candidate.asked); });
}

// The first candidates that decide between each two combinations of readings, `most` for each.
std::vector<Program> ReadingTable::deciding(const std::vector<Choices>& by,
                                            std::vector<CandidateProgram>& candidates,
                                            size_t most) {
  std::vector<Program> all;
  for (size_t one = 0; one < by.size(); ++one)
    for (size_t other = one + 1; other < by.size(); ++other) {
      size_t found = 0;
      for (auto at = candidates.begin(); at != candidates.end() && found < most; ++at) {
        if (stop_requested()) return all;
        if (!depends_on(*at, by[one]) && !depends_on(*at, by[other])) continue;
        const Program& program = at->program;
        if (!comparison_.difference(program, with(program, by[one]), with(program, by[other])))
          continue;
        ++found;
        if (std::ranges::find(all, program) == all.end()) all.push_back(program);
      }
    }
  return all;
}

bool ReadingTable::is_undecided(const Operation& operation) const {
  return std::ranges::any_of(undecided_,
                             [&](const Undecided& one) { return &one.operation() == &operation; });
}

bool ReadingTable::has_something_to_decide(const Operation& operation) const {
  return is_undecided(operation) ||
         std::ranges::any_of(states_[operation], [&](const EntryState& state) {
           return !state.is_determined() || state.has_doubted_to_try();
         });
}

std::vector<Program> ReadingTable::deciding(const Operation& operation,
                                            std::vector<Program> programs) {
  std::vector<CandidateProgram> candidates;
  for (Program& program : programs)
    if (std::ranges::count(given_to_decide_, program) == 0)
      candidates.push_back({std::move(program)});
  std::vector<Program> all;
  const auto decide = [&](const std::vector<Choices>& by) {
    std::vector<Program> found = deciding(by, candidates, tried_for_two);
    for (const Program& program : found)
      if (std::ranges::find(all, program) == all.end()) all.push_back(program);
    return found;
  };
  for (const Undecided& one : undecided_)
    if (&one.operation() == &operation) decide(one.by);
  for (EntryState& state : states_[operation]) {
    if (state.has_doubted_to_try())
      for (const auto& [reading, by] : state.doubted)
        state.doubted_tried += decide({{}, {{&state, reading}}}).size();
    if (state.is_determined()) continue;
    std::vector<Choices> left;
    for (uint8_t reading = 0; reading < state.readings(); ++reading)
      if (has_bit(state.left, reading)) left.push_back({{&state, reading}});
    const std::vector<Program> found = decide(left);
    if (!stop_requested()) state.compared += std::ssize(candidates);
    if (!found.empty() && !state.candidate) state.candidate = found.front();
  }
  comparison_.close_system();
  std::ranges::copy(all, std::back_inserter(given_to_decide_));
  return all;
}

}  // namespace strideproof
