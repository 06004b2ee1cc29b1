// Session: keeps all memory equal to the shadow, and finds the program that changed it.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "conform/check/session.h"

namespace strideproof {
namespace {

using ipc::Before;

constexpr uint64_t transfer_bytes = 1 << 19;  // of one batch, which stays in the cache
constexpr uint32_t most_touched = 1 << 20;    // ranges
constexpr size_t most_differing = 4096;       // ranges; beyond, all memory is written
constexpr int64_t many_chunks = 64;           // that a program opens
constexpr int64_t page_bytes = 4096;
constexpr int64_t block_bytes = 4 * page_bytes;
constexpr int64_t chunk_bytes = Machine::chunk_bytes;

int64_t round_down(int64_t value, int64_t unit) { return value / unit * unit; }

// Adds the part of a page of system memory that exists. No range is larger than a chunk.
void add(std::vector<MemoryRange>& ranges, int64_t page, const Window& window) {
  const int64_t first = std::max(page, window.first);
  const int64_t end = std::min(page + page_bytes, window.end());
  if (first >= end) return;
  if (!ranges.empty() && ranges.back().end() == first && first % chunk_bytes != 0)
    ranges.back().size += end - first;
  else
    ranges.push_back({Space::system, 0, first, end - first});
}

// Runs the batch that was built. Precondition: no other batch is posted.
const ipc::Batch& run_built(WorkerProcess& worker, const Target& target) {
  const uint32_t number = worker.next_batch();
  const ipc::Batch& batch = worker.batch(number);
  worker.post();
  if (!worker.wait(number, batch.jobs - 1)) throw EndBetweenPrograms(target, worker.worker_exit());
  return batch;
}

}  // namespace

EndBetweenPrograms::EndBetweenPrograms(const Target& target, const WorkerExit& worker_exit)
    : SetupError(fmt::format("{}: {} {} between cases", target.what, worker_exit.how,
                             phase_text(worker_exit))),
      exit(worker_exit) {}

// The existing memory that is not mirrored yet, in the chunks of the windows; in their blocks for
// most programs between two sweeps, and in their pages if a program opens many chunks.
std::vector<MemoryRange> Session::fresh_pages(const std::vector<MemoryRange>& windows) const {
  std::vector<MemoryRange> fresh;
  if (!target_.sweeps) return fresh;
  int64_t chunks = 0;
  for (const MemoryRange& range : windows)
    if (range.space == Space::system) chunks += range.size / chunk_bytes + 1;
  const int64_t unit = chunks > many_chunks ? page_bytes
                       : history_.empty()   ? chunk_bytes
                                            : block_bytes;
  int64_t next = 0;  // the first page that was not looked at
  for (const MemoryRange& range : windows) {
    if (range.space != Space::system || range.size == 0) continue;
    const Window limits = limits_around(profile_, Space::system, 0, range.first);
    const int64_t first =
        std::max({next, round_down(range.first, unit), round_down(limits.first, page_bytes)});
    next = std::max(next, std::min(round_down(range.end() - 1, unit) + unit, limits.end()));
    for (int64_t page = first; page < next; page += page_bytes)
      if (!is_mirrored(page)) add(fresh, page, limits);
    next = round_down(next + page_bytes - 1, page_bytes);
  }
  return fresh;
}

bool Session::is_mirrored(int64_t byte) const {
  return mirrored_pages_.contains(round_down(byte, page_bytes));
}

void Session::mirror(const std::vector<MemoryRange>& ranges) {
  for (const MemoryRange& range : ranges) {
    if (range.space != Space::system) continue;
    oracle_.shadow().open(Space::system, 0, range.first, range.size);
    for (int64_t page = round_down(range.first, page_bytes); page < range.end(); page += page_bytes)
      mirrored_pages_.insert(page);
  }
}

// Local memory, buffers, and the mirrored pages of system memory.
std::vector<MemoryRange> Session::mirrored_memory() {
  std::vector<int64_t> pages(mirrored_pages_.begin(), mirrored_pages_.end());
  std::ranges::sort(pages);
  std::vector<MemoryRange> all;
  for (const int64_t page : pages)
    for (const Window& window : profile_.windows) add(all, page, window);
  for (const MemoryRange& range : all_memory(oracle_.shadow()))
    if (range.space != Space::system) all.push_back(range);
  std::ranges::sort(all, {},
                    [](const MemoryRange& r) { return std::tuple(r.space, r.lane, r.first); });
  return all;
}

// Writes zeroes or the shadow's bytes to ranges. Precondition: no batch is posted.
void Session::transfer(WorkerProcess& worker, const std::vector<MemoryRange>& ranges,
                       Before before) {
  const std::vector<MemoryRange> parts = capabilities_.clip(ranges);
  for (size_t at = 0; at < parts.size();) {
    BatchWriter writer(worker.batch(worker.next_batch()));
    while (at < parts.size() && writer.bytes() < transfer_bytes) {
      const MemoryRange& part = parts[at];
      const uint8_t* bytes = oracle_.shadow().at(part.space, part.lane, part.first);
      if (!writer.add(part, before, bytes, false)) break;
      ++at;
    }
    const ipc::Batch& batch = run_built(worker, target_);
    for (uint32_t j = 0; j < batch.jobs; ++j)
      if (const ipc::JobRecord& job = batch.job[j]; job.fault != ipc::HookFault::none) {
        const ipc::RangeRecord& range = batch.range[std::min(job.fault_range, ipc::max_ranges - 1)];
        throw SetupError(fmt::format(
            "{}: sp_write refuses {} memory of profile {}: lane {}, offset {:#x}, size {}; if it "
            "has "
            "none, sp_reset should refuse the profile, or its file leave that memory out",
            target_.what, name(static_cast<Space>(range.space)), profile_.name, range.lane,
            range.first, range.size));
      }
  }
}

// Skips memory that the plug-in refuses to read.
void Session::read_all(WorkerProcess& worker,
                       const std::function<bool(const MemoryRange&, ReadBack&)>& visit) {
  const std::vector<MemoryRange> all = capabilities_.clip(mirrored_memory());
  for (size_t at = 0; at < all.size();) {
    const size_t first = at;
    BatchWriter writer(worker.batch(worker.next_batch()));
    while (at < all.size() && writer.bytes() < transfer_bytes &&
           writer.add(all[at], Before::nothing, nullptr, true))
      ++at;
    const ipc::Batch& batch = run_built(worker, target_);
    for (size_t i = first; i < at; ++i) {
      const ipc::JobRecord& job = batch.job[i - first];
      if (job.fault != ipc::HookFault::none) continue;
      ReadBack bytes(batch, job, oracle_.shadow());
      if (visit(all[i], bytes)) return;
    }
  }
}

// The first write to system memory that no case ever used, since the last call; clears the list.
std::optional<ipc::TouchedRange> Session::unexpected_write(WorkerProcess& worker) {
  if (!capabilities_.lists_touched) return std::nullopt;
  std::optional<ipc::TouchedRange> unexpected;
  for (uint32_t from = 0, listed = ipc::max_touched; listed == ipc::max_touched; from += listed) {
    BatchWriter(worker.batch(worker.next_batch())).add_touched(from);
    const ipc::Batch& batch = run_built(worker, target_);
    listed = std::min(batch.job[0].touched, ipc::max_touched);
    if (from + listed > most_touched)
      throw SetupError(
          fmt::format("{}: sp_touched lists more than {} ranges", target_.what, most_touched));
    for (uint32_t i = 0; i < listed && !unexpected; ++i) {
      const ipc::TouchedRange& written = batch.touched[i];
      const uint64_t end = written.first + std::min(written.size, ~written.first);
      constexpr auto size = static_cast<uint64_t>(page_bytes);
      for (uint64_t at = written.first; at < end && !unexpected; at = (at / size + 1) * size)
        if (!is_mirrored(static_cast<int64_t>(at))) unexpected = {at, end - at};
    }
  }
  return unexpected;
}

// Writes the memory that a worker did not get at its start; reading it back may end the worker.
void Session::catch_up() {
  transfer(*worker_, mirrored_memory(), ipc::Before::bytes);
  unexpected_write(*worker_);
  differing_.clear();
  lacks_memory_ = false;
}

void Session::sweep(ProgramStream& stream) try {
  if (lacks_memory_) return catch_up();
  const bool many = differing_.size() > most_differing;
  transfer(*worker_, many ? mirrored_memory() : differing_, Before::bytes);
  differing_.clear();
  const auto found_at = [&](const Culprit& culprit, const std::string& place) {
    const std::string detail = "far from every operand: " + place;
    return found_by(culprit, {VerdictKind::write_outside, 0, detail});
  };
  std::optional<Difference> found;
  read_all(*worker_, [&](const MemoryRange& range, ReadBack& bytes) {
    found = first_difference(oracle_.shadow(), {range}, std::ref(bytes));
    return found.has_value();
  });
  if (found) {
    const Culprit culprit = locate([&](WorkerProcess& worker, const Program& program) {
      return changes(worker, program, *found);
    });
    Verdict verdict = found_at(culprit, describe(*found, 0));
    verdict.difference = found;
    stream.found_in_sweep(culprit.program, verdict);
    transfer(*worker_, mirrored_memory(), Before::bytes);
  }
  if (const auto written = unexpected_write(*worker_)) {
    const Culprit culprit = locate([&](WorkerProcess& worker, const Program& program) {
      return run_alone(worker, program, {}, nullptr) && unexpected_write(worker).has_value();
    });
    stream.found_in_sweep(
        culprit.program,
        found_at(culprit, fmt::format("system memory that no case used: {:#x}, {} bytes",
                                      written->first, written->size)));
  }
  history_.clear();
} catch (const EndBetweenPrograms& ended) {
  if (history_.empty()) throw;
  judge_end_between_programs(ended.exit, stream);
}

Verdict Session::found_by(const Culprit& culprit, Verdict verdict) const {
  if (!culprit.replayed)
    verdict.detail += fmt::format(
        "; seen in the sweep of {} programs that ended with this one, but not when they were "
        "replayed",
        history_.size());
  return verdict;
}

// Replays the programs since the last sweep in a fresh worker until one shows the write.
template <class Shows>
Session::Culprit Session::locate(Shows shows) {
  if (history_.size() == 1) return {history_.front(), true};
  WorkerProcess worker(target_, profile_, seconds_);
  if (worker.start()) {
    unexpected_write(worker);  // ignores writes during the start
    for (const Program& program : history_) {
      try {
        if (shows(worker, program)) return {program, true};
      } catch (const EndBetweenPrograms&) {  // the program does not show the write
      }
      if (!worker.alive()) worker.start();
    }
  }
  return {history_.back(), false};
}

// Runs a program, with a byte of memory set before and read after it. Returns false if the program
// did not finish.
bool Session::run_alone(WorkerProcess& worker, const Program& program,
                        const std::vector<MemoryRange>& byte, uint8_t* value) {
  const uint32_t number = worker.next_batch();
  ipc::Batch& batch = worker.batch(number);
  BatchWriter writer(batch);
  for (const MemoryRange& range : byte) writer.add(range, Before::bytes, value, false);
  if (!writer.add(program, windows(program), {}, capabilities_)) return false;
  for (const MemoryRange& range : byte) writer.add(range, Before::nothing, nullptr, true);
  worker.post();
  if (!worker.wait(number, batch.jobs - 1)) return false;
  if (!byte.empty()) *value = batch.data[batch.range[batch.job[batch.jobs - 1].first_range].bytes];
  return true;
}

bool Session::changes(WorkerProcess& worker, const Program& program, const Difference& place) {
  const auto has_place = [&](const MemoryRange& range) { return lies_in(range, place); };
  if (std::ranges::any_of(windows(program), has_place)) return false;
  // The complement of the byte found there, so that the same write shows.
  const uint8_t sentinel = static_cast<uint8_t>(~place.found);
  uint8_t byte = sentinel;
  return run_alone(worker, program, {{place.space, place.lane, place.offset, 1}}, &byte) &&
         byte != sentinel;
}

}  // namespace strideproof
