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

}  // namespace

bool Oracle::depends_on_nan_bits(const Program& program, size_t step, uint64_t labels) const {
  uint64_t of_data = 0;
  for (const Constraint& constraint : program.steps[step].operation->constraints)
    if (constraint.stage == Stage::data) of_data |= uint64_t{1} << constraint.bit;
  return step > 0 && of_data != 0 && (labels & ~of_data) == 0 && !machine_.nans.empty();
}

// Runs the reference again with other bits in its NaN. Memory and returned values that then differ
// depend on those bits, so any value is accepted there; a NaN itself must be a NaN. Returns false
// if a step is legal only with some bits.
bool Oracle::accept_nans(const Program& program, const Outcome& outcome, const Found& found) {
  const std::vector<MemoryRange>& windows = expectation_.windows;
  const std::vector<uint8_t> expected = contents(machine_, windows);
  std::vector<Result> results = expectation_.results;
  const auto order = [](const Machine::Nan& nan) { return std::pair(nan.space, nan.place); };
  std::vector<Machine::Nan> nans = machine_.nans;
  std::ranges::sort(nans, {}, order);
  std::vector<uint8_t> depends(expected.size());  // 1: the byte depends on the bits
  const uint32_t usual = machine_.nan_bits;
  bool same_constraint_results = true;
  // More than one value, as a sum may absorb some bits of a NaN that was copied into its operand.
  for (const uint32_t bits : {0xffffffffU, 0x7fd5a5a6U, 0xffea5a59U, 0x7fffff00U}) {
    prepare(machine_, windows, program.fill);
    machine_.nan_bits = bits;
    run_reference(program, readings_);
    for (size_t i = 0; i < results.size(); ++i) {
      const Result& other = expectation_.results[i];
      same_constraint_results =
          same_constraint_results && other.constraint_results == results[i].constraint_results;
      if (other.returned != results[i].returned && i < outcome.returned.size())
        results[i].returned = outcome.returned[i];
    }
    const std::vector<uint8_t> others = contents(machine_, windows);
    for (size_t b = 0; b < others.size(); ++b)
      depends[b] = static_cast<uint8_t>(depends[b] | (others[b] != expected[b] ? 1 : 0));
  }
  machine_.nan_bits = usual;
  expectation_.results = results;
  const uint8_t* as_before = expected.data();
  const uint8_t* depending = depends.data();
  for (const MemoryRange& range : windows) {
    uint8_t* shadow = machine_.at(range.space, range.lane, range.first);
    const uint8_t* bytes = found(range);
    for (int64_t b = 0; b < range.size; ++b)
      shadow[b] = depending[b] != 0 ? bytes[b] : as_before[b];
    depending += range.size;
    const int64_t first = shadow - machine_.base(range.space);
    for (auto nan = std::ranges::lower_bound(nans, std::pair(range.space, first), {}, order);
         nan != nans.end() && nan->space == range.space; ++nan) {
      const int64_t at = nan->place - first;
      if (at >= range.size) break;
      if (!nan->any && at + nan->bytes <= range.size && is_nan(as_before + at, nan->bytes) &&
          !is_nan(bytes + at, nan->bytes))
        std::copy_n(as_before + at, nan->bytes, shadow + at);
    }
    as_before += range.size;
  }
  return same_constraint_results;
}

}  // namespace strideproof
