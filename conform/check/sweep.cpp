// Session: all memory in step with the shadow, and who left it.

#include <fmt/format.h>

#include <algorithm>

#include "conform/check/session.h"

namespace strideproof {
namespace {

using door::Before;

constexpr uint64_t transfer_bytes = 8 << 20;  // of one batch
constexpr size_t most_dirty = 4096;           // regions; beyond, all memory is written

bool covers(const std::vector<Region>& regions, const Difference& place) {
  return std::any_of(regions.begin(), regions.end(), [&](const Region& r) {
    return r.space == place.space && r.lane == place.lane && r.first <= place.offset &&
           place.offset < r.first + r.size;
  });
}

}  // namespace

// System chunks, by their first address, that the windows open for the first time in this worker.
std::vector<int64_t> Session::fresh_chunks(const std::vector<Region>& windows) const {
  std::vector<int64_t> fresh;
  if (memory_ == Memory::windows_only) return fresh;
  for (const Region& region : windows) {
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

// Writes regions (zeroes, or the shadow's bytes) while nothing is in flight.
void Session::transfer(WorkerProcess& worker, const std::vector<Region>& regions, Before before) {
  std::vector<Region> parts;
  for (const Region& region : regions)
    for (const Region& part : offer_.clip(region)) parts.push_back(part);
  for (size_t at = 0; at < parts.size();) {
    const uint32_t number = worker.next_batch();
    door::Batch& batch = worker.batch(number);
    BatchWriter writer(batch);
    while (at < parts.size() && writer.bytes() < transfer_bytes) {
      const Region& part = parts[at];
      const uint8_t* bytes = oracle_.shadow().at(part.space, part.lane, part.first);
      if (!writer.add(part, before, bytes, false)) break;
      ++at;
    }
    worker.post();
    if (!worker.wait(number, batch.jobs - 1))
      throw Unusable(fmt::format("{}: {} {} between cases", target_.what, worker.death().how,
                                 place(worker.death())));
    for (uint32_t j = 0; j < batch.jobs; ++j)
      if (const door::JobRecord& job = batch.job[j]; job.fault != door::Fault::none) {
        const door::RegionRecord& region = batch.region[job.fault_region];
        throw Unusable(fmt::format(
            "{}: sp_write refuses {} memory of profile {}: lane {}, offset {:#x}, size {}",
            target_.what, name(static_cast<Space>(region.space)), profile_.name, region.lane,
            region.first, region.size));
      }
  }
}

const uint8_t* Session::read(const Region& region) {
  const uint32_t number = worker_.next_batch();
  door::Batch& batch = worker_.batch(number);
  BatchWriter writer(batch);
  const std::vector<Region> parts = offer_.clip(region);
  for (const Region& part : parts) writer.add(part, Before::nothing, nullptr, true);
  const uint8_t* expected = oracle_.shadow().at(region.space, region.lane, region.first);
  if (parts.empty()) return expected;
  worker_.post();
  if (!worker_.wait(number, batch.jobs - 1))
    throw Unusable(fmt::format("{}: {} {} between cases", target_.what, worker_.death().how,
                               place(worker_.death())));
  if (parts.size() == 1 && parts[0].size == region.size && batch.job[0].fault == door::Fault::none)
    return batch.data + batch.region[0].bytes;
  scratch_.assign(expected, expected + region.size);
  for (uint32_t j = 0; j < batch.jobs; ++j) {
    const door::RegionRecord& part = batch.region[batch.job[j].first_region];
    if (batch.job[j].fault == door::Fault::none)
      std::copy_n(batch.data + part.bytes, part.size,
                  scratch_.begin() + (part.first - region.first));
  }
  return scratch_.data();
}

// What operations wrote to system memory that no case ever used; lists and forgets.
std::optional<door::Piece> Session::stray(WorkerProcess& worker) {
  if (!offer_.tells_touched) return std::nullopt;
  const uint32_t number = worker.next_batch();
  door::Batch& batch = worker.batch(number);
  BatchWriter(batch).add_touched();
  worker.post();
  if (!worker.wait(number, 0))
    throw Unusable(fmt::format("{}: {} {} between cases", target_.what, worker.death().how,
                               place(worker.death())));
  const std::vector<int64_t>& chunks = oracle_.shadow().open_chunks();
  for (uint32_t i = 0; i < batch.job[0].touched; ++i) {
    const door::Piece& piece = batch.touched[i];
    constexpr auto chunk_bytes = static_cast<uint64_t>(Machine::chunk_bytes);
    const uint64_t end = piece.first + std::min(piece.size, ~piece.first);
    for (uint64_t at = piece.first; at < end; at = (at / chunk_bytes + 1) * chunk_bytes)
      if (std::find(chunks.begin(), chunks.end(),
                    static_cast<int64_t>(at / chunk_bytes * chunk_bytes)) == chunks.end())
        return door::Piece{at, end - at};
  }
  return std::nullopt;
}

void Session::sweep(Feed& feed) {
  const bool many = dirty_.size() > most_dirty;
  transfer(worker_, many ? all_memory(oracle_.shadow()) : dirty_, Before::bytes);
  dirty_.clear();
  if (const auto found = oracle_.sweep([&](const Region& region) { return read(region); })) {
    FarWrite write = locate([&](WorkerProcess& worker, const Program& program) {
      return changes(worker, program, *found);
    });
    write.place = describe(*found, 0);
    write.difference = found;
    feed.far_write(write);
    transfer(worker_, all_memory(oracle_.shadow()), Before::bytes);
  }
  if (const auto piece = stray(worker_)) {
    FarWrite write = locate([&](WorkerProcess& worker, const Program& program) {
      return run_alone(worker, program, {}, nullptr) && stray(worker).has_value();
    });
    write.place =
        fmt::format("system memory that no case used: {:#x}, {} bytes", piece->first, piece->size);
    feed.far_write(write);
  }
  history_.clear();
}

// Replays the programs since the last sweep in a fresh worker until one shows it.
template <class Shows>
FarWrite Session::locate(Shows shows) {
  WorkerProcess worker(target_, profile_, seconds_);
  if (worker.start()) {
    stray(worker);  // what it wrote while it started is not meant
    for (const Program& program : history_) {
      if (shows(worker, program)) return {program, true, {}, {}};
      if (!worker.alive()) worker.start();
    }
  }
  return {history_.back(), false, {}, {}};
}

// Runs a program, with a byte of memory set before and read after it. false: it did not finish.
bool Session::run_alone(WorkerProcess& worker, const Program& program,
                        const std::vector<Region>& byte, uint8_t* value) {
  const uint32_t number = worker.next_batch();
  door::Batch& batch = worker.batch(number);
  BatchWriter writer(batch);
  for (const Region& region : byte) writer.add(region, Before::bytes, value, false);
  if (!writer.add(program, windows(program), {}, offer_)) return false;
  for (const Region& region : byte) writer.add(region, Before::nothing, nullptr, true);
  worker.post();
  if (!worker.wait(number, batch.jobs - 1)) return false;
  if (!byte.empty())
    *value = batch.data[batch.region[batch.job[batch.jobs - 1].first_region].bytes];
  return true;
}

bool Session::changes(WorkerProcess& worker, const Program& program, const Difference& place) {
  if (covers(windows(program), place)) return false;
  // The complement of what was found there, so that the same write shows.
  const uint8_t bait = static_cast<uint8_t>(~place.found);
  uint8_t byte = bait;
  return run_alone(worker, program, {{place.space, place.lane, place.offset, 1}}, &byte) &&
         byte != bait;
}

}  // namespace strideproof
