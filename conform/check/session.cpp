#include "conform/check/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "oracle/windows.h"

namespace strideproof {
namespace {

// Limits of a batch in jobs and bytes, so that it stays in the cache.
constexpr size_t jobs_of_batch = 64;
constexpr uint64_t bytes_of_batch = 1 << 20;
constexpr size_t most_spares =
    2;  // as a start may take longer than the programs between two crashes
// Programs that a worker answers before a new worker in its place gets all swept memory at once.
constexpr int64_t lasting = 64;

Verdict verdict_of(const ipc::Batch& batch, const ipc::JobRecord& job) {
  const ipc::RangeRecord& range = batch.range[std::min(job.fault_range, ipc::max_ranges - 1)];
  return {VerdictKind::hook_failed, 0,
          fmt::format("{} refuses {} memory, lane {}, offset {:#x}, size {}",
                      job.fault == ipc::HookFault::write ? "sp_write" : "sp_read",
                      name(static_cast<Space>(range.space)), range.lane, range.first, range.size)};
}

}  // namespace

Session::Session(const Target& target, const Profile& profile, double seconds)
    : target_(target),
      profile_(profile),
      seconds_(seconds),
      oracle_(profile, DeviceState::kept),
      worker_(std::make_unique<WorkerProcess>(target, profile, seconds)) {
  if (target_.sweeps) watch_ends_of_windows();
  accepted_ = worker_->start();
  if (!accepted_) return;
  capabilities_ = capabilities_of(worker_->header());
  target_.rejects_by_abort = target_.rejects_by_abort || capabilities_.rejects_by_abort;
  if (!target_.sweeps) return;
  mirror(all_memory(oracle_.shadow()));
  transfer(*worker_, mirrored_memory(), ipc::Before::zero);
  unexpected_write(*worker_);  // ignores writes during the start
}

// Writes different bytes to every memory before it reads any, so that lanes that share one memory
// are found. A hook that reads nothing leaves bytes that are wrong: those of the last batch, or 0.
void Session::test_hooks() {
  constexpr int64_t size = 8;
  std::vector<MemoryRange> all;
  for (MemoryRange range : all_memory(oracle_.shadow()))
    if (range.space != Space::system) all.push_back(range);
  for (const Window& window : capabilities_.system_windows(profile_))
    all.push_back({Space::system, 0, window.first, window.size});
  all = capabilities_.clip(all);
  std::erase_if(all, [](const MemoryRange& r) { return r.size < size; });
  for (MemoryRange& range : all) range.size = size;

  const uint32_t number = worker_->next_batch();
  const ipc::Batch& batch = worker_->batch(number);
  BatchWriter(worker_->batch(number)).add({&profile_, 0, {}}, all, {}, capabilities_);
  worker_->post();
  // A hook that ends the process, hangs or refuses memory is a finding of the first case.
  if (!worker_->wait(number, 0)) return restart();
  if (batch.job[0].fault == ipc::HookFault::none) {
    Machine expected(profile_);
    prepare(expected, all, 0);
    ReadBack found(batch, batch.job[0], expected);
    if (const auto wrong = first_difference(expected, all, std::ref(found)))
      throw SetupError(fmt::format("{}: sp_read gives other bytes than sp_write wrote, in {}",
                                   target_.what, place(*wrong)));
  }
  if (target_.sweeps) transfer(*worker_, all, ipc::Before::zero);
}

std::string Session::refusal(bool every) const {
  return fmt::format("sp_reset refuses {}{}",
                     every ? "every profile" : fmt::format("profile {}", profile_.name),
                     quoted_output(worker_->worker_exit()));
}

// The ends of windows are swept even if no case reaches them, as wrong addresses often lie there.
void Session::watch_ends_of_windows() {
  for (const Window& window : profile_.windows) {
    const int64_t size = std::min(window.size, Machine::chunk_bytes);
    oracle_.shadow().open(Space::system, 0, window.first, size);
    oracle_.shadow().open(Space::system, 0, window.end() - size, size);
  }
}

// If the last worker ended soon, the next one may too. It then gets all swept memory only after it
// has answered `lasting` programs itself.
void Session::restart() {
  while (spares_.size() < most_spares) {
    spares_.push_back(std::make_unique<WorkerProcess>(target_, profile_, seconds_));
    spares_.back()->launch();
  }
  spares_.push_back(std::exchange(worker_, std::move(spares_.front())));
  spares_.pop_front();
  spares_.back()->launch();
  if (!worker_->await())
    throw SetupError("sp_reset refuses a profile that it accepted before" +
                     quoted_output(worker_->worker_exit()));
  differing_.clear();
  history_.clear();
  if (!target_.sweeps) return;
  lacks_memory_ = true;
  if (std::exchange(answered_, 0) >= lasting) catch_up();
}

// Continues in a new worker without the system memory of earlier programs, which takes mappings of
// this process and time in each sweep.
void Session::begin_anew() {
  oracle_.shadow().close_system();
  watch_ends_of_windows();
  mirrored_pages_.clear();
  mirror(all_memory(oracle_.shadow()));
  restart();
}

void Session::run(ProgramStream& stream) {
  if (!worker_->alive()) restart();
  uint32_t oldest = worker_->next_batch();
  bool more = true;
  while (true) {
    const bool full = oracle_.shadow().open_chunks().size() > kept_chunks;
    if (full && !target_.sweeps) oracle_.shadow().close_system();
    const auto in_flight = [&] { return worker_->next_batch() - oldest; };
    // Without a worker nothing is swept: the run was given up.
    const bool sweep_due =
        worker_->alive() && (history_.size() >= sweep_period_ ||
                             (lacks_memory_ && answered_ >= lasting) || (full && target_.sweeps));
    while (more && !sweep_due && in_flight() < ipc::batches) more = post_batch(stream);
    if (in_flight() > 0) {
      oldest = judge_batch(oldest, stream) ? oldest + 1 : worker_->next_batch();
      more = more || !backlog_.empty() || in_flight() == 0;
    } else if (worker_->alive() && target_.sweeps && (sweep_due || !history_.empty())) {
      if (!full || !history_.empty()) sweep(stream);
      if (sweep_due) sweep_period_ = std::min<size_t>(2 * sweep_period_, most_between_sweeps);
      if (full) begin_anew();
      oldest = worker_->next_batch();
    } else if (!more) {
      return;
    }
  }
}

std::optional<Program> Session::take(ProgramStream& stream) {
  while (!backlog_.empty()) {
    Program program = std::move(backlog_.front());
    backlog_.pop_front();
    if (stream.admits_again(program)) return program;
  }
  return stream.next();
}

bool Session::post_batch(ProgramStream& stream) {
  const uint32_t number = worker_->next_batch();
  std::vector<Posted>& posted = posted_[number % ipc::batches];
  posted.clear();
  BatchWriter writer(worker_->batch(number));
  // False if the program does not fit.
  const auto put = [&](Program& program) {
    std::vector<MemoryRange> ranges = windows(program);
    if (open_too_many(ranges)) {
      stream.not_judged(program, spread_too_far);
      return true;
    }
    const std::vector<MemoryRange> fresh = fresh_pages(ranges);
    if (writer.add(program, ranges, fresh, capabilities_)) {
      mirror(fresh);
      posted.push_back({std::move(program), std::move(ranges)});
    } else if (posted.empty()) {
      stream.not_judged(program, "larger than the shared memory");
    } else {
      return false;
    }
    return true;
  };
  // Programs of a known cause, and illegal ones if the target rejects by ending its process, come
  // last: all programs after the end of the process must be given again.
  std::vector<Program> left;
  bool more = true, fits = true;
  const size_t most = std::min(jobs_of_batch, stream.most_of_a_batch());
  while (fits && posted.size() + left.size() < most && writer.bytes() < bytes_of_batch) {
    std::optional<Program> program = take(stream);
    more = program.has_value();
    if (!more) break;
    const bool comes_last = (target_.rejects_by_abort && !evaluate_first(*program).legal()) ||
                            stream.has_known_cause(*program);
    if (!comes_last) fits = put(*program);
    if (comes_last || !fits) left.push_back(std::move(*program));
  }
  auto next = left.begin();
  while (next != left.end() && put(*next)) ++next;
  backlog_.insert(backlog_.begin(), std::move_iterator(next), std::move_iterator(left.end()));
  if (!posted.empty()) worker_->post();
  return more;
}

bool Session::judge_batch(uint32_t number, ProgramStream& stream) {
  const size_t jobs = posted_[number % ipc::batches].size();
  for (uint32_t job = 0; job < jobs; ++job) {
    if (stream.gives_up()) {
      requeue(number, job);
      worker_->stop();
      return false;
    }
    if (!judge(number, job, stream)) return false;
  }
  return true;
}

bool Session::judge(uint32_t number, uint32_t j, ProgramStream& stream) {
  auto [program, windows] = std::move(posted_[number % ipc::batches][j]);
  // The reference runs at the same time as the worker, and even if the process ends, so that the
  // shadow equals the memory of a fresh worker.
  const Expectation& expectation =
      oracle_.expect(program, stream.readings(program), std::move(windows));
  const bool lives = worker_->wait(number, j);
  if (target_.sweeps) history_.push_back(program);
  if (!lives) {
    requeue(number, j + 1);
    ++restarts_;
    judge_end(program, expectation, stream);
    restart();
    return false;
  }
  ++answered_;
  const auto differs_from_shadow = [&] {
    differing_.insert(differing_.end(), expectation.windows.begin(), expectation.windows.end());
  };
  const ipc::Batch& batch = worker_->batch(number);
  const ipc::JobRecord& job = batch.job[j];
  if (job.fault != ipc::HookFault::none) {
    differs_from_shadow();
    stream.judged(program, expectation, verdict_of(batch, job), {}, {});
    return true;
  }
  ReadBack bytes(batch, job, oracle_.shadow());
  const Found found = [&](const MemoryRange& range) { return bytes(range); };
  const Outcome outcome = outcome_of(batch, job, capabilities_.has_status);
  Verdict verdict = oracle_.compare(program, outcome, found);
  if (target_.ours && verdict.kind == VerdictKind::unsupported) {
    verdict.kind = VerdictKind::refused;
    verdict.detail = "refuses a case that the reference runs within the budget";
  }
  if (!is_right(verdict.kind) && verdict.kind != VerdictKind::unsupported) differs_from_shadow();
  stream.judged(program, expectation, verdict, outcome, found);
  return true;
}

// Puts the programs of a batch from a job on, and those of later batches, into the backlog.
void Session::requeue(uint32_t number, uint32_t from) {
  for (uint32_t later = worker_->next_batch(); later-- > number;) {
    const std::vector<Posted>& posted = posted_[later % ipc::batches];
    const uint32_t first = later == number ? from : 0;
    for (size_t i = posted.size(); i-- > first;) backlog_.push_front(posted[i].program);
  }
}

}  // namespace strideproof
