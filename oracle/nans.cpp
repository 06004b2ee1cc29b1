#include <algorithm>
#include <cstring>

#include "model/reference/number.h"
#include "oracle/oracle.h"

namespace strideproof {
namespace {

// True for a NaN of float32 (4 bytes) or float16 (2).
bool is_nan(const uint8_t* element, int64_t bytes) {
  using bm_atomic::Format;
  uint32_t bits = 0;
  std::memcpy(&bits, element, static_cast<size_t>(bytes));
  return reference::atomic::is_nan(bits, bytes == 4 ? Format::float32 : Format::float16);
}

std::vector<uint8_t> contents(Machine& machine, const std::vector<MemoryRange>& ranges) {
  std::vector<uint8_t> all;
  for (const MemoryRange& range : ranges) {
    const uint8_t* first = machine.at(range.space, range.lane, range.first);
    all.insert(all.end(), first, first + range.size);
  }
  return all;
}

void restore(Machine& machine, const std::vector<MemoryRange>& ranges, const uint8_t* bytes) {
  for (const MemoryRange& range : ranges) {
    std::copy_n(bytes, range.size, machine.at(range.space, range.lane, range.first));
    bytes += range.size;
  }
}

// Marks the elements of the ranges that must be a NaN: the machine holds one there.
void mark_nans(Machine& machine, const std::vector<MemoryRange>& ranges, uint8_t* marks) {
  const auto order = [](const Machine::Nan& nan) { return std::pair(nan.space, nan.place); };
  std::vector<Machine::Nan> nans = machine.nans;
  std::ranges::sort(nans, {}, order);
  for (const MemoryRange& range : ranges) {
    const uint8_t* const bytes = machine.at(range.space, range.lane, range.first);
    const int64_t first = bytes - machine.base(range.space);
    for (auto nan = std::ranges::lower_bound(nans, std::pair(range.space, first), {}, order);
         nan != nans.end() && nan->space == range.space; ++nan) {
      const int64_t at = nan->place - first;
      if (at >= range.size) break;
      if (!nan->any && at + nan->bytes <= range.size && is_nan(bytes + at, nan->bytes))
        marks[at] |= nan->bytes == 4 ? NanBits::float32 : NanBits::float16;
    }
    marks += range.size;
  }
}

}  // namespace

bool Oracle::depends_on_nan_bits(const Program& program, size_t step, uint64_t labels) const {
  const Operation& operation = *program.steps[step].operation;
  return step > 0 && operation.counts != 0 && (labels & ~operation.count_labels) == 0 &&
         !machine_.nans.empty();
}

// Runs the reference again with other bits in its NaN. Memory and returned values that then differ
// depend on those bits, so their values are unspecified; a NaN itself must be a NaN.
NanBits Oracle::nan_bits(const Program& program) {
  const std::vector<MemoryRange>& windows = expectation_.windows;
  const std::vector<uint8_t> expected = contents(machine_, windows);
  const std::vector<Result> results = expectation_.results;
  NanBits unspecified{std::vector<uint8_t>(expected.size()), std::vector<bool>(results.size())};
  mark_nans(machine_, windows, unspecified.bytes.data());
  const std::vector<Machine::Nan> nans = machine_.nans;
  const uint32_t usual = machine_.nan_bits;
  // More than one value, as a sum may absorb some bits of a NaN that was copied into its operand.
  for (const uint32_t bits : {0xffffffffU, 0x7fd5a5a6U, 0xffea5a59U, 0x7fffff00U}) {
    prepare(machine_, windows, program.fill);
    machine_.nan_bits = bits;
    run_reference(program, readings_);
    for (size_t i = 0; i < results.size(); ++i) {
      const Result& other = expectation_.results[i];
      unspecified.decide_legality =
          unspecified.decide_legality || other.constraint_results != results[i].constraint_results;
      if (other.returned != results[i].returned) unspecified.returned[i] = true;
    }
    const std::vector<uint8_t> others = contents(machine_, windows);
    for (size_t b = 0; b < others.size(); ++b)
      if (others[b] != expected[b]) unspecified.bytes[b] |= NanBits::unspecified;
  }
  machine_.nan_bits = usual;
  machine_.nans = nans;
  restore(machine_, windows, expected.data());
  expectation_.results = results;
  return unspecified;
}

// Expects what was found where it depends on the bits of a NaN. Returns false if a step is legal
// only with some bits.
bool Oracle::accept_nans(const Program& program, const Outcome& outcome, const Found& found) {
  NanBits unspecified = nan_bits(program);
  for (size_t i = 0; i < std::min(unspecified.returned.size(), outcome.returned.size()); ++i)
    if (unspecified.returned[i]) expectation_.results[i].returned = outcome.returned[i];
  uint8_t* marks = unspecified.bytes.data();
  for (const MemoryRange& range : expectation_.windows) {
    const uint8_t* const bytes = found(range);
    for (int64_t b = 0; b < range.size; ++b)
      for (const auto& [mark, size] :
           {std::pair(NanBits::float16, 2), std::pair(NanBits::float32, 4)})
        if ((marks[b] & mark) != 0 && !is_nan(bytes + b, size))
          std::fill_n(marks + b, size, uint8_t{0});
    uint8_t* const shadow = machine_.at(range.space, range.lane, range.first);
    for (int64_t b = 0; b < range.size; ++b)
      if ((marks[b] & NanBits::unspecified) != 0) shadow[b] = bytes[b];
    marks += range.size;
  }
  return !unspecified.decide_legality;
}

}  // namespace strideproof
