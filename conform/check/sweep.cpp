// Session: keeps all memory equal to the shadow, and finds the program that changed it.

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "conform/check/session.h"

namespace strideproof {
namespace {

using ipc::Before;

constexpr uint64_t transfer_bytes = 8 << 20;  // of one batch
constexpr size_t most_dirty = 4096;           // regions; beyond, all memory is written

bool covers(const std::vector<MemoryRange>& regions, const Difference& place) {
  return std::any_of(regions.begin(), regions.end(), [&](const MemoryRange& r) {
    return r.space == place.space && r.lane == place.lane && r.first <= place.offset &&
           place.offset < r.first + r.size;
  });
}

}  // namespace

// The system chunks, by first address, that the windows open for the first time in this worker.
std::vector<int64_t> Session::fresh_chunks(const std::vector<MemoryRange>& windows) const {
  std::vector<int64_t> fresh;
  if (memory_ == Memory::windows_only) return fresh;
  for (const MemoryRange& region : windows) {
    if (region.space != Space::system || region.size == 0) continue;
    const int64_t last = (region.end() - 1) / Machine::chunk_bytes;
    for (int64_t chunk = region.first / Machine::chunk_bytes; chunk <= last; ++chunk) {
      const int64_t first = chunk * Machine::chunk_bytes;
      if (in_step_.count(first) == 0 && (fresh.empty() || fresh.back() != first))
        fresh.push_back(first);
    }
  }
  return fresh;
}

// Writes regions (zeroes, or the shadow's bytes) while no batch is posted.
void Session::transfer(WorkerProcess& worker, const std::vector<MemoryRange>& regions,
                       Before before) {
  std::vector<MemoryRange> parts;
  for (const MemoryRange& region : regions)
    for (const MemoryRange& part : capabilities_.clip(region)) parts.push_back(part);
  for (size_t at = 0; at < parts.size();) {
    const uint32_t number = worker.next_batch();
    ipc::Batch& batch = worker.batch(number);
    BatchWriter writer(batch);
    while (at < parts.size() && writer.bytes() < transfer_bytes) {
      const MemoryRange& part = parts[at];
      const uint8_t* bytes = oracle_.shadow().at(part.space, part.lane, part.first);
      if (!writer.add(part, before, bytes, false)) break;
      ++at;
    }
    worker.post();
    if (!worker.wait(number, batch.jobs - 1))
      throw SetupError(fmt::format("{}: {} {} between cases", target_.what,
                                   worker.worker_exit().how, place(worker.worker_exit())));
    for (uint32_t j = 0; j < batch.jobs; ++j)
      if (const ipc::JobRecord& job = batch.job[j]; job.fault != ipc::HookFault::none) {
        const ipc::RegionRecord& region = batch.region[job.fault_region];
        throw SetupError(fmt::format(
            "{}: sp_write refuses {} memory of profile {}: lane {}, offset {:#x}, size {}",
            target_.what, name(static_cast<Space>(region.space)), profile_.name, region.lane,
            region.first, region.size));
      }
  }
}

// The first byte of all memory that differs from the shadow. Memory that the plug-in denies is not
// compared.
std::optional<Difference> Session::difference() {
  const std::vector<MemoryRange> all = all_memory(oracle_.shadow());
  for (size_t at = 0; at < all.size();) {
    const size_t first = at;
    const uint32_t number = worker_->next_batch();
    ipc::Batch& batch = worker_->batch(number);
    BatchWriter writer(batch);
    while (at < all.size() && writer.bytes() < transfer_bytes && writer.add(all[at], capabilities_))
      ++at;
    worker_->post();
    if (!worker_->wait(number, batch.jobs - 1))
      throw SetupError(fmt::format("{}: {} {} between cases", target_.what,
                                   worker_->worker_exit().how, place(worker_->worker_exit())));
    for (size_t i = first; i < at; ++i) {
      const ipc::JobRecord& job = batch.job[i - first];
      if (job.fault != ipc::HookFault::none) continue;
      ReadBack bytes(batch, job, oracle_.shadow());
      if (const auto found = first_difference(oracle_.shadow(), {all[i]}, std::ref(bytes)))
        return found;
    }
  }
  return std::nullopt;
}

// The writes of operations to system memory that no case ever used; lists and clears them.
std::optional<ipc::TouchedRange> Session::unexpected_write(WorkerProcess& worker) {
  if (!capabilities_.tells_touched) return std::nullopt;
  const uint32_t number = worker.next_batch();
  ipc::Batch& batch = worker.batch(number);
  BatchWriter(batch).add_touched();
  worker.post();
  if (!worker.wait(number, 0))
    throw SetupError(fmt::format("{}: {} {} between cases", target_.what, worker.worker_exit().how,
                                 place(worker.worker_exit())));
  const std::vector<int64_t>& chunks = oracle_.shadow().open_chunks();
  for (uint32_t i = 0; i < batch.job[0].touched; ++i) {
    const ipc::TouchedRange& piece = batch.touched[i];
    constexpr auto chunk_bytes = static_cast<uint64_t>(Machine::chunk_bytes);
    const uint64_t end = piece.first + std::min(piece.size, ~piece.first);
    for (uint64_t at = piece.first; at < end; at = (at / chunk_bytes + 1) * chunk_bytes)
      if (std::find(chunks.begin(), chunks.end(),
                    static_cast<int64_t>(at / chunk_bytes * chunk_bytes)) == chunks.end())
        return ipc::TouchedRange{at, end - at};
  }
  return std::nullopt;
}

// Writes the memory that a worker did not get at its start.
void Session::catch_up() {
  transfer(*worker_, all_memory(oracle_.shadow()), ipc::Before::bytes);
  unexpected_write(*worker_);
  dirty_.clear();
  history_.clear();
  behind_ = false;
}

void Session::sweep(ProgramStream& stream) {
  if (behind_) return catch_up();
  const bool many = dirty_.size() > most_dirty;
  transfer(*worker_, many ? all_memory(oracle_.shadow()) : dirty_, Before::bytes);
  dirty_.clear();
  if (const auto found = difference()) {
    WriteOutsideWindow write = locate([&](WorkerProcess& worker, const Program& program) {
      return changes(worker, program, *found);
    });
    write.place = describe(*found, 0);
    write.difference = found;
    stream.write_outside_window(write);
    transfer(*worker_, all_memory(oracle_.shadow()), Before::bytes);
  }
  if (const auto piece = unexpected_write(*worker_)) {
    WriteOutsideWindow write = locate([&](WorkerProcess& worker, const Program& program) {
      return run_alone(worker, program, {}, nullptr) && unexpected_write(worker).has_value();
    });
    write.place =
        fmt::format("system memory that no case used: {:#x}, {} bytes", piece->first, piece->size);
    stream.write_outside_window(write);
  }
  history_.clear();
}

// Replays the programs since the last sweep in a fresh worker until one shows the write.
template <class Shows>
WriteOutsideWindow Session::locate(Shows shows) {
  WorkerProcess worker(target_, profile_, seconds_);
  if (worker.start()) {
    unexpected_write(worker);  // ignores the output of its start
    for (const Program& program : history_) {
      if (shows(worker, program)) return {program, true, {}, {}};
      if (!worker.alive()) worker.start();
    }
  }
  return {history_.back(), false, {}, {}};
}

// Runs a program, with a byte of memory set before and read after it. Returns false if the program
// did not finish.
bool Session::run_alone(WorkerProcess& worker, const Program& program,
                        const std::vector<MemoryRange>& byte, uint8_t* value) {
  const uint32_t number = worker.next_batch();
  ipc::Batch& batch = worker.batch(number);
  BatchWriter writer(batch);
  for (const MemoryRange& region : byte) writer.add(region, Before::bytes, value, false);
  if (!writer.add(program, windows(program), {}, capabilities_)) return false;
  for (const MemoryRange& region : byte) writer.add(region, Before::nothing, nullptr, true);
  worker.post();
  if (!worker.wait(number, batch.jobs - 1)) return false;
  if (!byte.empty())
    *value = batch.data[batch.region[batch.job[batch.jobs - 1].first_region].bytes];
  return true;
}

bool Session::changes(WorkerProcess& worker, const Program& program, const Difference& place) {
  if (covers(windows(program), place)) return false;
  // The complement of the byte found there, so that the same write shows.
  const uint8_t sentinel = static_cast<uint8_t>(~place.found);
  uint8_t byte = sentinel;
  return run_alone(worker, program, {{place.space, place.lane, place.offset, 1}}, &byte) &&
         byte != sentinel;
}

}  // namespace strideproof
