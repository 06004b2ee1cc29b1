#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "conform/plugin/worker/device.h"
#include "model/fill.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::ipc {
namespace {

void describe(Device& device, Header& header) {
  const std::string name = device.name().substr(0, sizeof header.text - 1);
  std::memcpy(header.text, name.c_str(), name.size() + 1);
  header.has_status = device.has_status();
  header.lists_touched = device.lists_touched();
  header.rejects_by_abort = device.rejects_by_abort();
  for (const Operation& operation : catalogue())
    header.provided[operation.index] = device.provides(operation);
  for (int space = 0; space < space_count; ++space)
    for (uint32_t index = 0; const auto window = device.window(space, index); ++index) {
      if (header.offered_count == max_offered)
        throw DeviceError(
            fmt::format("more than {} windows of memory are offered; past the last one sp_window "
                        "returns nonzero, and a command answers no",
                        max_offered));
      header.offered[header.offered_count++] = *window;
    }
}

void list_touched(Device& device, const Exchange& exchange) {
  announce(exchange.shared_memory, WorkerPhase::listing);
  uint32_t& count = exchange.job.touched;
  for (; count < max_touched; ++count) {
    const std::optional<TouchedRange> range = device.touched(exchange.job.first_touched + count);
    if (!range) return device.mark();
    exchange.batch.touched[count] = *range;
  }
}

void run(Device& device, SharedMemory& shared_memory, Batch& batch) {
  std::vector<Exchange> exchanges;
  for (uint32_t j = 0; j < batch.jobs; ++j)
    for (uint32_t step = 0; step < std::max(1U, batch.job[j].steps); ++step)
      exchanges.push_back({shared_memory, batch, batch.job[j], step});
  size_t begun = 0;
  uint32_t done = 0;
  for (const Exchange& exchange : exchanges) {
    while (begun < exchanges.size() && device.begin(exchanges[begun])) ++begun;
    shared_memory.header.step.store(exchange.step, std::memory_order_relaxed);
    device.finish(exchange);
    if (!exchange.is_last()) continue;
    if (exchange.job.list_touched) list_touched(device, exchange);
    announce(shared_memory, WorkerPhase::ready);
    // After the last job is done, the checker may build another batch here.
    batch.done.store(++done, std::memory_order_seq_cst);
    if (shared_memory.header.checker_waits.load(std::memory_order_seq_cst) != 0)
      futex_wake(batch.done);
  }
}

}  // namespace

std::vector<RangeRecord*> Exchange::writes() const {
  std::vector<RangeRecord*> ranges;
  for (uint32_t r = 0; step == 0 && r < job.ranges; ++r)
    if (RangeRecord& range = batch.range[job.first_range + r]; range.before != Before::nothing)
      ranges.push_back(&range);
  return ranges;
}

std::vector<RangeRecord*> Exchange::reads() const {
  std::vector<RangeRecord*> ranges;
  for (uint32_t r = 0; is_last() && r < job.ranges; ++r)
    if (RangeRecord& range = batch.range[job.first_range + r]; range.after)
      ranges.push_back(&range);
  return ranges;
}

const uint8_t* Exchange::content(const RangeRecord& range, std::vector<uint8_t>& scratch) const {
  if (range.before == Before::bytes) return batch.data + range.bytes;
  const size_t size = static_cast<size_t>(range.size);
  if (scratch.size() < size) scratch.resize(size);
  if (range.before == Before::fill)
    fill(scratch.data(), range.size, job.fill, static_cast<Space>(range.space), range.lane,
         range.first, range.data);
  else
    std::fill_n(scratch.begin(), size, uint8_t{0});
  return scratch.data();
}

void Exchange::blame(HookFault fault, const RangeRecord& range) const {
  job.fault_range = static_cast<uint32_t>(&range - batch.range);
  job.fault = fault;
}

void Device::finish(const Exchange& exchange) {
  SharedMemory& shared_memory = exchange.shared_memory;
  if (exchange.job.fault != HookFault::none) return;  // in an earlier step
  for (const RangeRecord* range : exchange.writes()) {
    const uint8_t* bytes = exchange.content(*range, scratch_);
    announce(shared_memory, WorkerPhase::writing);
    if (!write(*range, bytes)) return exchange.blame(HookFault::write, *range);
  }
  if (StepRecord* step = exchange.call()) {
    announce(shared_memory, WorkerPhase::calling);
    step->returned = call(catalogue()[static_cast<size_t>(step->operation)], step->arguments);
    announce(shared_memory, WorkerPhase::asking);
    step->status = status();
  }
  for (const RangeRecord* range : exchange.reads()) {
    announce(shared_memory, WorkerPhase::reading);
    if (!read(*range, exchange.batch.data + range->bytes))
      return exchange.blame(HookFault::read, *range);
  }
}

void announce(SharedMemory& shared_memory, WorkerPhase phase) {
  Header& header = shared_memory.header;
  header.phase.store(static_cast<uint32_t>(phase), std::memory_order_relaxed);
  header.beat.store(header.beat.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void serve(Device& device, SharedMemory& shared_memory) {
  Header& header = shared_memory.header;
  announce(shared_memory, WorkerPhase::resetting);
  const bool accepted = device.reset(header.profile);
  if (accepted) describe(device, header);
  announce(shared_memory, accepted ? WorkerPhase::ready : WorkerPhase::refused);
  futex_wake(header.phase);
  if (!accepted) return;

  for (uint32_t number = header.first_batch;; ++number) {
    for (uint32_t posted; (posted = header.posted.load(std::memory_order_acquire)) == number;)
      futex_wait(header.posted, posted, 1000);
    run(device, shared_memory, shared_memory.batch[number % batches]);
  }
}

}  // namespace strideproof::ipc
