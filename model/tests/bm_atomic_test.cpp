// bm-atomic: values (sums, conversions, masks and their count) on both implementations, and
// under which readings of the ledger the reference differs.

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "model/tests/bm_atomic_values.h"
#include "model/tests/small_world.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

Readings readings_of(const std::vector<Choice>& choices, std::string_view but = "") {
  Readings readings = default_readings;
  for (const Choice& choice : choices)
    if (choice.id != but)
      readings.at(static_cast<size_t>(ledger_index(choice.id))) =
          static_cast<uint8_t>(choice.reading);
  return readings;
}

void put(Machine& machine, const std::vector<Values>& all) {
  for (const Values& v : all) {
    uint8_t* to = machine.at(v.space, v.lane, v.offset);
    for (const uint32_t element : v.elements)
      for (int b = 0; b < v.element_bytes; ++b) *to++ = static_cast<uint8_t>(element >> 8 * b);
  }
}

struct Seen {
  std::string violated;  // of the last step
  uint64_t returned = 0;
  Memory memory;
  friend bool operator==(const Seen&, const Seen&) = default;
};

template <class Run>
Seen run_all(const Program& program, const std::vector<Values>& before, Run run) {
  SmallWorld world(program.fill);
  put(world.machine, before);
  Seen seen;
  for (const Case& step : program.steps) {
    const Result result = run(world.machine, step);
    seen.violated = labels(*step.operation, result.constraint_results.violated);
    seen.returned = result.returned;
  }
  seen.memory = world.memory();
  return seen;
}

Seen run_reference(const Program& program, const std::vector<Values>& before,
                   const Readings& readings) {
  return run_all(program, before, [&](Machine& machine, const Case& step) {
    return reference::run(machine, step, readings);
  });
}

void expect(const Seen& seen, const Program& program, const ValueTable& table) {
  SmallWorld wanted(program.fill);
  put(wanted.machine, table.before);
  put(wanted.machine, table.after);
  EXPECT_EQ(seen.violated, "");
  EXPECT_EQ(seen.returned, table.returned);
  EXPECT_EQ(difference(wanted.memory(), seen.memory), "");
}

TEST(BmAtomicValues, HoldOfBothImplementations) {
  for (const ValueTable& table : bm_atomic_values()) {
    if (!table.choices.empty()) continue;  // of the reference alone, below
    const Program program = parse_program(table.line);
    for (const Implementation& implementation : implementations) {
      SCOPED_TRACE(fmt::format("{}: {}", implementation.name, table.name));
      expect(run_all(program, table.before, implementation.run), program, table);
    }
  }
}

TEST(BmAtomicValues, HoldUnderTheReadings) {
  for (const ValueTable& table : bm_atomic_values()) {
    SCOPED_TRACE(table.name);
    const Program program = parse_program(table.line);
    expect(run_reference(program, table.before, readings_of(table.choices)), program, table);
  }
}

// Each reading of each entry, for each operation that it concerns: some table is not what it would be
// under the default of that entry.
TEST(BmAtomicReadings, DifferFromTheDefaults) {
  std::set<std::tuple<std::string_view, std::string_view, int>> missing;
  for (const Operation& operation : catalogue())
    if (operation.family == Family::bm_atomic)
      for (const std::string_view id : operation.ambiguities)
        for (size_t r = 1; r < ledger()[static_cast<size_t>(ledger_index(id))].readings.size(); ++r)
          missing.insert({operation.name, id, static_cast<int>(r)});
  // toy has one window; see RealProfiles. No stride is negative.
  std::erase_if(missing, [](const auto& of) {
    const auto& [operation, id, reading] = of;
    return id == "global-only" || (id == "unused-stride" && reading == 2);
  });
  EXPECT_EQ(missing.size(), 94u);
  const auto meet = [&](std::string_view line, const std::vector<Values>& before,
                        const std::vector<Choice>& choices) {
    const Program program = parse_program(line);
    for (const Choice& choice : choices)
      if (!(run_reference(program, before, readings_of(choices)) ==
            run_reference(program, before, readings_of(choices, choice.id))))
        for (const Case& step : program.steps)
          missing.erase({step.operation->name, choice.id, choice.reading});
  };
  for (const WorkedCase& worked : worked_cases(Family::bm_atomic))
    meet(worked.line, {}, worked.choices);
  for (const ValueTable& table : bm_atomic_values()) meet(table.line, table.before, table.choices);
  for (const auto& [operation, id, reading] : missing)
    ADD_FAILURE() << operation << ": " << id << " reading " << reading;
}

// NaN of a sum, and NaN converted to another float: a NaN, whatever its bits.
TEST(BmAtomicReference, NotANumber) {
  Program sum = parse_program(
      "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
      "col=4 row_stride=4 sec_size=4 format=0 direction=0 transpose=0 result_add=1");
  const std::vector<Values> before = {
      {Space::system, 0, 0x100000000, 4, {0x7f800000, 0x7f800001, 0x3f800000, 0xff800000}},
      {Space::local, 0, 0, 4, {0xff800000, 0x3f800000, 0xffc00001, 0x3f800000}}};
  const Memory memory = run_reference(sum, before, default_readings).memory;
  const auto word = [&](size_t offset) {
    const std::vector<uint8_t>& local = memory.bytes[static_cast<size_t>(Space::local)];
    return uint32_t{local[offset]} | uint32_t{local[offset + 1]} << 8 |
           uint32_t{local[offset + 2]} << 16 | uint32_t{local[offset + 3]} << 24;
  };
  for (const size_t offset : {0u, 4u, 8u}) EXPECT_GT(word(offset) & 0x7fffffff, 0x7f800000u);
  EXPECT_EQ(word(12), 0xff800000u);
}

}  // namespace
}  // namespace strideproof
