#include <algorithm>
#include <cstring>
#include <vector>

#include "conform/worker/device.h"
#include "conform/worker/futex.h"
#include "model/fill.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::door {
namespace {

void describe(Device& device, Header& header) {
  const std::string name = device.name().substr(0, sizeof header.text - 1);
  std::memcpy(header.text, name.c_str(), name.size() + 1);
  header.tells_status = device.tells_status();
  header.tells_touched = device.tells_touched();
  for (const Operation& operation : catalogue())
    header.provided[operation.index] = device.provides(operation);
  for (int space = 0; space < space_count; ++space)
    for (uint32_t index = 0; header.offered_count < max_offered; ++index) {
      const std::optional<OfferedWindow> window = device.window(space, index);
      if (!window) break;
      header.offered[header.offered_count++] = *window;
    }
}

class Worker {
 public:
  Worker(Device& device, Arena& arena) : device_(device), arena_(arena) {}

  void run(Batch& batch, JobRecord& job) {
    for (uint32_t r = 0; r < job.regions && job.fault == Fault::none; ++r)
      before(batch, job, batch.region[job.first_region + r]);
    for (uint32_t s = 0; s < job.steps && job.fault == Fault::none; ++s) {
      StepRecord& step = batch.step[job.first_step + s];
      arena_.header.step.store(s, std::memory_order_relaxed);
      announce(arena_, Phase::calling);
      step.returned =
          device_.call(catalogue()[static_cast<size_t>(step.operation)], step.arguments);
      announce(arena_, Phase::asking);
      step.status = device_.status();
    }
    for (uint32_t r = 0; r < job.regions && job.fault == Fault::none; ++r)
      after(batch, job, batch.region[job.first_region + r]);
    if (job.list_touched) list_touched(batch, job);
  }

 private:
  void list_touched(Batch& batch, JobRecord& job) {
    announce(arena_, Phase::listing);
    while (job.touched < max_touched) {
      const std::optional<Piece> piece = device_.touched(job.touched);
      if (!piece) break;
      batch.touched[job.touched++] = *piece;
    }
    device_.mark();
  }

  void before(Batch& batch, JobRecord& job, const RegionRecord& region) {
    if (region.before == Before::nothing) return;
    const uint8_t* bytes = batch.data + region.bytes;
    if (region.before != Before::bytes) {
      const size_t size = static_cast<size_t>(region.size);
      if (scratch_.size() < size) scratch_.resize(size);
      if (region.before == Before::fill)
        fill(scratch_.data(), region.size, job.fill, static_cast<Space>(region.space), region.lane,
             region.first, region.data);
      else
        std::fill_n(scratch_.begin(), size, uint8_t{0});
      bytes = scratch_.data();
    }
    announce(arena_, Phase::writing);
    if (!device_.write(region, bytes)) blame(batch, job, Fault::write, region);
  }

  void after(Batch& batch, JobRecord& job, const RegionRecord& region) {
    if (!region.after) return;
    announce(arena_, Phase::reading);
    if (!device_.read(region, batch.data + region.bytes)) blame(batch, job, Fault::read, region);
  }

  static void blame(Batch& batch, JobRecord& job, Fault fault, const RegionRecord& region) {
    job.fault_region = static_cast<uint32_t>(&region - batch.region);
    job.fault = fault;
  }

  Device& device_;
  Arena& arena_;
  std::vector<uint8_t> scratch_;
};

}  // namespace

void announce(Arena& arena, Phase phase) {
  Header& header = arena.header;
  header.phase.store(static_cast<uint32_t>(phase), std::memory_order_relaxed);
  header.beat.store(header.beat.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void serve(Device& device, Arena& arena) {
  Header& header = arena.header;
  announce(arena, Phase::resetting);
  const bool accepted = device.reset(header.profile);
  if (accepted) describe(device, header);
  announce(arena, accepted ? Phase::ready : Phase::refused);
  futex_wake(header.phase);
  if (!accepted) return;

  Worker worker(device, arena);
  for (uint32_t number = header.first_batch;; ++number) {
    for (uint32_t posted; (posted = header.posted.load(std::memory_order_acquire)) == number;)
      futex_wait(header.posted, posted, 1000);
    Batch& batch = arena.batch[number % batches];
    const uint32_t jobs = batch.jobs;  // once the last is done the checker may build another here
    for (uint32_t j = 0; j < jobs; ++j) {
      worker.run(batch, batch.job[j]);
      announce(arena, Phase::ready);
      batch.done.store(j + 1, std::memory_order_seq_cst);
      if (header.checker_waits.load(std::memory_order_seq_cst) != 0) futex_wake(batch.done);
    }
  }
}

}  // namespace strideproof::door
