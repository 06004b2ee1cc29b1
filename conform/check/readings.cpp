#include "conform/check/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "conform/report/causes.h"
#include "props/parameters.h"
#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof {
namespace {

// A case with the expected outcome is tried under another reading of an entry if a constraint that
// cites the entry is violated, or if the case was given to decide. Another case is tried only if it
// is small, and one of the first cases of its operation or one in `once_in` after these.
constexpr int64_t small_case = 4096;  // elements
constexpr int64_t first_cases = 256;
constexpr int64_t once_in = 64;

// True for findings that another reading may explain.
bool concerns_bytes(VerdictKind kind) {
  return is_wrong_result(kind) || kind == VerdictKind::accepted_invalid ||
         kind == VerdictKind::rejected_valid;
}

// False if the step is illegal, but violates only assumed constraints, so that another reading may
// make it legal.
bool legality_is_certain(const Case& step) {
  const ConstraintResults results = spec::evaluate(step);
  return results.legal() || !violates_only_assumed(*step.operation, results);
}

// The case that a program tests: its only step, or a count after mask copies, as a count alone is
// meaningless. nullptr: the program tests several cases.
const Case* subject(const Program& program) {
  const Case& last = program.steps.back();
  if (program.steps.size() == 1) return &last;
  const bool all_count = std::ranges::all_of(program.steps, [](const Case& step) {
    return bm_atomic::reads_mask_count(*step.operation) ||
           (bm_atomic::is_mask_copy(*step.operation) && legality_is_certain(step));
  });
  return all_count && bm_atomic::reads_mask_count(*last.operation) ? &last : nullptr;
}

}  // namespace

bool ReadingTable::cites(const Case& c, const ConstraintResults& results, std::string_view id) {
  return any_constraint(*c.operation, results.violated, [&](const Constraint& constraint) {
    return constraint.grade == Grade::assumed && constraint.citation == id;
  });
}

ReadingTable::ReadingTable(const Profile& profile, std::vector<HeldReading> held)
    : profile_(profile),
      oracle_(profile, DeviceState::kept),
      comparison_(profile),
      held_(std::move(held)) {
  forget();
}

void ReadingTable::forget() {
  eliminations_.clear();
  undecided_.clear();
  given_to_decide_.clear();
  reopened_.clear();
  not_kept_.clear();
  seen_ = {};
  states_ = {};
  for (const Operation& operation : catalogue())
    for (const std::string_view id : operation.ambiguities) {
      const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(id))];
      const uint32_t all = (1U << entry.readings.size()) - 1;
      const auto held = std::ranges::find(held_, id, &HeldReading::id);
      const bool is_held = held != held_.end();
      states_[operation].push_back(
          {&operation, &entry, is_held ? 1U << held->number : all, 0, is_held});
    }
}

StepReadings ReadingTable::with(const Program& program, const Choices& choices) const {
  StepReadings readings(program.steps.size(), default_readings);
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const auto set = [&](const EntryState& state, uint8_t reading) {
      if (state.operation == program.steps[i].operation)
        readings[i][static_cast<size_t>(state.entry - ledger().data())] = reading;
    };
    for (const EntryState& state : states_[*program.steps[i].operation])
      set(state, state.expected());
    for (const Choice& choice : choices) set(*choice.state, choice.reading);
  }
  const bool by_default =
      std::ranges::count(readings, default_readings) == std::ssize(program.steps);
  return by_default ? StepReadings() : readings;
}

Verdict ReadingTable::refined(const Program& program, const Verdict& verdict,
                              const Explained& explained) {
  if (!explained.by.empty()) return {};
  Verdict refined = verdict;
  if (explained.unknown || !explained.complete) {
    refined.kind = VerdictKind::not_observed;
    refined.detail = explained.unknown ? "a reading touches bytes that no window holds"
                                       : "too many readings may explain it";
    return refined;
  }
  const auto at = static_cast<size_t>(verdict.step);
  const Case& step = program.steps[at];
  const bool accepted = verdict.kind == VerdictKind::accepted_invalid;
  ConstraintResults results;  // of constraints on contents too
  if (accepted) results = oracle_.expect(program, expected(program)).results[at].constraint_results;
  const bool assumed = accepted && violates_only_assumed(*step.operation, results);
  if (subject(program) == nullptr && (assumed || !explained.ruled_out.empty())) {
    refined.kind = VerdictKind::not_observed;
    refined.detail = "only a single case decides the reading of a step";
    return refined;
  }
  const bool rejected = verdict.kind == VerdictKind::rejected_valid;
  const bool by_default = std::ranges::all_of(
      explained.ruled_out, [](const Choice& choice) { return choice.state->expected() == 0; });
  if (!explained.ruled_out.empty() && rejected && by_default) {
    for (const Choice& choice : explained.ruled_out)
      refined.readings.push_back({choice.state->entry->id, 0});
    const auto same = std::unique(refined.readings.begin(), refined.readings.end());
    refined.readings.erase(same, refined.readings.end());
  } else if (!explained.ruled_out.empty()) {
    refined.kind = VerdictKind::no_reading_explains;
    refined.detail = ruled_out_text(explained.ruled_out);
    refined.entry = explained.ruled_out.front().state->entry->id;
    if (rejected) refined.detail += "; " + verdict.detail;
  } else if (assumed) {
    refined.kind = VerdictKind::no_reading_explains;
    refined.detail +=
        fmt::format("; no reading of {} explains every byte", cited_entries(step, results));
  }
  return refined;
}

void ReadingTable::close_large_memory() {
  if (oracle_.shadow().open_chunks().size() > kept_chunks) oracle_.shadow().close_system();
}

Verdict ReadingTable::refine(const Program& program, const Verdict& verdict, const Outcome& outcome,
                             const Found& found) {
  close_large_memory();
  if (!concerns_bytes(verdict.kind)) return verdict;
  const Explained explained = explain(program, outcome, found);
  if (explained.by.empty() || std::ranges::any_of(explained.by, is_open))
    return refined(program, verdict, explained);
  Verdict open = verdict;
  open.kind = VerdictKind::not_observed;
  open.detail = "a reading explains it that only the rejection of another case ruled out";
  return open;
}

Verdict ReadingTable::learn(const Program& program, const Verdict& verdict, const Outcome& outcome,
                            const Found& found) {
  close_large_memory();
  const Case* c = subject(program);
  if (c == nullptr) return refine(program, verdict, outcome, found);
  ++seen_[*c->operation];
  if (is_right(verdict.kind)) {
    rule_out(program, outcome, found);
    return reconsidered(verdict);
  }
  if (!concerns_bytes(verdict.kind)) return verdict;
  Explained explained = explain(program, outcome, found);
  const bool is_clear = !explained.unknown && explained.complete;
  if (is_clear && !outcome.is_rejection() && !explained.by.empty()) drop_doubted(explained.by);
  if (is_clear && reopen_doubted(program, explained.by)) return reconsidered({});
  std::erase_if(explained.by, std::not_fn(is_open));
  if (explained.by.empty() || !is_clear) return refined(program, verdict, explained);
  take(program, explained.by, outcome.is_rejection());
  if (explained.by.size() > 1) keep_undecided(program, explained.by, outcome.is_rejection());
  return reconsidered({});
}

void ReadingTable::keep(EntryState& state, uint32_t left, const Program& program, bool rejected) {
  if (left == state.left) return;
  ++state.cases;
  for (uint8_t reading = 0; rejected && reading < state.readings(); ++reading)
    if (has_bit(state.left & ~left, reading)) state.doubted.insert_or_assign(reading, program);
  const uint8_t expected = state.expected();
  if (!has_bit(left, 0) && !state.default_ruled_out_by) state.default_ruled_out_by = program;
  state.left = left;
  state.compared = 0;
  state.candidate.reset();
  if (state.expected() != expected) drop_undecided(program);
  eliminations_.push_back({state.operation, program});
}

std::vector<Program> ReadingTable::witnesses(const Program& program) const {
  std::vector<Program> all;
  for (const auto& [operation, by] : eliminations_)
    if (std::ranges::count(program.steps, operation, &Case::operation) > 0 && by != program &&
        (all.empty() || all.back() != by))  // a program may be learned more than once
      all.push_back(by);
  return all;
}

// Called after an expected outcome: removes the readings that predict another outcome. If the
// program was executed, a doubted reading that predicts another outcome never opens again.
void ReadingTable::rule_out(const Program& program, const Outcome& outcome, const Found& found) {
  const Case& c = *subject(program);
  const ConstraintResults results = props::evaluate_fresh(c);
  if (!violates_only_assumed(*c.operation, results)) return;
  const int64_t seen = seen_[*c.operation];
  const bool sampled = seen <= first_cases || seen % once_in == 0;
  const bool always_tried =
      (sampled && spec::cost(c) <= small_case) || std::ranges::count(given_to_decide_, program) > 0;
  std::optional<Entries> asked;
  const bool executed = !outcome.is_rejection();
  for (EntryState& state : states_[*c.operation]) {
    const bool is_settled = state.is_determined() && (state.doubted.empty() || !executed);
    if (is_settled || (!always_tried && !cites(c, results, state.entry->id))) continue;
    if (!asked) asked = oracle_.expect(program, expected(program)).asked;
    if (!state.is_asked(*asked)) continue;
    const auto is_ruled_out = [&](uint8_t reading) {
      oracle_.expect(program, with(program, {{&state, reading}}));
      return explains(program, outcome, found).kind == ReadingAnswer::no;
    };
    uint32_t left = state.left;
    for (uint8_t reading = state.expected() + 1; reading < state.readings(); ++reading)
      if (has_bit(left, reading) && is_ruled_out(reading)) left &= ~(1U << reading);
    if (executed)
      std::erase_if(state.doubted,
                    [&](const auto& doubted) { return is_ruled_out(doubted.first); });
    keep(state, left, program, !executed);
  }
}

}  // namespace strideproof
