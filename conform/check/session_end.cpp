// Session: programs during which the process of the plug-in ended.

#include <fmt/format.h>

#include "conform/check/session.h"
#include "model/fill.h"

namespace strideproof {
namespace {

Verdict verdict_of(const WorkerExit& worker_exit, const Program& program) {
  Verdict verdict;
  const bool in_step = worker_exit.phase == ipc::Phase::calling ||
                       worker_exit.phase == ipc::Phase::asking ||
                       worker_exit.phase == ipc::Phase::failed;
  const bool in_hook =
      worker_exit.phase == ipc::Phase::writing || worker_exit.phase == ipc::Phase::reading ||
      worker_exit.phase == ipc::Phase::asking || worker_exit.phase == ipc::Phase::failed;
  verdict.kind = in_hook            ? VerdictKind::hook_failed
                 : worker_exit.hung ? VerdictKind::timeout
                                    : VerdictKind::crash;
  verdict.step = in_step ? static_cast<int>(worker_exit.step) : 0;
  const std::string where = worker_exit.phase == ipc::Phase::calling
                                ? fmt::format("in {}", program.steps[verdict.step].operation->name)
                                : place(worker_exit);
  verdict.detail = worker_exit.phase == ipc::Phase::failed
                       ? worker_exit.how
                       : fmt::format("{} {}", worker_exit.how, where);
  if (!worker_exit.last_output.empty())
    verdict.detail +=
        fmt::format("; {}: {}", is_assertion(worker_exit.last_output) ? "assertion" : "last output",
                    worker_exit.last_output);
  return verdict;
}

}  // namespace

// True if the program is a step that is given alone, or the whole program given once more.
bool Session::is_given_again(const Program& program) const {
  return ended_in_step_ && (program == ended_in_step_->step || program == ended_in_step_->whole);
}

// Gives the step that ended the process alone. False if it was given already, and lived.
bool Session::gives_its_step_alone(const Program& program) {
  const WorkerExit& end = worker_->worker_exit();
  if (ended_in_step_ && ended_in_step_->whole == program) return false;  // it lived alone
  ended_in_step_ = {program, {program.profile, program.fill, {program.steps[end.step]}}};
  backlog_.push_front(ended_in_step_->step);
  return true;
}

// The program was a step given alone: the whole program is given again, to be judged this time.
bool Session::lives_alone(const Program& program) {
  if (!ended_in_step_) return false;
  const bool is_step = program == ended_in_step_->step;
  if (is_step) backlog_.push_front(ended_in_step_->whole);
  if (program == ended_in_step_->whole) ended_in_step_.reset();
  return is_step;
}

// An end that counts as a rejection changed nothing: its bytes are those of the fill.
void Session::judge_end(const Program& program, const Expectation& expectation,
                        ProgramStream& stream) {
  const WorkerExit& end = worker_->worker_exit();
  const bool may_reject = target_.rejects_by_abort && !end.hung && end.phase == ipc::Phase::calling;
  const bool alone = program.steps.size() == 1;
  if (may_reject && !alone && gives_its_step_alone(program)) return;
  ended_in_step_.reset();
  if (!may_reject || !alone)
    return stream.judged(program, expectation, verdict_of(end, program), {}, {});
  std::vector<uint8_t> bytes;
  const Found found = [&](const MemoryRange& region) {
    bytes.resize(static_cast<size_t>(region.size));
    fill(bytes.data(), region.size, program.fill, region.space, region.lane, region.first,
         region.data);
    return bytes.data();
  };
  Outcome outcome{{Status::rejected}, {0}, {}};
  Verdict verdict = oracle_.compare(program, outcome, found);
  if (verdict.kind == VerdictKind::rejected_valid)
    verdict.detail += fmt::format("; {}", verdict_of(end, program).detail);
  stream.judged(program, expectation, verdict, outcome, found);
}

}  // namespace strideproof
