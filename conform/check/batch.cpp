#include "conform/check/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "conform/base/text.h"
#include "conform/check/process.h"
#include "conform/plugin/call/call.h"
#include "conform/strideproof.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

using ipc::Before;
using ipc::RangeRecord;

bool same(const RangeRecord& record, const MemoryRange& range) {
  return record.first == range.first && record.size == range.size &&
         static_cast<int64_t>(record.lane) == range.lane &&
         record.space == static_cast<uint8_t>(range.space);
}

// Windows of one space that overlap or are adjacent become one.
std::vector<ipc::AddressWindow> coalesced(std::vector<ipc::AddressWindow> windows) {
  std::ranges::sort(windows, {}, [](const ipc::AddressWindow& window) {
    return std::pair(window.space, window.first);
  });
  std::vector<ipc::AddressWindow> all;
  for (const ipc::AddressWindow& window : windows) {
    const uint64_t size = std::min(window.size, ~window.first);  // ends at 2^64 - 1 at most
    if (!all.empty() && all.back().space == window.space &&
        window.first - all.back().first <= all.back().size)
      all.back().size = std::max(all.back().size, window.first - all.back().first + size);
    else
      all.push_back({window.space, window.first, size});
  }
  return all;
}

}  // namespace

PluginCapabilities capabilities_of(const ipc::Header& header) {
  PluginCapabilities capabilities;
  capabilities.name = printable(header.text);
  capabilities.has_status = header.has_status;
  capabilities.lists_touched = header.lists_touched;
  capabilities.rejects_by_abort = header.rejects_by_abort;
  for (const Operation& operation : catalogue())
    capabilities.provided[operation] = header.provided[operation.index];
  capabilities.offered = coalesced({header.offered, header.offered + header.offered_count});
  return capabilities;
}

PluginCapabilities PluginCapabilities::everything() {
  PluginCapabilities capabilities;
  for (const Operation& operation : catalogue()) capabilities.provided[operation] = 0xff;
  return capabilities;
}

bool PluginCapabilities::provides(const Case& c) const {
  const int symbol = symbol_of(*c.operation, c.arguments);
  return symbol >= 0 && has_bit(provided[*c.operation], symbol);
}

std::string PluginCapabilities::missing(const Operation& operation) const {
  std::string text;
  const std::vector<std::string>& names = symbols(operation);
  for (size_t i = 0; i < names.size(); ++i)
    if (!has_bit(provided[operation], i)) text += (text.empty() ? "" : ", ") + names[i];
  return text;
}

std::vector<MemoryRange> PluginCapabilities::clip(const MemoryRange& range) const {
  std::vector<MemoryRange> parts;
  bool restricted = false;
  for (const ipc::AddressWindow& window : offered) {
    if (window.space != static_cast<int>(range.space)) continue;
    restricted = true;
    const uint64_t first = std::max(static_cast<uint64_t>(range.first), window.first);
    const uint64_t end =
        std::min(static_cast<uint64_t>(range.first + range.size), window.first + window.size);
    if (first >= end) continue;
    MemoryRange part = range;
    part.first = static_cast<int64_t>(first);
    part.size = static_cast<int64_t>(end - first);
    parts.push_back(part);
  }
  if (!restricted) parts.push_back(range);
  return parts;
}

std::vector<MemoryRange> PluginCapabilities::clip(const std::vector<MemoryRange>& ranges) const {
  std::vector<MemoryRange> all;
  for (const MemoryRange& range : ranges) std::ranges::move(clip(range), std::back_inserter(all));
  return all;
}

std::vector<Window> PluginCapabilities::system_windows(const Profile& profile) const {
  std::vector<Window> all;
  for (const Window& window : profile.windows)
    for (const MemoryRange& part : clip({Space::system, 0, window.first, window.size}))
      all.push_back({part.first, part.size});
  return all;
}

bool PluginCapabilities::offers_window_end(const Profile& profile) const {
  const std::vector<Window> parts = system_windows(profile);
  return std::ranges::any_of(profile.windows, [&](const Window& window) {
    return std::ranges::count(parts, window.end(), &Window::end) > 0;
  });
}

bool PluginCapabilities::holds(const Program& program) const {
  if (offered.empty()) return true;
  for (const Case& step : program.steps)
    for (const spec::OperandRange& bounding : spec::bounding_ranges(step)) {
      const std::vector<MemoryRange> parts =
          clip({bounding.space, bounding.lane, bounding.first, bounding.size});
      if (bounding.size > 0 && (parts.size() != 1 || parts[0].size != bounding.size)) return false;
    }
  return true;
}

bool PluginCapabilities::can_judge(const Program& program) const {
  const auto is_provided = [&](const Case& step) { return provides(step); };
  return std::ranges::all_of(program.steps, is_provided) && holds(program) &&
         !too_costly(program) && hold_every_reading(program) && !open_too_many(windows(program));
}

BatchWriter::BatchWriter(ipc::Batch& batch) : batch_(batch) { batch_.jobs = 0; }

// Removes the job again if `add_ranges` returns false.
template <class AddRanges>
ipc::JobRecord* BatchWriter::add_job(uint64_t fill, AddRanges add_ranges) {
  if (batch_.jobs == ipc::max_jobs) return nullptr;
  const BatchWriter before = *this;
  ipc::JobRecord& job = batch_.job[batch_.jobs++];
  job = {fill, ranges_, 0, steps_, 0, ipc::HookFault::none, 0, false, 0, 0};
  if (!add_ranges()) {
    --batch_.jobs;
    ranges_ = before.ranges_;
    bytes_ = before.bytes_;
    return nullptr;
  }
  job.ranges = ranges_ - job.first_range;
  return &job;
}

bool BatchWriter::range(const MemoryRange& range, Before before, bool after) {
  const uint64_t size = static_cast<uint64_t>(range.size);
  if (ranges_ == ipc::max_ranges || size > ipc::data_bytes - bytes_) return false;
  const bool carries = after || before == Before::bytes;
  batch_.range[ranges_++] = {range.first,
                             range.size,
                             bytes_,
                             static_cast<uint32_t>(range.lane),
                             static_cast<uint8_t>(range.space),
                             before,
                             range.data,
                             after};
  if (carries) bytes_ += (size + 63) / 64 * 64;
  return bytes_ <= ipc::data_bytes;
}

bool BatchWriter::add(const Program& program, const std::vector<MemoryRange>& windows,
                      const std::vector<MemoryRange>& fresh,
                      const PluginCapabilities& capabilities) {
  if (steps_ + program.steps.size() > ipc::max_job_steps) return false;
  const auto put = [&](const std::vector<MemoryRange>& ranges, Before what, bool after) {
    const auto put_one = [&](const MemoryRange& part) { return range(part, what, after); };
    return std::ranges::all_of(ranges, [&](const MemoryRange& whole) {
      return capabilities.offered.empty() ? put_one(whole)
                                          : std::ranges::all_of(capabilities.clip(whole), put_one);
    });
  };
  ipc::JobRecord* const job = add_job(program.fill, [&] {
    return put(fresh, Before::zero, false) && put(windows, Before::fill, true);
  });
  if (job == nullptr) return false;
  for (const Case& step : program.steps)
    batch_.step[steps_++] = {step.arguments, 0, step.operation->index, 0};
  job->steps = static_cast<uint32_t>(program.steps.size());
  return true;
}

bool BatchWriter::add(const MemoryRange& whole, Before before, const uint8_t* bytes, bool after) {
  const uint64_t at = bytes_;
  if (add_job(0, [&] { return range(whole, before, after); }) == nullptr) return false;
  if (before == Before::bytes)
    std::memcpy(batch_.data + at, bytes, static_cast<size_t>(whole.size));
  return true;
}

void BatchWriter::add_touched(uint32_t from) {
  ipc::JobRecord* const job = add_job(0, [] { return true; });
  job->list_touched = true;
  job->first_touched = from;
}

Outcome outcome_of(const ipc::Batch& batch, const ipc::JobRecord& job, bool has_status) {
  Outcome outcome;
  for (uint32_t s = job.first_step; s < job.first_step + job.steps; ++s) {
    const int32_t status = has_status ? batch.step[s].status : 0;
    // A status that the contract does not know is a fault of the hook.
    const bool is_unknown = status < SP_DONE || status > SP_UNSUPPORTED;
    if (is_unknown && outcome.message.empty())
      outcome.message = fmt::format(
          "sp_status answered {}, not 0 (done), 1 (rejected) or 2 (unsupported)", status);
    outcome.status.push_back(is_unknown ? Status::hook_failed : static_cast<Status>(status));
    outcome.returned.push_back(batch.step[s].returned);
  }
  return outcome;
}

ReadBack::ReadBack(const ipc::Batch& batch, const ipc::JobRecord& job, Machine& shadow)
    : batch_(batch),
      next_(job.first_range),
      first_(job.first_range),
      end_(job.first_range + job.ranges),
      shadow_(shadow) {
  while (first_ < end_ && !batch_.range[first_].after) next_ = ++first_;
}

const uint8_t* ReadBack::operator()(const MemoryRange& range) {
  // Ranges are usually requested in order.
  for (uint32_t looked = first_; looked < end_; ++looked) {
    if (next_ == end_) next_ = first_;
    const RangeRecord& record = batch_.range[next_++];
    if (same(record, range)) return batch_.data + record.bytes;
  }
  return pieced(range);
}

const uint8_t* ReadBack::pieced(const MemoryRange& range) {
  const uint8_t* expected = shadow_.at(range.space, range.lane, range.first);
  scratch_.assign(expected, expected + range.size);
  for (uint32_t r = first_; r < end_; ++r) {
    const RangeRecord& record = batch_.range[r];
    if (record.space != static_cast<uint8_t>(range.space) || record.lane != range.lane) continue;
    const int64_t from = std::max(record.first, range.first);
    const int64_t to = std::min(record.first + record.size, range.first + range.size);
    if (from < to)
      std::memcpy(scratch_.data() + (from - range.first),
                  batch_.data + record.bytes + (from - record.first),
                  static_cast<size_t>(to - from));
  }
  return scratch_.data();
}

}  // namespace strideproof
