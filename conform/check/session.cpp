#include "conform/check/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/fill.h"

namespace strideproof {
namespace {

// Limits of a batch in jobs and bytes, so that it stays in the cache.
constexpr size_t jobs_of_batch = 64;
constexpr uint64_t bytes_of_batch = 1 << 20;
// A worker that answers so many programs is worth its memory.
constexpr int64_t lasting = 64;

// The existing parts of system chunks.
std::vector<MemoryRange> existing(const Profile& profile, const std::vector<int64_t>& chunks) {
  std::vector<MemoryRange> parts;
  for (const int64_t chunk : chunks)
    for (const Window& window : profile.windows) {
      const int64_t from = std::max(chunk, window.first);
      const int64_t to = std::min(chunk + Machine::chunk_bytes, window.end());
      if (from < to) parts.push_back({Space::system, 0, from, to - from});
    }
  return parts;
}

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

Verdict verdict_of(const ipc::Batch& batch, const ipc::JobRecord& job) {
  const ipc::RegionRecord& region = batch.region[job.fault_region];
  Verdict verdict;
  verdict.kind = VerdictKind::hook_failed;
  verdict.detail =
      fmt::format("{} refuses {} memory, lane {}, offset {:#x}, size {}",
                  job.fault == ipc::HookFault::write ? "sp_write" : "sp_read",
                  name(static_cast<Space>(region.space)), region.lane, region.first, region.size);
  return verdict;
}

}  // namespace

Session::Session(const Target& target, const Profile& profile, double seconds, Memory memory)
    : target_(target),
      profile_(profile),
      seconds_(seconds),
      memory_(target.sweeps ? memory : Memory::windows_only),
      oracle_(profile, DeviceState::kept),
      worker_(std::make_unique<WorkerProcess>(target, profile, seconds)) {
  if (memory_ == Memory::in_step) watch_ends_of_windows();
  accepted_ = start();
}

// Watched even if no case reaches them: wrong addresses often lie at an end.
void Session::watch_ends_of_windows() {
  for (const Window& window : profile_.windows) {
    const int64_t size = std::min(window.size, Machine::chunk_bytes);
    oracle_.shadow().open(Space::system, 0, window.first, size);
    oracle_.shadow().open(Space::system, 0, window.end() - size, size);
  }
}

bool Session::start() {
  if (!worker_->start()) return false;
  capabilities_ = capabilities_of(worker_->header());
  if (memory_ == Memory::in_step) {
    transfer(*worker_, all_memory(oracle_.shadow()), ipc::Before::zero);
    unexpected_write(*worker_);  // ignores the output of its start
    for (const int64_t chunk : oracle_.shadow().open_chunks()) in_step_.insert(chunk);
  }
  return true;
}

// A worker after one that ended soon may end soon too: it gets all memory when it has lasted.
void Session::restart() {
  if (!spare_) {
    spare_ = std::make_unique<WorkerProcess>(target_, profile_, seconds_);
    spare_->launch();
  }
  std::swap(worker_, spare_);
  spare_->launch();
  if (!worker_->await()) throw SetupError("sp_reset refuses a profile that it accepted before");
  dirty_.clear();
  in_step_.clear();
  if (memory_ == Memory::windows_only) return;
  for (const int64_t chunk : oracle_.shadow().open_chunks()) in_step_.insert(chunk);
  behind_ = true;
  if (std::exchange(survived_, 0) >= lasting) catch_up();
}

// Closes the system memory of earlier programs, which takes mappings of this process, and time in
// each sweep, and goes on in a new worker.
void Session::begin_anew() {
  oracle_.shadow().close_system();
  watch_ends_of_windows();
  restart();
}

void Session::run(ProgramStream& stream) {
  uint32_t oldest = worker_->next_batch();
  bool more = true;
  while (true) {
    const bool full = oracle_.shadow().open_chunks().size() > kept_chunks;
    if (full && memory_ == Memory::windows_only) oracle_.shadow().close_system();
    const auto in_flight = [&] { return worker_->next_batch() - oldest; };
    const bool sweep_due = history_.size() >= sweep_period || (behind_ && survived_ >= lasting) ||
                           (full && memory_ == Memory::in_step);
    while (more && !sweep_due && in_flight() < ipc::batches) more = post_batch(stream);
    if (in_flight() > 0) {
      oldest = judge_batch(oldest, stream) ? oldest + 1 : worker_->next_batch();
      more = more || !backlog_.empty();
    } else if (memory_ == Memory::in_step && (sweep_due || !history_.empty())) {
      sweep(stream);
      if (full) begin_anew();
      oldest = worker_->next_batch();
    } else if (!more) {
      return;
    }
  }
}

std::optional<Program> Session::take(ProgramStream& stream) {
  while (true) {
    std::optional<Program> program;
    if (!backlog_.empty()) {
      program = std::move(backlog_.front());
      backlog_.pop_front();
    } else {
      program = stream.next();
    }
    if (!program || stream.admits(*program)) return program;
  }
}

bool Session::post_batch(ProgramStream& stream) {
  const uint32_t number = worker_->next_batch();
  PostedBatch& posted = posted_batches_[number % ipc::batches];
  posted.programs.clear();
  BatchWriter writer(worker_->batch(number));
  bool more = true;
  while (posted.programs.size() < jobs_of_batch && writer.bytes() < bytes_of_batch) {
    std::optional<Program> program = take(stream);
    if (!program) {
      more = false;
      break;
    }
    const std::vector<MemoryRange> regions = windows(*program);
    if (open_too_many(regions)) {
      stream.not_judged(*program, spread_too_far);
      continue;
    }
    const std::vector<int64_t> fresh = fresh_chunks(regions);
    if (writer.add(*program, regions, existing(profile_, fresh), capabilities_)) {
      in_step_.insert(fresh.begin(), fresh.end());
      posted.programs.push_back(std::move(*program));
    } else if (posted.programs.empty()) {
      stream.not_judged(*program, "larger than the shared memory");
    } else {
      backlog_.push_front(std::move(*program));
      break;
    }
  }
  if (posted.programs.empty()) return more;
  worker_->post();
  return more;
}

bool Session::judge_batch(uint32_t number, ProgramStream& stream) {
  const size_t jobs = posted_batches_[number % ipc::batches].programs.size();
  for (uint32_t job = 0; job < jobs; ++job)
    if (!judge(number, job, stream)) return false;
  return true;
}

bool Session::judge(uint32_t number, uint32_t j, ProgramStream& stream) {
  PostedBatch& posted = posted_batches_[number % ipc::batches];
  const Program program = posted.programs[j];
  const bool lives = worker_->wait(number, j);
  // Also after a crash, so that the shadow equals the memory of a fresh worker.
  const Expectation& expectation = oracle_.expect(program, stream.readings(program));
  if (memory_ == Memory::in_step) history_.push_back(program);
  if (!lives) {
    for (uint32_t later = worker_->next_batch(); later-- > number;)
      requeue(later, later == number ? j + 1 : 0);
    ++restarts_;
    judge_end(program, expectation, stream);
    restart();
    return false;
  }
  ++survived_;
  if (lives_alone(program)) {
    dirty_.insert(dirty_.end(), expectation.windows.begin(), expectation.windows.end());
    return true;
  }
  const ipc::Batch& batch = worker_->batch(number);
  const ipc::JobRecord& job = batch.job[j];
  if (job.fault != ipc::HookFault::none) {
    dirty_.insert(dirty_.end(), expectation.windows.begin(), expectation.windows.end());
    stream.judged(program, expectation, verdict_of(batch, job), {}, {});
    return true;
  }
  ReadBack bytes(batch, job, oracle_.shadow());
  const Found found = [&](const MemoryRange& region) { return bytes(region); };
  const Outcome outcome = outcome_of(batch, job, capabilities_.tells_status);
  Verdict verdict = oracle_.compare(program, outcome, found);
  if (target_.ours && verdict.kind == VerdictKind::unsupported) {
    verdict.kind = VerdictKind::refused;
    verdict.detail = "refuses a case that the reference runs within the budget";
  }
  if (!is_right(verdict.kind) && verdict.kind != VerdictKind::unsupported)
    dirty_.insert(dirty_.end(), expectation.windows.begin(), expectation.windows.end());
  stream.judged(program, expectation, verdict, outcome, found);
  return true;
}

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

void Session::requeue(uint32_t number, size_t from) {
  std::vector<Program>& programs = posted_batches_[number % ipc::batches].programs;
  backlog_.insert(backlog_.begin(), programs.begin() + static_cast<std::ptrdiff_t>(from),
                  programs.end());
}

}  // namespace strideproof
