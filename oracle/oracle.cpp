#include "oracle/oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "oracle/guard.h"
#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof {
namespace {

// Compares the status of an implementation on one step with the reference; pass: bytes decide.
Verdict judge_step(const Case& c, int step, const Result& expected, Status status,
                   uint64_t returned, const std::string& message) {
  const bool legal = expected.constraint_results.legal();
  switch (status) {
    case Status::crash: return {VerdictKind::crash, step, message};
    case Status::timeout: return {VerdictKind::timeout, step, message};
    case Status::hook_failed: return {VerdictKind::hook_failed, step, message};
    case Status::unsupported: return {VerdictKind::unsupported, step};
    case Status::rejected:
      if (!legal) return {VerdictKind::rejected_as_documented, step};
      return {VerdictKind::rejected_valid, step, "rejected although every constraint holds"};
    case Status::done: break;
  }
  if (const uint64_t violated = expected.constraint_results.violated; violated != 0)
    return {VerdictKind::accepted_invalid,
            step,
            "accepted although it violates " + labels(*c.operation, violated),
            {},
            violated};
  if (returned != expected.returned)
    return {VerdictKind::wrong_return_value, step,
            fmt::format("returned {}, expected {}", returned, expected.returned)};
  return {VerdictKind::pass, step};
}

// True if NaN of other bits may have caused the difference.
bool may_be_nan(VerdictKind kind) {
  return kind == VerdictKind::wrong_byte || kind == VerdictKind::source_changed ||
         kind == VerdictKind::write_outside || kind == VerdictKind::wrong_return_value;
}

}  // namespace

bool too_costly(const Program& program) {
  for (const Case& step : program.steps) {
    if (spec::cost(step) <= run_budget) continue;
    const ConstraintResults results = spec::evaluate(step);
    if (results.legal() || results.too_costly) return true;
  }
  return false;
}

bool Expectation::legal() const {
  return std::ranges::all_of(
      results, [](const Result& result) { return result.constraint_results.legal(); });
}

bool count_is_known(const Program& program, const std::vector<Result>& results, size_t step) {
  if (!bm_atomic::reads_mask_count(*program.steps[step].operation)) return true;
  for (size_t i = 0; i < step; ++i)
    if (bm_atomic::is_mask_copy(*program.steps[i].operation) &&
        results[i].constraint_results.legal())
      return true;
  return false;
}

Oracle::Oracle(const Profile& profile, DeviceState device_state)
    : machine_(profile), device_state_(device_state) {}

const Expectation& Oracle::expect(const Program& program, const StepReadings& readings,
                                  Machine* other) {
  expectation_.windows.clear();
  if (!too_costly(program))
    expectation_.windows = windows(program, std::move(expectation_.windows));
  fill_windows(program);
  if (other != nullptr) copy(machine_, *other, expectation_.windows);
  run_reference(program, readings);
  return expectation_;
}

const Expectation& Oracle::expect(const Program& program, const StepReadings& readings,
                                  std::vector<MemoryRange> windows) {
  expectation_.windows = std::move(windows);
  fill_windows(program);
  run_reference(program, readings);
  return expectation_;
}

void Oracle::fill_windows(const Program& program) {
  expectation_.verdict_only = too_costly(program) || open_too_many(expectation_.windows);
  if (expectation_.verdict_only) expectation_.windows.clear();
  prepare(machine_, expectation_.windows, program.fill);
}

void Oracle::run_reference(const Program& program, const StepReadings& readings) {
  expectation_.results.clear();
  machine_.asked.reset();
  const auto of_step = [&](size_t i) -> const Readings& {
    return readings.empty() ? default_readings : readings[i];
  };
  if (expectation_.verdict_only) {
    for (size_t i = 0; i < program.steps.size(); ++i)
      expectation_.results.push_back(
          {reference::evaluate(machine_, program.steps[i], of_step(i)), 0});
    expectation_.asked = machine_.asked;
    return;
  }
  expectation_.left_windows = false;
  machine_.mask_count = 0;
  machine_.mask_rejected = false;
  machine_.nans.clear();
  readings_ = readings;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    Result result;
    if (is_left_out(i)) {
      result.constraint_results.too_costly = true;
      expectation_.results.push_back(result);
      continue;
    }
    const auto run = [&] { result = reference::run(machine_, program.steps[i], of_step(i)); };
    // Windows hold the bytes of the default readings; another reading may reach past them.
    if (readings.empty())
      run();
    else if (fault_in(run))
      expectation_.left_windows = true;
    expectation_.results.push_back(result);
    if (expectation_.results.back().constraint_results.too_costly) expectation_.verdict_only = true;
  }
  expectation_.asked = machine_.asked;
  if (expectation_.left_windows) expectation_.asked.set();  // that run was cut short
}

Verdict Oracle::compare(const Program& program, const Outcome& outcome, const Found& found) {
  const bool all = std::ranges::count(outcome.status, Status::unsupported) == 0;
  if (all || !expectation_.bytes_are_compared()) return compare_all(program, outcome, found);
  return compare_supported(program, outcome, found);
}

// Runs the reference again, without the unsupported steps.
Verdict Oracle::compare_supported(const Program& program, const Outcome& outcome,
                                  const Found& found) {
  const Expectation whole = expectation_;
  for (const Status status : outcome.status) left_out_.push_back(status == Status::unsupported);
  prepare(machine_, expectation_.windows, program.fill);
  run_reference(program, readings_);
  Verdict verdict = compare_all(program, outcome, found);
  const auto first = std::find(left_out_.begin(), left_out_.end(), true) - left_out_.begin();
  left_out_.clear();
  expectation_ = whole;
  if (is_right(verdict.kind)) return {VerdictKind::unsupported, static_cast<int>(first)};
  if (verdict.kind == VerdictKind::write_outside ||
      verdict.kind == VerdictKind::wrote_though_rejected) {
    verdict.kind = VerdictKind::wrote_though_rejected;
    verdict.step = static_cast<int>(first);
    verdict.detail.insert(0, "answered unsupported; ");
  }
  return verdict;
}

Verdict Oracle::compare_all(const Program& program, const Outcome& outcome, const Found& found) {
  Verdict verdict = compare_once(program, outcome, found);
  if (verdict.kind == VerdictKind::accepted_invalid ||
      verdict.kind == VerdictKind::rejected_valid) {
    const auto step = static_cast<size_t>(verdict.step);
    if (depends_on_nan_bits(program, step, expectation_.results[step].constraint_results.violated))
      verdict.kind = VerdictKind::not_observed;
  }
  if (!may_be_nan(verdict.kind) || machine_.nans.empty()) return verdict;
  if (!accept_nans(program, outcome, found))
    return {VerdictKind::not_observed, 0,
            "the bits of a NaN, which the document leaves open, decide if a step is legal"};
  return compare_once(program, outcome, found);
}

Verdict Oracle::compare_once(const Program& program, const Outcome& outcome, const Found& found) {
  if (expectation_.verdict_only) return {VerdictKind::too_costly, 0};
  if (expectation_.left_windows)
    return {VerdictKind::not_observed, 0, "a reading touches bytes that no window holds"};
  bool ran = false;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (is_left_out(i)) continue;
    const int step = static_cast<int>(i);
    if (i >= outcome.status.size())
      return {VerdictKind::hook_failed, step, "no status of this step: " + outcome.message};
    const Result& expected = expectation_.results[i];
    uint64_t returned = i < outcome.returned.size() ? outcome.returned[i] : 0;
    if (device_state_ == DeviceState::kept && !count_is_known(program, expectation_.results, i))
      returned = expected.returned;
    Verdict verdict =
        judge_step(program.steps[i], step, expected, outcome.status[i], returned, outcome.message);
    if (verdict.kind == VerdictKind::pass)
      ran = true;
    else if (verdict.kind != VerdictKind::rejected_as_documented)
      return verdict;
  }
  Verdict verdict = compare_bytes(program, found);
  if (verdict.kind == VerdictKind::pass && !ran) verdict.kind = VerdictKind::rejected_as_documented;
  return verdict;
}

uint64_t Oracle::hash() {
  uint64_t all = expectation_.verdict_only ? 1 : expectation_.left_windows ? 2 : 0;
  const auto add = [&all](uint64_t value) {
    all = (all ^ value) * 0x9e3779b97f4a7c15 + (all >> 29);
  };
  for (const Result& result : expectation_.results) {
    add(result.constraint_results.violated);
    add(result.constraint_results.too_costly ? 1 : 0);
    add(result.returned);
  }
  for (const MemoryRange& range : expectation_.windows) {
    const uint8_t* first = machine_.at(range.space, range.lane, range.first);
    add(std::hash<std::string_view>()(
        {reinterpret_cast<const char*>(first), static_cast<size_t>(range.size)}));
  }
  return all;
}

Verdict Oracle::compare_bytes(const Program& program, const Found& found) {
  std::optional<Difference> difference = first_difference(machine_, expectation_.windows, found);
  if (!difference) return {};

  // The owner of a byte: the last operand to write it, else the last one to read it, else none.
  spec::Located located;
  int step = 0;
  for (int i = 0; i < static_cast<int>(program.steps.size()); ++i) {
    if (!expectation_.results[static_cast<size_t>(i)].constraint_results.legal()) continue;
    const spec::Located here =
        spec::locate(program.steps[static_cast<size_t>(i)], difference->space, difference->lane,
                     difference->offset);
    if (here.operand == 0 || (located.operand == on_dst && here.operand != on_dst)) continue;
    located = here;
    step = i;
  }
  const bool rejected = std::none_of(expectation_.results.begin(), expectation_.results.end(),
                                     [](const Result& r) { return r.constraint_results.legal(); });
  if (located.operand != 0) {
    difference->element = located.element;
    difference->byte_of_element = located.byte_of_element;
  } else if (!rejected && was_written(*difference, program.fill)) {
    located.operand = on_dst;  // under the readings expected; elements are located by the default
  }
  const VerdictKind kind = rejected                    ? VerdictKind::wrote_though_rejected
                           : located.operand == on_dst ? VerdictKind::wrong_byte
                           : located.operand != 0      ? VerdictKind::source_changed
                                                       : VerdictKind::write_outside;
  return {kind, step, describe(*difference, located.operand), difference};
}

// True if the reference gave the byte another value than the fill.
bool Oracle::was_written(const Difference& byte, uint64_t seed) const {
  return byte.expected != contents(expectation_.windows, seed)(byte.space, byte.lane, byte.offset);
}

}  // namespace strideproof
