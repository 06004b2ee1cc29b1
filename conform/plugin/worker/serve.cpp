#include <algorithm>
#include <cstring>
#include <vector>

#include "conform/plugin/worker/device.h"
#include "conform/plugin/worker/futex.h"
#include "conform/plugin/worker/run_requests.h"
#include "model/fill.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::ipc {
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
      const std::optional<AddressWindow> window = device.window(space, index);
      if (!window) break;
      header.offered[header.offered_count++] = *window;
    }
}

class Worker {
 public:
  Worker(Device& device, SharedMemory& shared_memory)
      : device_(device), shared_memory_(shared_memory) {}

  void run(Batch& batch) {
    if (RunRequests* requests = device_.run_requests()) return run_ahead(batch, *requests);
    const uint32_t jobs = batch.jobs;
    for (uint32_t j = 0; j < jobs; ++j) {
      run(batch, batch.job[j]);
      finish(batch, j);
    }
  }

 private:
  void run(Batch& batch, JobRecord& job) {
    for (uint32_t r = 0; r < job.regions && job.fault == HookFault::none; ++r)
      before(batch, job, batch.region[job.first_region + r]);
    for (uint32_t s = 0; s < job.steps && job.fault == HookFault::none; ++s) {
      StepRecord& step = batch.step[job.first_step + s];
      shared_memory_.header.step.store(s, std::memory_order_relaxed);
      announce(shared_memory_, Phase::calling);
      step.returned =
          device_.call(catalogue()[static_cast<size_t>(step.operation)], step.arguments);
      announce(shared_memory_, Phase::asking);
      step.status = device_.status();
    }
    for (uint32_t r = 0; r < job.regions && job.fault == HookFault::none; ++r)
      after(batch, job, batch.region[job.first_region + r]);
    if (job.list_touched) list_touched(batch, job);
  }

  void run_ahead(Batch& batch, RunRequests& requests) {
    const uint32_t jobs = batch.jobs;
    uint32_t job_ahead = 0, step_ahead = 0;
    const auto send_ahead = [&] {
      while (job_ahead < jobs) {
        const Exchange next{batch, batch.job[job_ahead], step_ahead};
        if (!requests.send(next)) return;
        step_ahead = next.last() ? 0 : step_ahead + 1;
        job_ahead += next.last() ? 1 : 0;
      }
    };
    for (uint32_t j = 0; j < jobs; ++j) {
      JobRecord& job = batch.job[j];
      for (uint32_t step = 0; step == 0 || step < job.steps; ++step) {
        send_ahead();
        shared_memory_.header.step.store(step, std::memory_order_relaxed);
        announce(shared_memory_, job.steps == 0 ? Phase::writing : Phase::calling);
        requests.receive({batch, job, step});
      }
      finish(batch, j);
    }
  }

  // After the last job is done, the checker may build another batch here.
  void finish(Batch& batch, uint32_t j) {
    announce(shared_memory_, Phase::ready);
    batch.done.store(j + 1, std::memory_order_seq_cst);
    if (shared_memory_.header.checker_waits.load(std::memory_order_seq_cst) != 0)
      futex_wake(batch.done);
  }

  void list_touched(Batch& batch, JobRecord& job) {
    announce(shared_memory_, Phase::listing);
    while (job.touched < max_touched) {
      const std::optional<TouchedRange> piece = device_.touched(job.touched);
      if (!piece) break;
      batch.touched[job.touched++] = *piece;
    }
    device_.mark();
  }

  void before(Batch& batch, JobRecord& job, const RegionRecord& region) {
    if (region.before == Before::nothing) return;
    const uint8_t* bytes = content_before(batch, job, region, scratch_);
    announce(shared_memory_, Phase::writing);
    if (!device_.write(region, bytes)) blame(batch, job, HookFault::write, region);
  }

  void after(Batch& batch, JobRecord& job, const RegionRecord& region) {
    if (!region.after) return;
    announce(shared_memory_, Phase::reading);
    if (!device_.read(region, batch.data + region.bytes))
      blame(batch, job, HookFault::read, region);
  }

  static void blame(Batch& batch, JobRecord& job, HookFault fault, const RegionRecord& region) {
    job.fault_region = static_cast<uint32_t>(&region - batch.region);
    job.fault = fault;
  }

  Device& device_;
  SharedMemory& shared_memory_;
  std::vector<uint8_t> scratch_;
};

}  // namespace

const uint8_t* content_before(const Batch& batch, const JobRecord& job, const RegionRecord& region,
                              std::vector<uint8_t>& scratch) {
  if (region.before == Before::bytes) return batch.data + region.bytes;
  const size_t size = static_cast<size_t>(region.size);
  if (scratch.size() < size) scratch.resize(size);
  if (region.before == Before::fill)
    fill(scratch.data(), region.size, job.fill, static_cast<Space>(region.space), region.lane,
         region.first, region.data);
  else
    std::fill_n(scratch.begin(), size, uint8_t{0});
  return scratch.data();
}

void announce(SharedMemory& shared_memory, Phase phase) {
  Header& header = shared_memory.header;
  header.phase.store(static_cast<uint32_t>(phase), std::memory_order_relaxed);
  header.beat.store(header.beat.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void serve(Device& device, SharedMemory& shared_memory) {
  Header& header = shared_memory.header;
  announce(shared_memory, Phase::resetting);
  const bool accepted = device.reset(header.profile);
  if (accepted) describe(device, header);
  announce(shared_memory, accepted ? Phase::ready : Phase::refused);
  futex_wake(header.phase);
  if (!accepted) return;

  Worker worker(device, shared_memory);
  for (uint32_t number = header.first_batch;; ++number) {
    for (uint32_t posted; (posted = header.posted.load(std::memory_order_acquire)) == number;)
      futex_wait(header.posted, posted, 1000);
    worker.run(shared_memory.batch[number % batches]);
  }
}

}  // namespace strideproof::ipc
