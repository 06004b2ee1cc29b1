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

void Session::sweep(Feed& feed) {
  if (dirty_.size() > most_dirty)
    transfer(worker_, all_memory(oracle_.shadow()), Before::bytes);
  else
    transfer(worker_, dirty_, Before::bytes);
  dirty_.clear();
  const std::optional<Difference> difference =
      oracle_.sweep([&](const Region& region) { return read(region); });
  if (difference) {
    feed.far_write(locate(*difference), history_.back(), *difference);
    transfer(worker_, all_memory(oracle_.shadow()), Before::bytes);
  }
  history_.clear();
}

// Replays the programs since the last sweep in a fresh worker and watches the byte. It holds the
// complement of what was found there, so that the same write shows.
std::optional<Program> Session::locate(const Difference& difference) {
  WorkerProcess worker(target_, profile_, seconds_);
  if (!worker.start()) return std::nullopt;
  const Region place{difference.space, difference.lane, difference.offset, 1};
  const uint8_t bait = static_cast<uint8_t>(~difference.found);
  for (const Program& program : history_) {
    const std::vector<Region> regions = windows(program);
    const uint32_t number = worker.next_batch();
    door::Batch& batch = worker.batch(number);
    BatchWriter writer(batch);
    const bool watched = !covers(regions, difference);
    writer.add(place, Before::bytes, &bait, false);
    if (!writer.add(program, regions, {}, offer_)) continue;
    writer.add(place, Before::nothing, nullptr, true);
    worker.post();
    if (!worker.wait(number, batch.jobs - 1)) {
      worker.start();
      continue;
    }
    const door::RegionRecord& last = batch.region[batch.job[batch.jobs - 1].first_region];
    if (watched && batch.data[last.bytes] != bait) return program;
  }
  return std::nullopt;
}

}  // namespace strideproof
