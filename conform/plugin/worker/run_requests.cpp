#include "conform/plugin/worker/run_requests.h"

#include <fmt/format.h>

#include <charconv>

#include "conform/strideproof.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::ipc {
namespace {

// Sent ahead of the answers: enough to keep a command busy, and little to be repeated after a
// crash.
constexpr size_t most_unanswered = 256 << 10;

template <class Int>
void append(std::string& bytes, Int value) {
  for (size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
}

void append(std::string& bytes, const RegionRecord& region) {
  append(bytes, uint32_t{region.space});
  append(bytes, region.lane);
  append(bytes, static_cast<uint64_t>(region.first));
  append(bytes, static_cast<uint64_t>(region.size));
}

}  // namespace

// The ranges of an exchange in the order of its request: those to write before the first step, those
// to read after the last.
struct RunRequests::Ranges {
  std::vector<RegionRecord*> writes, reads;
};

RunRequests::Ranges RunRequests::ranges_of(const Exchange& exchange) {
  Ranges ranges;
  const JobRecord& job = exchange.job;
  for (uint32_t r = 0; r < job.regions; ++r) {
    RegionRecord& region = exchange.batch.region[job.first_region + r];
    if (exchange.first() && region.before != Before::nothing) ranges.writes.push_back(&region);
    if (exchange.last() && region.after) ranges.reads.push_back(&region);
  }
  return ranges;
}

bool RunRequests::send(const Exchange& exchange) {
  if (!unanswered_.empty() && unanswered_bytes_ >= most_unanswered) return false;
  const Ranges ranges = ranges_of(exchange);
  ranges_.clear();
  bytes_.clear();
  for (const RegionRecord* region : ranges.writes) {
    append(ranges_, *region);
    const uint8_t* content = content_before(exchange.batch, exchange.job, *region, scratch_);
    bytes_.append(reinterpret_cast<const char*>(content), static_cast<size_t>(region->size));
  }
  size_t answer = 0;
  for (const RegionRecord* region : ranges.reads) {
    append(ranges_, *region);
    answer += static_cast<size_t>(region->size);
  }
  if (const StepRecord* step = exchange.call())
    bytes_ +=
        print(Case{&catalogue()[static_cast<size_t>(step->operation)], &profile_, step->arguments});
  const size_t size = ranges_.size() + bytes_.size();
  child_.send(fmt::format("run {} {} {}\n", ranges.writes.size(), ranges.reads.size(), size));
  child_.send(ranges_);
  child_.send(bytes_);
  child_.push();
  unanswered_.push_back(size + answer);
  unanswered_bytes_ += unanswered_.back();
  return true;
}

void RunRequests::receive(const Exchange& exchange) {
  const std::string answer = child_.line();
  unanswered_bytes_ -= unanswered_.front();
  unanswered_.pop_front();
  const Ranges ranges = ranges_of(exchange);
  if (answer.starts_with("no ")) return blame(exchange, ranges, answer);
  const std::optional<CallAnswer> result = parse_call_answer(answer);
  if (!result) refuse_answer(describe(exchange), answer);
  if (StepRecord* step = exchange.call()) {
    step->status = result->status;
    step->returned = result->returned;
  }
  for (const RegionRecord* region : ranges.reads)
    child_.read(exchange.batch.data + region->bytes, static_cast<size_t>(region->size));
}

// "no INDEX"
void RunRequests::blame(const Exchange& exchange, const Ranges& ranges, const std::string& answer) {
  size_t index = 0;
  const char* end = answer.data() + answer.size();
  const size_t writes = ranges.writes.size();
  if (std::from_chars(answer.data() + 3, end, index).ptr != end ||
      index >= writes + ranges.reads.size())
    refuse_answer(describe(exchange), answer);
  const bool writing = index < writes;
  const RegionRecord* region = writing ? ranges.writes[index] : ranges.reads[index - writes];
  exchange.job.fault_region = static_cast<uint32_t>(region - exchange.batch.region);
  exchange.job.fault = writing ? HookFault::write : HookFault::read;
}

// The request as a message quotes it.
std::string RunRequests::describe(const Exchange& exchange) const {
  const StepRecord* step = exchange.call();
  if (step == nullptr) return "run, without a case";
  return "run with the case " + print(Case{&catalogue()[static_cast<size_t>(step->operation)],
                                           &profile_, step->arguments});
}

}  // namespace strideproof::ipc
