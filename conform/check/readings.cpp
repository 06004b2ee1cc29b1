#include "conform/check/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// A passing case is tried under other readings if it is illegal by the entry itself, or if it is
// small and either among the first of its operation or one in so many.
constexpr int64_t first_cases = 256;
constexpr int64_t once_in = 64;
constexpr int64_t small_case = 4096;  // elements
// Runs of the reference to find the readings that explain one outcome.
constexpr int most_runs = 512;

const LedgerEntry& entry_of(const Operation& operation, size_t place) {
  const int index = ledger_index(operation.ambiguities[place]);
  return ledger()[static_cast<size_t>(index)];
}

// True if a violated constraint of the case cites the entry.
bool cited(const Case& c, const ConstraintResults& constraint_results, std::string_view id) {
  return std::any_of(c.operation->constraints.begin(), c.operation->constraints.end(),
                     [&](const Constraint& constraint) {
                       return (constraint_results.violated >> constraint.bit & 1) != 0 &&
                              constraint.grade == Grade::assumed && constraint.citation == id;
                     });
}

bool only_assumed(const Case& c, const ConstraintResults& constraint_results) {
  return std::all_of(c.operation->constraints.begin(), c.operation->constraints.end(),
                     [&](const Constraint& constraint) {
                       return (constraint_results.violated >> constraint.bit & 1) == 0 ||
                              constraint.grade == Grade::assumed;
                     });
}

bool concerns_bytes(VerdictKind kind) {
  switch (kind) {
    case VerdictKind::wrong_byte:
    case VerdictKind::write_outside:
    case VerdictKind::source_changed:
    case VerdictKind::accepted_invalid:
    case VerdictKind::rejected_valid:
    case VerdictKind::wrong_return_value: return true;
    default: return false;
  }
}

// The case that a program tests: the only step, or a count after mask copies, which is meaningless
// alone. nullptr: several.
const Case* subject(const Program& program) {
  const Case& last = program.steps.back();
  if (program.steps.size() == 1) return &last;
  const bool all_count =
      std::all_of(program.steps.begin(), program.steps.end(), [](const Case& step) {
        return bm_atomic::is_kind(*step.operation, bm_atomic::Kind::mask_count) ||
               (bm_atomic::is_kind(*step.operation, bm_atomic::Kind::mask_memcpy_4D) &&
                spec::evaluate(step).legal());
      });
  return all_count && bm_atomic::is_kind(*last.operation, bm_atomic::Kind::mask_count) ? &last
                                                                                       : nullptr;
}

}  // namespace

ReadingTable::ReadingTable(const Profile& profile) : oracle_(profile, DeviceState::kept) {
  forget();
}

void ReadingTable::forget() {
  departs_ = false;
  seen_.assign(catalogue().size(), 0);
  rows_.clear();
  for (const Operation& operation : catalogue()) {
    std::vector<EntryRow>& rows = rows_.emplace_back();
    for (size_t place = 0; place < operation.ambiguities.size(); ++place)
      rows.push_back({std::vector<bool>(entry_of(operation, place).readings.size(), true), 0, {}});
  }
}

std::vector<ReadingTable::EntryRow>& ReadingTable::rows(const Operation& operation) {
  return rows_[static_cast<size_t>(operation.index)];
}
const std::vector<ReadingTable::EntryRow>& ReadingTable::rows(const Operation& operation) const {
  return rows_[static_cast<size_t>(operation.index)];
}

StepReadings ReadingTable::expected(const Program& program) const { return with(program, {}); }

StepReadings ReadingTable::with(const Program& program, const Choices& choices) const {
  StepReadings readings(program.steps.size());
  bool others = false;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Operation& operation = *program.steps[i].operation;
    for (size_t place = 0; place < rows(operation).size(); ++place) {
      const std::vector<bool>& left = rows(operation)[place].left;
      auto reading = std::find(left.begin(), left.end(), true) - left.begin();
      for (const Choice& choice : choices)
        if (choice.operation == &operation && choice.entry == place) reading = choice.reading;
      const int index = ledger_index(operation.ambiguities[place]);
      readings[i][static_cast<size_t>(index)] = static_cast<uint8_t>(reading);
      others = others || reading != 0;
    }
  }
  if (!others) readings.clear();
  return readings;
}

// The verdict of the last expect() on an outcome.
ReadingTable::Answer ReadingTable::explains(const Program& program, const Expectation& expectation,
                                            const Outcome& outcome, const Found& found) {
  if (expectation.left_windows || expectation.verdict_only) return Answer::unknown;
  return is_finding(oracle_.compare(program, outcome, found).kind) ? Answer::no : Answer::yes;
}

ReadingTable::Choices ReadingTable::alternatives(const Program& program) const {
  Choices all;
  for (const Case& step : program.steps) {
    const std::vector<EntryRow>& of_step = rows(*step.operation);
    for (size_t place = 0; place < of_step.size(); ++place) {
      const std::vector<bool>& left = of_step[place].left;
      const auto current = std::find(left.begin(), left.end(), true) - left.begin();
      for (uint8_t reading = 0; reading < left.size(); ++reading) {
        const Choice choice{step.operation, place, reading};
        if (reading != current && std::find(all.begin(), all.end(), choice) == all.end())
          all.push_back(choice);
      }
    }
  }
  return all;
}

bool ReadingTable::is_open(const Choice& choice) const {
  return rows(*choice.operation)[choice.entry].left[choice.reading];
}

// Starts with the expected readings and adds one reading at a time, as long as each changes the
// expectation.
ReadingTable::Explained ReadingTable::explain(const Program& program, const Outcome& outcome,
                                              const Found& found) {
  Explained result;
  const Choices all = alternatives(program);
  struct Node {
    Choices choices;
    uint64_t hash;
  };
  oracle_.expect(program, expected(program));
  std::vector<Node> nodes = {{{}, oracle_.hash()}};
  int runs = 0;
  for (size_t at = 0; at < nodes.size(); ++at) {
    const Node node = nodes[at];
    for (const Choice& choice : all) {
      const bool taken =
          std::any_of(node.choices.begin(), node.choices.end(), [&](const Choice& other) {
            return other.operation == choice.operation && other.entry == choice.entry;
          });
      if (taken || (!is_open(choice) && !node.choices.empty())) continue;
      Choices more;  // in a fixed order, so each set occurs once
      for (const Choice& c : all)
        if (c == choice ||
            std::find(node.choices.begin(), node.choices.end(), c) != node.choices.end())
          more.push_back(c);
      const auto same = [&](const Node& other) { return other.choices == more; };
      if (std::any_of(nodes.begin(), nodes.end(), same)) continue;
      if (++runs > most_runs) {
        result.complete = false;
        return result;
      }
      const Expectation& expectation = oracle_.expect(program, with(program, more));
      const uint64_t hash = oracle_.hash();
      if (hash == node.hash) continue;
      const Answer answer = explains(program, expectation, outcome, found);
      if (!is_open(choice)) {
        if (answer == Answer::yes) result.crossed_out.push_back(choice);
        continue;
      }
      result.unknown = result.unknown || answer == Answer::unknown;
      const auto within = [&](const Choices& fewer) {
        return std::includes(more.begin(), more.end(), fewer.begin(), fewer.end(),
                             [&](const Choice& a, const Choice& b) {
                               return std::find(all.begin(), all.end(), a) <
                                      std::find(all.begin(), all.end(), b);
                             });
      };
      if (answer != Answer::yes)
        nodes.push_back({more, hash});
      else if (std::none_of(result.by.begin(), result.by.end(), within))
        result.by.push_back(more);
    }
  }
  return result;
}

Verdict ReadingTable::refined(const Program& program, const Verdict& verdict,
                              const Explained& explained) const {
  if (!explained.by.empty()) return {};
  Verdict refined = verdict;
  if (explained.unknown || !explained.complete) {
    refined.kind = VerdictKind::not_observed;
    refined.detail = explained.unknown ? "a reading touches bytes that no window holds"
                                       : "too many readings may explain it";
    return refined;
  }
  const Case& step = program.steps[static_cast<size_t>(verdict.step)];
  const bool assumed =
      verdict.kind == VerdictKind::accepted_invalid && only_assumed(step, spec::evaluate(step));
  if (subject(program) == nullptr && (assumed || !explained.crossed_out.empty())) {
    refined.kind = VerdictKind::not_observed;
    refined.detail = "only a single case decides the reading of a step";
    return refined;
  }
  if (!explained.crossed_out.empty()) {
    const Choice& choice = explained.crossed_out.front();
    const LedgerEntry& entry = entry_of(*choice.operation, choice.entry);
    refined.kind = VerdictKind::no_reading_explains;
    refined.detail = fmt::format("{}: this case takes the reading '{}', which is ruled out",
                                 entry.id, entry.readings[choice.reading]);
  } else if (assumed) {
    refined.kind = VerdictKind::no_reading_explains;
    refined.detail += "; no reading of the entry explains every byte";
  }
  return refined;
}

Verdict ReadingTable::refine(const Program& program, const Verdict& verdict, const Outcome& outcome,
                             const Found& found) {
  if (!concerns_bytes(verdict.kind)) return verdict;
  return refined(program, verdict, explain(program, outcome, found));
}

Verdict ReadingTable::learn(const Program& program, const Verdict& verdict, const Outcome& outcome,
                            const Found& found) {
  const Case* c = subject(program);
  if (c == nullptr) return refine(program, verdict, outcome, found);
  ++seen_[static_cast<size_t>(c->operation->index)];
  if (verdict.kind == VerdictKind::pass || verdict.kind == VerdictKind::rejected_as_documented) {
    cross_out(program, outcome, found);
    return verdict;
  }
  if (!concerns_bytes(verdict.kind)) return verdict;
  const Explained explained = explain(program, outcome, found);
  if (explained.by.empty() || explained.unknown || !explained.complete)
    return refined(program, verdict, explained);
  // If every explanation takes another reading of an entry, only these readings are left.
  for (const Choice& choice : explained.by.front()) {
    EntryRow& row = rows(*choice.operation)[choice.entry];
    std::vector<bool> explaining(row.left.size());
    const bool always =
        std::all_of(explained.by.begin(), explained.by.end(), [&](const Choices& choices) {
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
  return {};
}

void ReadingTable::keep(EntryRow& row, const std::vector<bool>& left, const Program& program) {
  ++row.cases;
  if (left == row.left) return;
  row.left = left;
  row.told.push_back({++time_, program});
  departs_ = departs_ || !left.front();
}

std::vector<Program> ReadingTable::witnesses(const Program& program) const {
  std::map<int64_t, const Program*> in_order;
  for (const Case& step : program.steps)
    for (const EntryRow& row : rows(*step.operation))
      for (const Elimination& told : row.told) in_order[told.time] = &told.by;
  std::vector<Program> all;
  for (const auto& [_, witness] : in_order)
    if (std::find(all.begin(), all.end(), *witness) == all.end()) all.push_back(*witness);
  return all;
}

void ReadingTable::decide(std::string_view id, size_t reading) {
  const int index = ledger_index(id);
  if (index < 0) throw std::invalid_argument(fmt::format("the ledger has no entry '{}'", id));
  const size_t count = ledger()[static_cast<size_t>(index)].readings.size();
  if (reading >= count)
    throw std::invalid_argument(fmt::format("{} has readings 0 to {}", id, count - 1));
  for (const Operation& operation : catalogue())
    for (size_t place = 0; place < operation.ambiguities.size(); ++place) {
      if (operation.ambiguities[place] != id) continue;
      std::vector<bool>& left = rows(operation)[place].left;
      left.assign(count, false);
      left[reading] = true;
    }
}

bool ReadingTable::worth_asking(const Case& c, size_t place,
                                const ConstraintResults& constraint_results) const {
  const std::vector<bool>& left = rows(*c.operation)[place].left;
  if (std::count(left.begin(), left.end(), true) < 2) return false;
  const int64_t seen = seen_[static_cast<size_t>(c.operation->index)];
  return cited(c, constraint_results, c.operation->ambiguities[place]) ||
         (constraint_results.legal() && (seen <= first_cases || seen % once_in == 0) &&
          spec::cost(c) <= small_case);
}

// The outcome was as expected: removes the readings that predict another outcome.
void ReadingTable::cross_out(const Program& program, const Outcome& outcome, const Found& found) {
  const Case& c = *subject(program);
  const ConstraintResults constraint_results = evaluate_fresh(c);
  if (!only_assumed(c, constraint_results)) return;
  for (size_t place = 0; place < c.operation->ambiguities.size(); ++place) {
    if (!worth_asking(c, place, constraint_results)) continue;
    EntryRow& row = rows(*c.operation)[place];
    const auto current = std::find(row.left.begin(), row.left.end(), true) - row.left.begin();
    std::vector<bool> left = row.left;
    for (uint8_t reading = 0; reading < left.size(); ++reading) {
      if (reading == current || !left[reading]) continue;
      const Choices other = {{c.operation, place, reading}};
      const Expectation& expectation = oracle_.expect(program, with(program, other));
      if (explains(program, expectation, outcome, found) == Answer::no) left[reading] = false;
    }
    if (left != row.left) keep(row, left, program);
  }
}

void ReadingTable::report(const Operation& operation, std::vector<ReadingReport>& reports) const {
  for (size_t place = 0; place < operation.ambiguities.size(); ++place) {
    const EntryRow& row = rows(operation)[place];
    const LedgerEntry& entry = entry_of(operation, place);
    const auto same = [&](const ReadingReport& r) {
      return r.id == entry.id && r.operation == operation.name;
    };
    auto report = std::find_if(reports.begin(), reports.end(), same);
    if (report == reports.end()) {
      reports.push_back({std::string(entry.id), std::string(operation.name), {}, {}, 0});
      report = reports.end() - 1;
      report->left.assign(entry.readings.begin(), entry.readings.end());
    }
    for (size_t reading = 0; reading < row.left.size(); ++reading)
      if (!row.left[reading]) std::erase(report->left, entry.readings[reading]);
    report->cases += row.cases;
    report->taken.reset();
    if (report->left.size() == 1) report->taken = report->left[0];
  }
}

}  // namespace strideproof
