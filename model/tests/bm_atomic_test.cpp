// bm-atomic: values (sums, conversions, masks and their count) on both implementations, what the
// reference does under the readings of the ledger, and what it evaluates.

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "model/tests/bm_atomic_readings.h"
#include "model/tests/bm_atomic_values.h"
#include "model/tests/small_world.h"
#include "spec/vocabulary/catalogue.h"

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

TEST(BmAtomicReadings, DoWhatTheySay) {
  for (const ReadingCase& d : bm_atomic_readings()) {
    SCOPED_TRACE(d.line);
    const Program program = parse_program(d.line);
    const Case& c = program.steps[0];
    EXPECT_EQ(run_reference(program, {}, default_readings).violated, d.by_default);
    const Seen seen = run_reference(program, {}, readings_of(d.choices));
    EXPECT_EQ(seen.violated, d.under_choice);
    EXPECT_EQ(
        difference(after(c, d.runs, d.constant, SmallWorld(program.fill).memory()), seen.memory),
        "");
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
  EXPECT_EQ(missing.size(), 42u);
  const auto meet = [&](std::string_view line, const std::vector<Values>& before,
                        const std::vector<Choice>& choices) {
    const Program program = parse_program(line);
    for (const Choice& choice : choices)
      if (!(run_reference(program, before, readings_of(choices)) ==
            run_reference(program, before, readings_of(choices, choice.id))))
        for (const Case& step : program.steps)
          missing.erase({step.operation->name, choice.id, choice.reading});
  };
  for (const ReadingCase& d : bm_atomic_readings()) meet(d.line, {}, d.choices);
  for (const ValueTable& table : bm_atomic_values()) meet(table.line, table.before, table.choices);
  for (const auto& [operation, id, reading] : missing)
    ADD_FAILURE() << operation << ": " << id << " reading " << reading;
}

// What a violated label leaves undecided.
TEST(BmAtomicReference, EvaluatesOnlyWhatCanBeAsked) {
  const auto evaluated = [](std::string_view line) {
    const Case c = parse_case(line);
    SmallWorld world(0);
    return labels(*c.operation, reference::run(world.machine, c).constraint_results.evaluated);
  };
  EXPECT_EQ(evaluated("bm_atomic_memcpy_1D toy src_addr=1 dst_addr=1 length=1 format=2 "
                      "direction=0"),
            "length.min format.known direction.known dst_addr.aligned src_addr.aligned "
            "dst_addr.place src_addr.place");
  EXPECT_EQ(evaluated("bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=64 "
                      "dst_local_idx=0 src_c=2 src_w=2 format=0 src_c_stride=2 dst_c_stride=1"),
            "src_c.min src_c.max src_w.min src_w.max dst_c_stride.min format.known "
            "dst_local_idx.max src_local_idx.max src_addr.aligned src_addr.lane src.end");
  EXPECT_EQ(evaluated("bm_atomic_memcpy_2D toy global_mem_addr=2 local_mem_addr=0 local_mem_idx=0 "
                      "row=1 col=1 row_stride=1 sec_size=1 format=0 direction=0 transpose=0 "
                      "result_add=0"),
            "row.min row.max col.min col.max row_stride.col sec_size.min sec_size.max "
            "format.known direction.allowed result_add.float32 local_mem_idx.max "
            "global_mem_addr.aligned local_mem_addr.aligned");
  // One operand of memcpy_2D is not looked at without the other.
  EXPECT_EQ(evaluated("bm_atomic_memcpy_2D toy global_mem_addr=0 local_mem_addr=0 local_mem_idx=0 "
                      "row=1 col=1 row_stride=1 sec_size=1 format=0 direction=0 transpose=0 "
                      "result_add=0"),
            "row.min row.max col.min col.max row_stride.col sec_size.min sec_size.max "
            "format.known direction.allowed result_add.float32 local_mem_idx.max "
            "global_mem_addr.aligned local_mem_addr.aligned global_mem_addr.window "
            "local_mem_addr.lane");
  EXPECT_EQ(evaluated("bm_get_mask_memcpy_res_num toy"), "");
}

// One step inside the lines of bm_atomic_illegal.
TEST(BmAtomicReference, LegalAtTheEdge) {
  constexpr std::string_view legal[] = {
      // the whole of local memory, and of the window
      "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr=0x08000000 length=256 format=0 "
      "direction=0",
      "bm_atomic_memcpy_1D toy src_addr=0xfffff000 dst_addr=0xfffff000 length=8192 format=3 "
      "direction=2",
      // neighbours
      "bm_atomic_memcpy_1D toy src_addr=0x08000000 dst_addr=0x08000100 length=256 format=2 "
      "direction=3",
      "bm_atomic_memcpy_1D toy src_addr=0x08000100 dst_addr=0x08000000 length=256 format=2 "
      "direction=3",
      "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=3 row=1 "
      "col=3 row_stride=0 sec_size=65535 format=2 direction=1 transpose=0 result_add=0",
      "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 "
      "col=3 row_stride=3 sec_size=3 format=0 direction=1 transpose=0 result_add=1",
      "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=2 "
      "col=3 row_stride=0 sec_size=3 format=0 direction=0 transpose=0 result_add=1",
      "bm_atomic_memcpy_2D toy global_mem_addr=0x100000ff4 local_mem_addr=0 local_mem_idx=0 row=2 "
      "col=1 row_stride=2 sec_size=1 format=0 direction=0 transpose=0 result_add=0",
      "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 row=1 "
      "col=16 row_stride=16 sec_size=1 format=0 direction=0 transpose=1 result_add=0",
      "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=232 local_mem_idx=2 "
      "row=1 col=7 row_stride=7 sec_size=6 format=0 direction=0 transpose=0 result_add=0",
      // a system side has no lane; strides of single elements are free; woven; converted beside
      "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=4294967295 src_shape=1,1,1,1 "
      "src_stride=4294967295,4294967295,4294967295,1 src_format=3 dst_addr=252 dst_local_idx=3 "
      "dst_shape=1,1,1,1 dst_stride=4294967295,4294967295,4294967295,1 dst_format=0 direction=0 "
      "transpose=0",
      "bm_atomic_memcpy_4D toy src_addr=0x100000001 src_local_idx=0 src_shape=1,1,8,1 "
      "src_stride=0,0,2,1 src_format=2 dst_addr=0x100000000 dst_local_idx=0 dst_shape=8,1,1,1 "
      "dst_stride=2,0,0,1 dst_format=2 direction=2 transpose=0",
      "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=1,1,1,2 src_stride=0,0,0,1 "
      "src_format=0 dst_addr=8 dst_local_idx=0 dst_shape=1,1,1,2 dst_stride=0,0,0,1 dst_format=4 "
      "direction=3 transpose=0",
      "bm_atomic_memset_4D toy start_addr=0x100000ff8 shape=1,1,2,2 stride=1,1,0,1 const_val=1 "
      "format=0 is_local_mem=0 local_idx=9",
      "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=64 dst_local_idx=0 src_c=3 "
      "src_w=1 format=0 src_c_stride=0 dst_c_stride=0",
      "bm_atomic_cwtrans toy src_addr=4 src_local_idx=3 dst_addr=4 dst_local_idx=3 src_c=1 "
      "src_w=1 format=0 src_c_stride=9 dst_c_stride=9",
      "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=240 mask_local_mem_addr=240 "
      "local_mem_idx=0 dst_global_mem_addr=0x100000fc0 shape=1,4,2,2",
  };
  for (const std::string_view line : legal) {
    const Case c = parse_case(line);
    SmallWorld world(3);
    const ConstraintResults constraint_results =
        reference::run(world.machine, c).constraint_results;
    EXPECT_EQ(labels(*c.operation, constraint_results.violated), "") << line;
    EXPECT_EQ(constraint_results.evaluated, c.operation->labels) << line;
    EXPECT_TRUE(constraint_results.legal()) << line;
  }
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
