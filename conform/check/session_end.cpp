// Session: programs during which the process of the plug-in ended.

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "conform/check/process.h"
#include "conform/check/session.h"
#include "model/fill.h"

namespace strideproof {
namespace {

Verdict verdict_of(const WorkerExit& worker_exit, const Program& program) {
  using enum ipc::WorkerPhase;
  const ipc::WorkerPhase phase = worker_exit.phase;
  const bool in_answer = phase == asking || phase == failed;
  const bool in_hook = in_answer || phase == writing || phase == reading;
  const bool in_step = in_answer || phase == calling || phase == damaged;
  Verdict verdict;
  verdict.kind = in_hook            ? VerdictKind::hook_failed
                 : worker_exit.hung ? VerdictKind::timeout
                                    : VerdictKind::crash;
  // A plug-in may have overwritten the number.
  const size_t step = std::min<size_t>(worker_exit.step, program.steps.size() - 1);
  verdict.step = in_step ? static_cast<int>(step) : 0;
  const std::string_view operation = program.steps[verdict.step].operation->name;
  verdict.detail = worker_exit.how;
  if (phase == calling || phase == damaged)
    verdict.detail += fmt::format(" {} {}", phase == calling ? "in" : "after", operation);
  else if (phase != failed)
    verdict.detail += " " + phase_text(worker_exit);
  if (!worker_exit.last_output.empty())
    verdict.detail +=
        fmt::format("; {}: {}", is_assertion(worker_exit.last_output) ? "assertion" : "last output",
                    worker_exit.last_output);
  verdict.end = kind_of_end(worker_exit);
  return verdict;
}

}  // namespace

// True if a fresh worker ends when all its memory is written and read after so many programs of the
// history.
bool Session::ends_between_programs(size_t programs) try {
  WorkerProcess worker(target_, profile_, seconds_);
  if (!worker.start()) return false;
  transfer(worker, mirrored_memory(), ipc::Before::zero);
  for (const Program& program : std::span(history_).first(programs))
    if (!run_alone(worker, program, {}, nullptr)) worker.start();
  transfer(worker, mirrored_memory(), ipc::Before::bytes);
  read_all(worker, [](const MemoryRange&, ReadBack&) { return false; });
  unexpected_write(worker);
  return false;
} catch (const EndBetweenPrograms&) {
  return true;
}

// Finds the first program of the history after which the process ends, by bisection.
Session::Culprit Session::locate_end() try {
  size_t alive = 0, ended = history_.size();  // after so many
  if (!ends_between_programs(ended) || ends_between_programs(alive))
    return {history_.back(), false};
  while (ended - alive > 1) {
    const size_t middle = alive + (ended - alive) / 2;
    (ends_between_programs(middle) ? ended : alive) = middle;
  }
  return {history_[ended - 1], true};
} catch (const SetupError&) {  // the next start reports this
  return {history_.back(), false};
}

void Session::judge_end_between_programs(const WorkerExit& end, ProgramStream& stream) {
  const Culprit culprit = locate_end();
  ++restarts_;
  stream.found_in_sweep(culprit.program, found_by(culprit, verdict_of(end, culprit.program)));
  restart();
}

// An end that counts as a rejection changed nothing, so the bytes found are those of the fill. A
// program of several steps may have ended because one step was rejected. If this step ends the
// process alone too, it is judged in place of the program.
void Session::judge_end(const Program& program, const Expectation& expectation,
                        ProgramStream& stream) {
  const WorkerExit end = worker_->worker_exit();
  const bool may_reject =
      target_.rejects_by_abort && !end.hung && end.phase == ipc::WorkerPhase::calling;
  const Verdict as_an_end = verdict_of(end, program);
  if (may_reject && program.steps.size() > 1) {
    const Program step{program.profile, program.fill, {program.steps[as_an_end.step]}};
    restart();
    if (run_alone(*worker_, step, {}, nullptr))
      return stream.judged(program, expectation, as_an_end, {}, {});
    ++restarts_;
    return judge_end(step, oracle_.expect(step, stream.readings(step)), stream);
  }
  if (!may_reject) return stream.judged(program, expectation, as_an_end, {}, {});
  std::vector<uint8_t> bytes;
  const Found found = [&](const MemoryRange& range) {
    bytes.resize(static_cast<size_t>(range.size));
    fill(bytes.data(), range.size, program.fill, range.space, range.lane, range.first, range.data);
    return bytes.data();
  };
  Outcome outcome{{Status::rejected}, {0}, {}};
  Verdict verdict = oracle_.compare(program, outcome, found);
  if (verdict.kind == VerdictKind::rejected_valid) {
    verdict.detail += fmt::format("; {}", as_an_end.detail);
    verdict.end = as_an_end.end;
  }
  if (failed(verdict.kind) == false) verdict.allowed_end = as_an_end.end;
  stream.judged(program, expectation, verdict, outcome, found);
}

}  // namespace strideproof
