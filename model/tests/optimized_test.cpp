// The optimized implementation: its plans collapse what is adjacent, every length of run moves, it
// does what the reference does, and each fault that can be planted shows.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "model/fill.h"
#include "model/implementation.h"
#include "model/optimized/okk_gdma.h"
#include "mutants/faults_families.h"
#include "mutants/mutants.h"
#include "spec/operations/okk_gdma.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using mutants::Fault;

// ---- a machine, all of it filled and compared ----

class World {
 public:
  // Opens what the case touches, 4 KiB around it and, on bm1684, the start of its global memory.
  explicit World(const Case& c) : machine(*c.profile) {
    for (const spec::OperandRange& run : spec::bounding_ranges(c))
      for (const int64_t first : {run.first - 4096, run.first + 4096})
        machine.open(run.space, run.lane, std::max(first, c.profile->windows.back().first),
                     run.size);
    for (const spec::OperandRange& run : spec::bounding_ranges(c))
      machine.open(run.space, run.lane, run.first, run.size);
    machine.open(Space::system, 0, int64_t{1} << 32, 1);
    for (const int64_t chunk : machine.open_chunks())
      fill(machine.base(Space::system) + chunk, Machine::chunk_bytes, c.fill, Space::system, 0,
           chunk);
    for (int64_t lane = 0; lane < c.profile->lanes; ++lane)
      fill(machine.at(Space::local, lane, 0), c.profile->lane_bytes, c.fill, Space::local, lane, 0);
  }

  friend bool operator==(World& a, World& b) {
    const auto same = [&](Space space, int64_t first, int64_t size) {
      return std::memcmp(a.machine.base(space) + first, b.machine.base(space) + first,
                         static_cast<size_t>(size)) == 0;
    };
    const Profile& p = a.machine.profile();
    bool equal = a.machine.open_chunks() == b.machine.open_chunks() &&
                 same(Space::local, 0, p.lanes * p.lane_bytes);
    for (const int64_t chunk : a.machine.open_chunks())
      equal = equal && same(Space::system, chunk, Machine::chunk_bytes);
    return equal;
  }

  Machine machine;
};

// ---- beside the reference ----

void expect_as_reference(const std::string& line) {
  SCOPED_TRACE(line);
  const Case c = parse_case(line);
  World fast(c), slow(c);
  ASSERT_TRUE(optimized::run(fast.machine, c).constraint_results.legal());
  reference::run(slow.machine, c);
  EXPECT_TRUE(fast == slow);
}

TEST(Optimized, MovesRunsOfEveryLength) {
  for (int w = 1; w <= 140; ++w)
    expect_as_reference(
        fmt::format("okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffffff0 src_addr=0x100000801 "
                    "shape=1,1,3,{} dst_stride=0,0,150,1 src_stride=0,0,{},1 fill=3",
                    w, w + 3));
}

TEST(Optimized, FillsRunsOfEveryLength) {
  for (int w = 1; w <= 140; ++w)
    for (int es : {1, 2, 4})
      expect_as_reference(fmt::format(
          "okk_gdma_{}bit_set_C_system toy dst_addr={} C=0x{} "
          "shape=1,1,3,{} dst_stride=0,0,{},1 fill=3",
          8 * es, 0xfffff000 + 3 * es, std::string_view("12345678").substr(0, 2 * es), w, w + 1));
}

TEST(Optimized, MovesAllColumnsFromEveryLane) {
  for (int dst_lane = 0; dst_lane < 4; ++dst_lane)
    for (int channels = 1; channels <= 13; ++channels) {
      const std::string shape = fmt::format("2,{},2,3", channels);
      expect_as_reference(
          fmt::format("okk_gdma_16bit_cpy_S2L toy dst_addr={} src_addr=0xfffffff0 "
                      "shape={} dst_stride=null src_stride=null",
                      dst_lane * 256 + 6, shape));
      expect_as_reference(
          fmt::format("okk_gdma_8bit_cpy_L2S toy dst_addr=0xfffffff0 src_addr={} "
                      "shape={} dst_stride=null src_stride=null",
                      dst_lane * 256 + 5, shape));
      expect_as_reference(
          fmt::format("okk_gdma_8bit_set_C_local toy dst_addr={} C=9 shape={} "
                      "dst_stride=null",
                      dst_lane * 256 + 5, shape));
      for (int src_lane = 0; src_lane < 4; ++src_lane)
        expect_as_reference(
            fmt::format("okk_gdma_8bit_cpy_L2L toy dst_addr={} src_addr={} shape={} "
                        "dst_stride=40,7,3,1 src_stride=50,9,4,1",
                        dst_lane * 256, src_lane * 256 + 128, shape));
    }
}

TEST(Optimized, MovesMatrices) {
  for (int lane = 0; lane < 4; ++lane)
    for (int cols = 1; cols <= 15; ++cols)
      for (int per_channel : {1, 2, 3, 5, 16}) {
        const std::string sizes = fmt::format("rows=3 cols={} cols_per_channel={} row_stride={}",
                                              cols, per_channel, cols + lane % 2);
        expect_as_reference(
            fmt::format("okk_gdma_32bit_matrix_S2L toy dst_addr={} src_addr=0xffffffe0 {}",
                        lane * 256 + 4, sizes));
        expect_as_reference(
            fmt::format("okk_gdma_32bit_matrix_L2S toy dst_addr=0xffffffe0 src_addr={} {}",
                        lane * 256 + 4, sizes));
      }
}

TEST(Optimized, MovesLargeShapes) {
  for (const char* line : {
           "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x1f80004 src_addr=0x1fffff000 shape=3,130,7,7 "
           "dst_stride=null src_stride=null fill=5",
           "okk_gdma_32bit_cpy_L2L bm1684 dst_addr=0x1f80004 src_addr=0x140000 shape=2,65,5,13 "
           "dst_stride=null src_stride=130,65,0,1 fill=5",
           "okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x1ffffff01 src_addr=0x100000000 "
           "shape=2,3,70,1000 dst_stride=null src_stride=0,70000,1000,1 fill=5",
           "okk_gdma_32bit_matrix_L2S bm1684 dst_addr=0x100000000 src_addr=0x1f80000 rows=33 "
           "cols=1000 cols_per_channel=7 row_stride=1001 fill=5",
           "okk_gdma_16bit_set_C_local bm1684 dst_addr=0x1f80002 C=0x1234 shape=3,130,21,21 "
           "dst_stride=null fill=5",
           "okk_gdma_16bit_set_C_system bm1684 dst_addr=0x1fffff002 C=0x1234 shape=3,7,21,210 "
           "dst_stride=50000,5000,211,1 fill=5",
       })
    expect_as_reference(line);
}

TEST(Optimized, FillsOverlappingRowsOnce) {
  for (const char* stride : {"0,0,0,1", "1,1,1,1", "0,3,7,1", "35,5,5,1", "12,4,8,1", "9,3,2,1"})
    expect_as_reference(
        fmt::format("okk_gdma_32bit_set_C_system toy dst_addr=0xfffffff0 C=0x12345678 "
                    "shape=3,4,5,5 dst_stride={}",
                    stride));
}

TEST(Optimized, LeavesATensorCopiedOntoItself) {
  expect_as_reference(
      "okk_gdma_32bit_cpy_L2L toy dst_addr=260 src_addr=260 shape=2,5,1,3 dst_stride=null "
      "src_stride=8,4,3,1");
}

// ---- plans ----

std::vector<int64_t> counts(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const bool fill = okk_gdma::is_fill(okk_gdma::kind(*c.operation));
  const auto plan = fill ? optimized::plan_of(m, okk_gdma::fill_of(*c.operation, c.arguments))
                         : optimized::plan_of(m, okk_gdma::copy_of(*c.operation, c.arguments));
  const auto& loops = plan.tall > 0 ? plan.tall_loops : plan.low_loops;
  const auto nest = fill ? optimized::fill_nest(loops) : optimized::copy_nest(loops);
  std::vector<int64_t> found = {plan.columns};
  for (int i = 0; i < nest.depth; ++i) found.push_back(nest.loops[static_cast<size_t>(i)].count);
  return found;
}

using Counts = std::vector<int64_t>;  // columns, bytes of a run, and the loops around it

TEST(Plan, ContinuousTensorsAreOneRun) {
  EXPECT_EQ(counts("okk_gdma_16bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 "
                   "shape=2,3,4,5 dst_stride=null src_stride=60,20,5,1"),
            (Counts{1, 240}));
}

TEST(Plan, ChannelsOfALaneAreOneRunEach) {
  EXPECT_EQ(counts("okk_gdma_16bit_cpy_S2L toy dst_addr=256 src_addr=0x100000000 "
                   "shape=1,9,4,5 dst_stride=null src_stride=null"),
            (Counts{4, 40, 3}));
}

TEST(Plan, RowsApartInOneOperandStayApart) {
  EXPECT_EQ(counts("okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 "
                   "shape=1,3,4,5 dst_stride=null src_stride=0,24,6,1"),
            (Counts{1, 5, 12}));
  EXPECT_EQ(counts("okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 "
                   "shape=1,3,4,5 dst_stride=0,24,6,1 src_stride=null"),
            (Counts{1, 5, 12}));
}

TEST(Plan, BroadcastRowsAreALoop) {
  EXPECT_EQ(counts("okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 "
                   "shape=2,3,4,5 dst_stride=null src_stride=0,0,0,1"),
            (Counts{1, 5, 24}));
}

TEST(Plan, FillsOfRowsThatMeetAreOneRun) {
  EXPECT_EQ(counts("okk_gdma_8bit_set_C_system toy dst_addr=0xfffff000 C=1 shape=1,3,4,5 "
                   "dst_stride=0,0,3,1"),
            (Counts{1, 14}));
  EXPECT_EQ(counts("okk_gdma_8bit_set_C_system toy dst_addr=0xfffff000 C=1 shape=3,2,4,5 "
                   "dst_stride=12,24,6,1"),
            (Counts{1, 5, 12}));
}

// ---- faults ----

// The smallest that came to mind where each fault shows.
const std::map<Fault, const char*>& shows() {
  // clang-format off
  static const std::map<Fault, const char*> lines = {
      {Fault::start_lane_ignored, "okk_gdma_8bit_cpy_S2L toy dst_addr=256 src_addr=0x100000000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::lane_wrap_early, "okk_gdma_8bit_cpy_S2L toy dst_addr=512 src_addr=0x100000000 shape=1,2,1,1 dst_stride=null src_stride=null"},
      {Fault::channels_unaligned, "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,5,1,1 dst_stride=null src_stride=null"},
      {Fault::half_unit, "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,5,1,8 dst_stride=null src_stride=null"},
      {Fault::n_stride_ignores_start_lane, "okk_gdma_8bit_cpy_S2L toy dst_addr=256 src_addr=0x100000000 shape=2,4,1,1 dst_stride=null src_stride=null"},
      {Fault::tail_lost, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,1,33 dst_stride=null src_stride=null"},
      {Fault::counter_16_bit, "okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x110000000 src_addr=0x100000000 shape=1,1,2,32768 dst_stride=null src_stride=null"},
      {Fault::rows_collapsed, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,2,1 dst_stride=0,0,2,1 src_stride=null"},
      {Fault::lone_channel_lost, "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,5,1,1 dst_stride=null src_stride=null"},
      {Fault::broadcast_as_default, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,2,1 dst_stride=null src_stride=0,0,0,1"},
      {Fault::last_channel_whole, "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=3 cols_per_channel=2 row_stride=4"},
      {Fault::square_transposed, "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=2 cols=2 cols_per_channel=2 row_stride=2"},
      {Fault::byte_fill_as_16_bit, "okk_gdma_8bit_set_C_system toy dst_addr=0xfffff000 C=1 shape=1,1,1,1 dst_stride=null"},
      {Fault::dst_stride_for_src, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,2,1 dst_stride=0,0,2,1 src_stride=0,0,1,1"},
      {Fault::n_c_strides_swapped, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=2,1,1,1 dst_stride=null src_stride=1,2,1,1"},
      {Fault::constant_truncated, "okk_gdma_32bit_set_C_system toy dst_addr=0xfffff000 C=0x10000 shape=1,1,1,1 dst_stride=null"},
      {Fault::row_overlap_accepted, "okk_gdma_32bit_matrix_L2S toy dst_addr=0xfffff000 src_addr=0 rows=2 cols=2 cols_per_channel=2 row_stride=1"},
      {Fault::w_stride_accepted, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,1,2 dst_stride=null src_stride=2,2,2,2"},
      {Fault::alias_accepted, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,2,1 dst_stride=0,0,0,1 src_stride=null"},
      {Fault::overlap_accepted, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0xfffff001 shape=1,1,1,2 dst_stride=null src_stride=null"},
      {Fault::interleaved_rejected, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0xfffff001 shape=1,1,2,1 dst_stride=0,0,2,1 src_stride=0,0,2,1"},
      {Fault::in_place_rejected, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0xfffff000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::window_end_rejected, "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000fff src_addr=0x100000000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::touching_rejected, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff001 src_addr=0xfffff000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::range_one_short, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0xfffff001 shape=1,1,1,2 dst_stride=null src_stride=null"},
      {Fault::writes_though_rejected, "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000fff src_addr=0x100000000 shape=1,1,1,2 dst_stride=null src_stride=null"},
      {Fault::carry_lost, "okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x1ffffffff src_addr=0x150000000 shape=1,1,1,2 dst_stride=null src_stride=null"},
      {Fault::padding_written, "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::far_lane_written, "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::far_page_written, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::far_chunk_written, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::source_changed, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,1,1 dst_stride=null src_stride=null"},
      {Fault::last_row_skipped, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,2,1 dst_stride=null src_stride=null"},
      {Fault::wrap_with_tail, "okk_gdma_8bit_cpy_S2L toy dst_addr=768 src_addr=0x100000000 shape=1,2,1,33 dst_stride=null src_stride=null"},
      {Fault::carry_off_unit, "okk_gdma_8bit_cpy_S2L bm1684 dst_addr=1 src_addr=0x1ffffffff shape=1,1,1,2 dst_stride=null src_stride=null"},
      {Fault::broadcast_column, "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,2,1 dst_stride=null src_stride=0,0,0,1"},
  };
  // clang-format on
  return lines;
}

class Faults : public testing::TestWithParam<mutants::FaultRow> {
 protected:
  ~Faults() override { mutants::activate(Fault::none); }
};

TEST_P(Faults, Shows) {
  const Case c = parse_case(shows().at(GetParam().fault));
  World sound(c), none(c), faulty(c);
  const Result expected = optimized::run(sound.machine, c);
  EXPECT_EQ(mutants::run(none.machine, c), expected);
  EXPECT_TRUE(none == sound) << "nothing is planted";

  mutants::activate(GetParam().fault);
  const Result found = mutants::run(faulty.machine, c);
  EXPECT_TRUE(found != expected || !(faulty == sound));
}

TEST_P(Faults, IsDescribed) {
  EXPECT_EQ(mutants::find_fault(GetParam().name)->fault, GetParam().fault);
  EXPECT_EQ(GetParam().description.back(), '.');
  const auto operations = matching(GetParam().operations);
  const Case c = parse_case(shows().at(GetParam().fault));
  EXPECT_NE(std::find(operations.begin(), operations.end(), c.operation), operations.end());
}

TEST(FaultNames, OthersAreOfNone) { EXPECT_EQ(mutants::find_fault("no_such_fault"), nullptr); }

INSTANTIATE_TEST_SUITE_P(Optimized, Faults, testing::ValuesIn(mutants::faults_okk_gdma()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace strideproof
