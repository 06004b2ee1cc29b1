#include "conform/readings/distinguish.h"

#include <fmt/format.h>

#include <algorithm>

#include "corpus/corpus.h"

namespace strideproof {
namespace {

StepReadings readings_of(const Program& program, int entry, uint8_t reading) {
  Readings readings = default_readings;
  readings[static_cast<size_t>(entry)] = reading;
  return StepReadings(program.steps.size(), readings);
}

Outcome outcome_of(const std::vector<Result>& results) {
  Outcome outcome;
  for (const Result& result : results) {
    outcome.status.push_back(result.constraint_results.legal() ? Status::done : Status::rejected);
    outcome.returned.push_back(result.returned);
  }
  return outcome;
}

// Labels name the rules of default readings. Another reading may reject by a rule without a label:
// the label of the violated constraint names a different rule then, and is left out.
std::string rejected(const Case& step, const Result& result, int entry, uint8_t reading) {
  const std::string_view id = ledger()[static_cast<size_t>(entry)].id;
  const uint64_t violated = result.constraint_results.violated;
  const bool is_its_own =
      any_constraint(*step.operation, violated,
                     [&](const Constraint& constraint) { return constraint.citation == id; });
  if (reading != 0 && !is_its_own) return "rejected";
  return "rejected: " + labels(*step.operation, violated);
}

Distinction distinction_of(const Program& program, const ReadingPair& pair, const Verdict& verdict,
                           const Result& one, const Result& other) {
  const Case& step = program.steps[static_cast<size_t>(verdict.step)];
  switch (verdict.kind) {
    case VerdictKind::accepted_invalid: return {rejected(step, one, pair.entry, pair.one), "done"};
    case VerdictKind::rejected_valid:
      return {"done", rejected(step, other, pair.entry, pair.other)};
    case VerdictKind::wrong_return_value:
      return {fmt::format("returns {}", one.returned), fmt::format("returns {}", other.returned)};
    default: break;
  }
  const Difference& d = verdict.difference.value();
  const std::string where = place(d);
  return {fmt::format("{} is {:#04x}", where, d.expected),
          fmt::format("{} is {:#04x}", where, d.found)};
}

}  // namespace

std::string name(const ReadingPair& pair) {
  return fmt::format("{}: {} and {}", ledger()[static_cast<size_t>(pair.entry)].id, pair.one,
                     pair.other);
}

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

std::optional<Verdict> ReadingComparison::difference(const Program& program,
                                                     const StepReadings& one,
                                                     const StepReadings& other) {
  if (!hold_every_reading(program)) return std::nullopt;
  if (one_.shadow().open_chunks().size() > kept_chunks) close_system();
  if (!one_.expect(program, one).bytes_are_compared() ||
      !other_.expect(program, other).bytes_are_compared())
    return std::nullopt;
  const Verdict verdict =
      one_.compare(program, outcome_of(other_.expectation().results), bytes_in(other_.shadow()));
  return is_finding(verdict.kind) ? std::optional(verdict) : std::nullopt;
}

void ReadingComparison::close_system() {
  for (Oracle* oracle : {&one_, &other_}) oracle->shadow().close_system();
}

std::optional<Distinction> ReadingComparison::distinguish(const Program& program,
                                                          const ReadingPair& pair) {
  const std::optional<Verdict> verdict =
      difference(program, readings_of(program, pair.entry, pair.one),
                 readings_of(program, pair.entry, pair.other));
  if (!verdict) return std::nullopt;
  const auto step = static_cast<size_t>(verdict->step);
  return distinction_of(program, pair, *verdict, one_.expectation().results[step],
                        other_.expectation().results[step]);
}

std::string witness_text(const std::vector<Witness>& witnesses) {
  std::string text =
      "# For every two readings of an entry of the ledger (by their numbers, 0 is the default) a\n"
      "# small program on which they differ. Written by strideproof-readings.\n";
  for (const Witness& witness : witnesses)
    text += fmt::format("\n# {}\n{}\n", name(witness.pair), print(witness.program));
  return text;
}

std::vector<Witness> read_witnesses(const std::string& path) {
  const std::vector<corpus::Entry> entries = corpus::read(path);
  std::vector<Witness> witnesses;
  for (const ReadingPair& pair : reading_pairs())
    for (const corpus::Entry& entry : entries)
      if (entry.comment == "# " + name(pair)) witnesses.push_back({pair, entry.program});
  return witnesses;
}

std::string distinguish_text(const LedgerEntry& entry, const std::vector<Witness>& witnesses) {
  std::string text;
  for (const Witness& witness : witnesses) {
    const ReadingPair& pair = witness.pair;
    if (ledger()[static_cast<size_t>(pair.entry)].id != entry.id) continue;
    const std::optional<Distinction> distinction =
        ReadingComparison(*witness.program.profile).distinguish(witness.program, pair);
    if (!distinction) continue;  // the test of the corpus reports it
    const std::string_view one = entry.readings[pair.one], other = entry.readings[pair.other];
    const size_t width = std::max(one.size(), other.size());
    text += fmt::format("  {}\n    {:<{}}  => {}\n    {:<{}}  => {}\n", print(witness.program), one,
                        width, distinction->by_one, other, width, distinction->by_other);
  }
  return text;
}

}  // namespace strideproof
