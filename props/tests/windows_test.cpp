// The windows of a program: the memory that the oracle fills and compares.

#include <fmt/format.h>

#include <algorithm>

#include "model/fill.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "props/tests/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

bool covers(const std::vector<MemoryRange>& ranges, Space space, int64_t lane, int64_t first,
            int64_t size) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const MemoryRange& r) {
    return r.space == space && r.lane == lane && r.first <= first && first + size <= r.end();
  });
}

TEST(Windows, HoldOperandsGuardsNeighboursAndSuspects) {
  const std::vector<MemoryRange> ranges = windows({&bm1684, 9, {copy_case()}});
  // Channels of 20 bytes, 128 apart in n, in lanes 3, 4 and 5.
  for (const int64_t lane : {3, 4, 5})
    EXPECT_TRUE(covers(ranges, Space::local, lane, 0x42 - 64, 64 + 128 + 128)) << lane;
  for (const int64_t lane : {2, 6}) EXPECT_TRUE(covers(ranges, Space::local, lane, 0x42, 20));
  EXPECT_TRUE(covers(ranges, Space::system, 0, 0x200000ffe - 64, 120 + 2 * 64));
  // The source address mod 2^32, as an offset in local memory, lies in lane 0.
  EXPECT_TRUE(covers(ranges, Space::local, 0, 0xffe, 1));
}

// A reading accepts that many channels, each of which has a unit of the data and one of the mask.
TEST(Windows, HoldASpreadStepThatAReadingMayAccept) {
  const auto mask_copy = [](const char* shape) {
    const Case c = parse_case(
        std::string("bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 dst_global_mem_addr="
                    "0x100000000 mask_local_mem_addr=0x40000 local_mem_idx=0 shape=") +
        shape);
    return Program{&bm1684, 0, {c}};
  };
  EXPECT_TRUE(hold_every_reading(mask_copy("1,65536,1,1")));
  EXPECT_FALSE(hold_every_reading(mask_copy("2,65536,1,1")));
}

TEST(Windows, AddressesThatLoseTheirHighBits) {
  const Case c = parse_case(
      "okk_gdma_32bit_set_C_system bm1684 dst_addr=0x302000040 C=1 shape=1,1,1,4 dst_stride=null");
  EXPECT_TRUE(covers(windows({&bm1684, 0, {c}}), Space::system, 0, 0x02000040, 16));
  const Case over = parse_case(
      "okk_gdma_32bit_set_C_system bm1684 dst_addr=0x2fffffff8 C=1 shape=1,1,1,4 dst_stride=null");
  EXPECT_TRUE(covers(windows({&bm1684, 0, {over}}), Space::system, 0, 0x200000000, 8));
}

// Rows 8 GiB apart, from lane 63: the second row of the local matrix is 128 bytes after the first,
// or 256 where the n stride counts the start NPU.
TEST(Windows, ASpreadMatrixIsHeldUnderEveryReading) {
  const Case c = parse_case(
      "bm_atomic_memcpy_2D bm1684 global_mem_addr=0x100000400 local_mem_addr=0x100 "
      "local_mem_idx=63 row=3 col=2 row_stride=2147483648 sec_size=1 format=0 direction=0 "
      "transpose=0 result_add=0");
  const Program program{&bm1684, 0, {c}};
  ASSERT_TRUE(spec::evaluate(c).legal());
  EXPECT_TRUE(hold_every_reading(program));
  const std::vector<MemoryRange> ranges = windows(program);
  for (const int64_t row : {0, 1, 2}) {
    EXPECT_TRUE(covers(ranges, Space::system, 0, 0x100000400 + (row << 33) - 64, 64 + 8 + 64));
    EXPECT_TRUE(covers(ranges, Space::local, 63, 0x100 + 128 * row - 64, 64 + 4 + 128)) << row;
    EXPECT_TRUE(covers(ranges, Space::local, 63, 0x100 + 256 * row - 64, 64 + 4 + 128)) << row;
  }
  EXPECT_LT(bytes(ranges), 16'384);
}

// The second channel lies in lane 0: 16384 bytes after the first, or 4096 where an element of the
// mask is a byte.
TEST(Windows, HoldAMaskOfBytes) {
  const Case c = parse_case(
      "bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0x8000 mask_local_mem_addr=0 "
      "local_mem_idx=63 dst_global_mem_addr=0x2000000 shape=1,2,64,64");
  const std::vector<MemoryRange> ranges = windows({&bm1684, 0, {c}});
  EXPECT_TRUE(covers(ranges, Space::local, 0, 0x4000, 0x4000));
  EXPECT_TRUE(covers(ranges, Space::local, 0, 0x1000, 0x1000));
  EXPECT_TRUE(covers(ranges, Space::local, 63, 0, 0x4000));
}

// A case that is left out is illegal by default.
TEST(Windows, HoldEveryReadingOfALegalCase) {
  Random random(seed());
  for (int i = 0; i < 5'000; ++i) {
    const Profile& profile = random.pick(profiles());
    const Case c = generate_case(random, *random.pick(operations_on(profile)), profile);
    const Program program{&profile, c.fill, {c}};
    if (!too_costly(program) && spec::evaluate(c).legal()) {
      EXPECT_TRUE(hold_every_reading(program)) << print(c);
    }
  }
}

// Sorted, disjoint, existing, and every byte that a legal step touches is inside.
TEST(Windows, AreSortedDisjointAndComplete) {
  Random random(seed());
  for (int i = 0; i < 2'000; ++i) {
    const Profile& profile = random.pick(profiles());
    const std::vector<const Operation*> operations = operations_on(profile);
    Program program = generate_program(random, operations, profile, 3);
    if (i % 2 == 0) {
      program.steps = {generate_case(random, *random.pick(operations), profile)};
      program.fill = program.steps[0].fill;
    }
    if (too_costly(program)) continue;
    Machine& machine = scratch_machine(profile, 0);
    const std::vector<MemoryRange> ranges = windows(program);
    for (size_t r = 0; r < ranges.size(); ++r) {
      const MemoryRange& range = ranges[r];
      ASSERT_TRUE(range.size > 0 &&
                  machine.exists(range.space, range.lane, range.first, range.size))
          << print(program);
      if (r == 0) continue;
      const MemoryRange& before = ranges[r - 1];
      const bool same = before.space == range.space && before.lane == range.lane;
      ASSERT_TRUE(same ? before.end() <= range.first
                       : std::pair(before.space, before.lane) < std::pair(range.space, range.lane))
          << print(program);
    }
    for (const Case& step : program.steps) {
      if (!spec::evaluate(step).legal() || spec::cost(step) > 4'000) continue;
      for (const spec::OperandRange& run : spec::footprint(step)) {
        int64_t inside = 0;
        for (const MemoryRange& r : ranges)
          if (r.space == run.space && r.lane == run.lane)
            inside += std::max<int64_t>(
                0, std::min(r.end(), run.first + run.size) - std::max(r.first, run.first));
        ASSERT_EQ(inside, run.size) << print(program);
      }
    }
  }
}

TEST(Windows, OperandsHaveTheirDataClass) {
  Case c = parse_case(
      "okk_gdma_8bit_cpy_L2L toy dst_addr=0x40 src_addr=0x20 shape=1,2,2,5 dst_stride=null "
      "src_stride=null data.dst=low data.src=high fill=3");
  Machine& machine = scratch_machine(*c.profile, 0);
  prepare(machine, windows({c.profile, c.fill, {c}}), c.fill);
  for (const uint8_t* byte : bytes_of(machine, c, on_dst)) EXPECT_LT(*byte, 0x80);
  for (const uint8_t* byte : bytes_of(machine, c, on_src)) EXPECT_GE(*byte, 0x80);
  EXPECT_EQ(*machine.at(Space::local, 0, 0x1f), fill_byte(3, Space::local, 0, 0x1f));
  EXPECT_EQ(*machine.at(Space::local, 0, 0x2a), fill_byte(3, Space::local, 0, 0x2a));
}

// The counts are counts wherever the sources lie; other bytes of src0 keep their class.
TEST(Windows, CountsKeepTheirClassWhereTheyMeetAnother) {
  Case c = parse_case(
      "okk_bdc_32bit_logical_shift toy dst_addr=0x10 src0_addr=0x80 src1_addr=0x80 shape=1,6,2,3 "
      "dst_stride=null src0_stride=null src1_stride=null data.src=high data.src1=counts");
  Machine& machine = scratch_machine(*c.profile, 0);
  for (c.fill = 0; c.fill < 20; ++c.fill)
    for (const int64_t src1 : {0x70, 0x7c, 0x80, 0x84, 0x90, 0xb0, 0xc0}) {
      c["src1_addr"] = src1;
      EXPECT_TRUE(evaluate_fresh(c).legal()) << print(c);
      prepare(machine, windows({c.profile, c.fill, {c}}), c.fill);
      EXPECT_TRUE(reference::run(machine, c).constraint_results.legal()) << print(c);
      prepare(machine, windows({c.profile, c.fill, {c}}), c.fill);
      const std::vector<spec::OperandRange> bounding_ranges = spec::bounding_ranges(c);
      for (const uint8_t* byte : bytes_of(machine, c, on_src)) {
        const bool alone = std::none_of(
            bounding_ranges.begin(), bounding_ranges.end(), [&](const spec::OperandRange& range) {
              const uint8_t* first = machine.at(range.space, range.lane, range.first);
              return range.operand == on_src1 && byte >= first && byte < first + range.size;
            });
        if (alone) {
          EXPECT_GE(*byte, 0x80) << print(c);
        }
      }
    }
}

TEST(Windows, ContentsEqualPreparedMemory) {
  const Case c = parse_case(
      "okk_bdc_32bit_C_logical_shift toy dst_addr=0x210 src_addr=0x284 C=1 shape=2,3,2,3 "
      "dst_stride=null src_stride=null data.dst=high data.src=counts_over fill=5");
  Machine& machine = scratch_machine(*c.profile, 0);
  const std::vector<MemoryRange> ranges = windows({c.profile, c.fill, {c}});
  prepare(machine, ranges, c.fill);
  const spec::Contents bytes = contents(ranges, c.fill);
  for (const MemoryRange& r : ranges)
    for (int64_t offset = r.first; offset < r.end(); ++offset)
      ASSERT_EQ(bytes(r.space, r.lane, offset), *machine.at(r.space, r.lane, offset));
  for (int64_t offset = 0; offset < c.profile->lane_bytes; ++offset)
    if (!covers(ranges, Space::local, 1, offset, 1)) {
      ASSERT_EQ(bytes(Space::local, 1, offset), fill_byte(5, Space::local, 1, offset));
    }
  EXPECT_EQ(labels(*c.operation, evaluate_fresh(c).violated),
            "okk_bdc_32bit_C_logical_shift.src.counts.max");
}

TEST(Windows, OnlyTheFirstStepIsAskedForContents) {
  const auto line = [](std::string_view data) {
    return fmt::format(
        "okk_bdc_32bit_C_logical_shift dst_addr=0 src_addr=0x40 C=1 shape=1,1,4,4 dst_stride=null "
        "src_stride=null{}",
        data);
  };
  const std::string copied =
      "okk_bdc_32bit_or_C dst_addr=0x80 src_addr=0 C=1 shape=1,1,1,1 dst_stride=null "
      "src_stride=null";
  const auto surely = [](const std::string& steps) {
    return surely_legal(parse_program("program toy fill=3 ; " + steps));
  };
  EXPECT_TRUE(surely(line(" data.src=counts")));
  EXPECT_FALSE(surely(line(" data.src=counts_over")));
  EXPECT_FALSE(surely(line("")));
  EXPECT_TRUE(surely(line(" data.src=counts") + " ; " + copied));
  EXPECT_FALSE(surely(copied + " ; " + line(" data.src=counts"))) << "it may have been overwritten";
  EXPECT_FALSE(surely(copied + " ; okk_bdc_32bit_or_C dst_addr=2 src_addr=0 C=1 shape=1,1,1,1 "
                               "dst_stride=null src_stride=null"));
}

// 2^21 elements: nothing is run or prepared, so no count can violate a constraint.
TEST(Windows, AreNotAskedForContentsPastTheBudget) {
  const Program program = parse_program(
      "program bm1684 fill=3 ; okk_bdc_32bit_logical_shift dst_addr=0 src0_addr=0x20000 "
      "src1_addr=0x40000 shape=64,64,16,32 dst_stride=null src0_stride=null src1_stride=null "
      "data.src1=counts");
  EXPECT_TRUE(evaluate_first(program).legal());
}

}  // namespace
}  // namespace strideproof::props
