#pragma once
// A machine that is filled, run on and compared whole: every byte counts.

#include <string>
#include <vector>

#include "model/fill.h"
#include "model/implementation.h"
#include "model/tests/worked_cases.h"
#include "oracle/memory_range.h"
#include "spec/spec.h"

namespace strideproof {

// The class of data that a case names: for machines whose bytes all are of one class.
inline DataClass contents(const Case& c) {
  for (const DataClass data : c.data)
    if (data != DataClass::unique) return data;
  return DataClass::unique;
}

class TestMachine {
 public:
  // Opens all system memory of toy; on other machines only the bytes that legal steps touch.
  explicit TestMachine(const Program& program, uint64_t seed, DataClass data = DataClass::unique)
      : machine(*program.profile) {
    const Profile& profile = machine.profile();
    if (profile.name == "toy")
      machine.open(Space::system, 0, profile.windows[0].first, profile.windows[0].size);
    else
      for (const Case& step : program.steps)
        for (const spec::OperandRange& run : spec::bounding_ranges(step))
          machine.open(run.space, run.lane, run.first, run.size);
    std::vector<MemoryRange> all = all_memory(machine);
    for (MemoryRange& range : all) range.data = data;
    prepare(machine, all, seed);
  }

  void put(const std::vector<Elements>& all) {
    for (const Elements& run : all) {
      uint8_t* to = machine.at(run.space, run.lane, run.offset);
      for (const uint32_t value : run.values)
        for (int b = 0; b < run.bytes; ++b) *to++ = static_cast<uint8_t>(value >> 8 * b);
    }
  }

  // The first byte that differs, for people; empty where none does.
  std::string difference(TestMachine& found) {
    const auto first = first_difference(machine, all_memory(machine), bytes_in(found.machine));
    return first ? describe(*first, 0) : "";
  }

  Machine machine;
};

struct Implementation {
  std::string_view name;
  Result (*run)(Machine&, const Case&);
};
inline const Implementation implementations[] = {
    {"reference", [](Machine& machine, const Case& c) { return reference::run(machine, c); }},
    {"optimized", [](Machine& machine, const Case& c) { return optimized::run(machine, c); }},
};

}  // namespace strideproof
