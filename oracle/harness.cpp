#include "oracle/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>

#include "oracle/guard.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

constexpr int64_t watched_bytes = 64;
constexpr size_t most_watched = 64;

// The place in the machine of an address of this process.
std::string name_address(Machine& machine, const void* address) {
  const auto* byte = static_cast<const uint8_t*>(address);
  const Profile& profile = machine.profile();
  if (!profile.windows.empty()) {
    const uint8_t* system = machine.base(Space::system);
    if (byte >= system && byte < system + profile.windows.back().end())
      return fmt::format("system address {:#x}", byte - system);
  }
  if (profile.lanes > 0) {
    const int64_t at = byte - machine.base(Space::local);
    const int64_t size = profile.lanes * profile.lane_bytes;
    if (at >= -Machine::chunk_bytes && at < size + Machine::chunk_bytes)
      return fmt::format("local memory {:+} bytes from its start (it has {})", at, size);
  }
  return fmt::format("{}, outside every memory", address);
}

Status status_of(const ConstraintResults& results) {
  if (results.too_costly) return Status::unsupported;
  return results.violated == 0 ? Status::done : Status::rejected;
}

// The labels left undecided, and those that are evaluated only if the undecided ones hold.
uint64_t open_labels(const Operation& operation, const ConstraintResults& results) {
  uint64_t undecided = 0, open = 0;
  for (const Constraint& constraint : operation.constraints)
    if ((results.violated & operation.needs[constraint.bit]) == 0)
      undecided |= uint64_t{1} << constraint.bit & ~results.evaluated;
  for (const Constraint& constraint : operation.constraints)
    if ((operation.needs[constraint.bit] & undecided) != 0) open |= uint64_t{1} << constraint.bit;
  return open | undecided;
}

Verdict different_labels(const Operation& operation, int step, const ConstraintResults& wanted,
                         const ConstraintResults& found) {
  return {VerdictKind::different_labels, step,
          fmt::format("violated: expected [{}], found [{}]; evaluated by one only: [{}]",
                      labels(operation, wanted.violated), labels(operation, found.violated),
                      labels(operation, wanted.evaluated ^ found.evaluated))};
}

Verdict refused(int step, std::string_view who) {
  return {VerdictKind::refused, step, fmt::format("{} within the budget", who)};
}

// Used if no byte is compared: compares every label that both the reference and the spec decide.
Verdict compare_labels(const Program& program, const Expectation& expected,
                       Harness::Evaluate evaluate) {
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Case& step = program.steps[i];
    const ConstraintResults& wanted = expected.results[i].constraint_results;
    const ConstraintResults found = evaluate(step);
    const uint64_t decided =
        ~(open_labels(*step.operation, wanted) | open_labels(*step.operation, found));
    if (((wanted.violated ^ found.violated) & decided) != 0 ||
        ((wanted.evaluated ^ found.evaluated) & decided) != 0)
      return different_labels(*step.operation, static_cast<int>(i), wanted, found);
    if (wanted.too_costly && found.legal() && spec::cost(step) <= run_budget)
      return refused(static_cast<int>(i), "the reference refuses what the optimized one runs");
  }
  return {VerdictKind::too_costly};
}

Verdict write_outside_window(const Program& program, const Difference& difference) {
  return {VerdictKind::write_outside, static_cast<int>(program.steps.size()) - 1,
          describe(difference, 0) + ", far from every operand", difference};
}

}  // namespace

Harness::Harness(const Profile& profile, RunFunction implementation, Signals signals,
                 Evaluate evaluate)
    : oracle_(profile),
      machine_(profile),
      run_(implementation),
      evaluate_(evaluate),
      signals_(signals) {}

Verdict Harness::check(const Case& c) { return check(Program{c.profile, c.fill, {c}}); }

Verdict Harness::check(const Program& program) {
  Verdict verdict = check_once(program);
  if (!is_finding(verdict.kind))
    if (const std::optional<Difference> far = watched_difference())
      verdict = write_outside_window(program, *far);

  if (journal_size_ == journal_.size()) journal_.emplace_back();
  journal_[journal_size_++] = program;
  const bool full = machine_.open_chunks().size() > kept_chunks;
  if (journal_size_ >= sweep_period || full) {
    const Verdict late = swept();
    if (full) {
      oracle_.shadow().close_system();
      machine_.close_system();
    }
    if (is_finding(late.kind)) {
      if (!is_finding(verdict.kind)) return late;
      verdict.detail += "; " + late.detail;
      if (late.culprit) verdict.detail += ", by " + print(*late.culprit);
    }
  }
  return verdict;
}

Verdict Harness::check_once(const Program& program) {
  const Expectation& expected = oracle_.expect(program, {}, &machine_);
  if (expected.verdict_only) {
    copy(oracle_.shadow(), machine_, expected.windows);
    return compare_labels(program, expected, evaluate_);
  }
  run(program);
  Verdict verdict = oracle_.compare(program, outcome_, bytes_in(machine_));
  // Later steps read memory that this step has not written, so they have no finding.
  const auto refusal = std::ranges::find(outcome_.status, Status::unsupported);
  if (refusal != outcome_.status.end() && !is_finding(verdict.kind))
    verdict = refused(static_cast<int>(refusal - outcome_.status.begin()),
                      "refuses what the reference runs");
  for (size_t i = 0; i < results_.size() && !is_finding(verdict.kind); ++i) {
    const ConstraintResults& found = results_[i].constraint_results;
    const ConstraintResults& wanted = expected.results[i].constraint_results;
    if (found == wanted) continue;
    if (oracle_.depends_on_nan_bits(program, i, found.violated ^ wanted.violated))
      verdict.kind = VerdictKind::not_observed;
    else
      verdict = different_labels(*program.steps[i].operation, static_cast<int>(i), wanted, found);
  }
  if (verdict.kind != VerdictKind::pass && verdict.kind != VerdictKind::rejected_as_documented)
    copy(oracle_.shadow(), machine_, expected.windows);
  return verdict;
}

void Harness::run(const Program& program) {
  outcome_.status.clear();
  outcome_.returned.clear();
  outcome_.message.clear();
  results_.clear();
  machine_.mask_count = 0;
  for (const Case& step : program.steps) {
    Result result;
    const auto call = [&] { result = run_(machine_, step); };
    try {
      if (signals_ == Signals::passed)
        call();
      else if (const std::optional<CaughtFault> fault = fault_in(call))
        outcome_.message = fmt::format("{} at {}", strsignal(fault->signal),
                                       name_address(machine_, fault->address));
    } catch (const std::exception& e) {
      outcome_.message = fmt::format("exception: {}", e.what());
    }
    const bool finished = outcome_.message.empty();
    outcome_.status.push_back(finished ? status_of(result.constraint_results) : Status::crash);
    if (!finished) return;
    outcome_.returned.push_back(result.returned);
    results_.push_back(result);
  }
}

std::optional<Difference> Harness::sweep() {
  journal_size_ = 0;
  const std::optional<Difference> difference =
      synchronise(accessed(all_memory(oracle_.shadow()), oracle_.shadow(), machine_));
  if (!difference) return difference;
  if (watched_.size() == most_watched) watched_.erase(watched_.begin());
  watched_.push_back({difference->space, difference->lane,
                      difference->offset / watched_bytes * watched_bytes, watched_bytes});
  return difference;
}

// Copies each range that differs from the shadow. Returns the first difference.
std::optional<Difference> Harness::synchronise(const std::vector<MemoryRange>& ranges) {
  std::optional<Difference> first;
  for (const MemoryRange& range : ranges)
    if (const auto difference = first_difference(oracle_.shadow(), {range}, bytes_in(machine_))) {
      copy(oracle_.shadow(), machine_, {range});
      if (!first) first = difference;
    }
  return first;
}

std::optional<Difference> Harness::watched_difference() {
  for (const MemoryRange& range : watched_)
    for (Machine* machine : {&oracle_.shadow(), &machine_})
      machine->open(range.space, range.lane, range.first, range.size);
  return synchronise(watched_);
}

Verdict Harness::swept() {
  const size_t suspects = journal_size_;
  const std::optional<Difference> difference = sweep();
  if (!difference) return {};
  for (size_t i = 0; i < suspects; ++i) {
    check_once(journal_[i]);
    if (const std::optional<Difference> far = watched_difference()) {
      Verdict verdict = write_outside_window(journal_[i], *far);
      verdict.culprit = journal_[i];
      return verdict;
    }
  }
  Verdict verdict = write_outside_window({}, *difference);
  verdict.step = 0;
  verdict.detail += fmt::format(
      "; by one of the last {} programs, by none of them when each is "
      "run again",
      suspects);
  return verdict;
}

}  // namespace strideproof
