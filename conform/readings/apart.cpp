#include "conform/readings/apart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "corpus/corpus.h"

namespace strideproof {
namespace {

constexpr size_t most_open_chunks = 1024;

StepReadings readings_of(const Program& program, int entry, uint8_t reading) {
  Readings readings = default_readings;
  readings[static_cast<size_t>(entry)] = reading;
  return StepReadings(program.steps.size(), readings);
}

bool judged(const Expectation& expectation) {
  return !expectation.verdict_only && !expectation.left_windows;
}

Outcome outcome_of(const std::vector<Result>& results) {
  Outcome outcome;
  for (const Result& result : results) {
    outcome.status.push_back(result.judgement.legal() ? Status::done : Status::rejected);
    outcome.returned.push_back(result.returned);
  }
  return outcome;
}

std::string rejected(const Case& step, const Result& result) {
  return "rejected: " + labels(*step.operation, result.judgement.violated);
}

// By the verdict on what the other reading did, where the one is right.
Told told(const Program& program, const Verdict& verdict, const Result& one, const Result& other) {
  const Case& step = program.steps[static_cast<size_t>(verdict.step)];
  switch (verdict.kind) {
    case Kind::accepted_invalid: return {rejected(step, one), "done"};
    case Kind::rejected_valid: return {"done", rejected(step, other)};
    case Kind::wrong_return_value:
      return {fmt::format("returns {}", one.returned), fmt::format("returns {}", other.returned)};
    default: break;
  }
  const Difference& d = verdict.difference.value();
  const std::string where = place(d);
  return {fmt::format("{} is {:#04x}", where, d.expected),
          fmt::format("{} is {:#04x}", where, d.found)};
}

std::string heading(const ReadingPair& pair) {
  return fmt::format("# {}: {} and {}", ledger()[static_cast<size_t>(pair.entry)].id, pair.one,
                     pair.other);
}

}  // namespace

std::vector<ReadingPair> reading_pairs() {
  std::vector<ReadingPair> all;
  for (size_t entry = 0; entry < ledger().size(); ++entry) {
    const size_t count = ledger()[entry].readings.size();
    for (uint8_t one = 0; one < count; ++one)
      for (auto other = static_cast<uint8_t>(one + 1); other < count; ++other)
        all.push_back({static_cast<int>(entry), one, other});
  }
  return all;
}

std::optional<Told> Apart::tell(const Program& program, const ReadingPair& pair) {
  if (!hold_every_reading(program)) return std::nullopt;
  if (one_.shadow().open_chunks().size() > most_open_chunks) {
    one_.shadow().close_system();
    other_.shadow().close_system();
  }
  const Expectation& one = one_.expect(program, readings_of(program, pair.entry, pair.one));
  const Expectation& other = other_.expect(program, readings_of(program, pair.entry, pair.other));
  if (!judged(one) || !judged(other)) return std::nullopt;
  const Verdict verdict =
      one_.compare(program, outcome_of(other.results), [this](const Region& region) {
        return other_.shadow().at(region.space, region.lane, region.first);
      });
  if (!is_finding(verdict.kind)) return std::nullopt;
  const auto step = static_cast<size_t>(verdict.step);
  return told(program, verdict, one.results[step], other.results[step]);
}

std::string witness_text(const std::vector<Witness>& witnesses) {
  std::string text =
      "# For every two readings of an entry of the ledger (by their numbers, 0 is the default) "
      "the\n"
      "# smallest program found on which they differ. Written by strideproof-readings.\n";
  for (const Witness& witness : witnesses)
    text += fmt::format("\n{}\n{}\n", heading(witness.pair), print(witness.program));
  return text;
}

std::vector<Witness> read_witnesses(const std::string& path) {
  const std::vector<corpus::Entry> programs = corpus::read(path);
  std::vector<std::string> above;  // of each program, the last comment
  std::ifstream file(path);
  for (std::string line, comment; std::getline(file, line);) {
    if (line.starts_with('#'))
      comment = line;
    else if (!line.empty())
      above.push_back(comment);
  }
  std::vector<Witness> witnesses;
  for (const ReadingPair& pair : reading_pairs())
    for (size_t i = 0; i < programs.size() && i < above.size(); ++i)
      if (above[i] == heading(pair)) witnesses.push_back({pair, programs[i].program});
  return witnesses;
}

std::string apart_text(const LedgerEntry& entry, const std::vector<Witness>& witnesses) {
  std::string text;
  for (const auto& [pair, program] : witnesses) {
    if (ledger()[static_cast<size_t>(pair.entry)].id != entry.id) continue;
    const std::optional<Told> told = Apart(*program.profile).tell(program, pair);
    if (!told) continue;  // the test of the corpus says so
    const std::string_view one = entry.readings[pair.one], other = entry.readings[pair.other];
    const size_t width = std::max(one.size(), other.size());
    text += fmt::format("  {}\n    {:<{}}  => {}\n    {:<{}}  => {}\n", print(program), one, width,
                        told->by_one, other, width, told->by_other);
  }
  return text;
}

}  // namespace strideproof
