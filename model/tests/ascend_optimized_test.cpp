// data_move and the transposing copy, optimized: the plans join what is adjacent, every length and
// every dtype does what the reference does, and each fault that can be planted shows.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "model/fill.h"
#include "model/implementation.h"
#include "model/optimized/asc.h"
#include "model/optimized/tik.h"
#include "model/tests/every_target.h"
#include "mutants/faults_families.h"
#include "mutants/mutants.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using mutants::Fault;

// ---- a machine, all of its buffers and what lies around a case in GM filled and compared ----

class World {
 public:
  explicit World(const Case& c) : machine(*c.profile) {
    constexpr int64_t guard = 256;
    for (const Space space : {Space::ub, Space::l1, Space::l0b})
      add(c, space, 0, c.profile->buffer_bytes[static_cast<size_t>(space)]);
    if (spec::evaluate(c).legal())
      for (const spec::OperandRange& run : spec::footprint(c))
        if (run.space == Space::system) add(c, run.space, run.first - guard, run.size + 2 * guard);
    if (c.operation->family == Family::tik) add(c, Space::system, gm_start, guard);
  }

  friend bool operator==(World& a, World& b) {
    return std::all_of(a.regions_.begin(), a.regions_.end(), [&](const Region& r) {
      const uint8_t* first = a.machine.at(r.space, 0, r.first);
      return std::equal(first, first + r.size, b.machine.at(r.space, 0, r.first));
    });
  }

  Machine machine;

 private:
  static constexpr int64_t gm_start = int64_t{1} << 32;
  struct Region {
    Space space;
    int64_t first, size;
  };

  void add(const Case& c, Space space, int64_t first, int64_t size) {
    if (space == Space::system) {
      const Window& window = c.profile->windows[0];
      const int64_t end = std::min(first + size, window.end());
      first = std::max(first, window.first);
      size = end - first;
    }
    ASSERT_TRUE(machine.open(space, 0, first, size));
    fill(machine.at(space, 0, first), size, c.fill, space, 0, first);
    regions_.push_back({space, first, size});
  }

  std::vector<Region> regions_;
};

// ---- beside the reference ----

void expect_as_reference(const Case& c) {
  SCOPED_TRACE(print(c));
  World fast(c), slow(c);
  ASSERT_TRUE(optimized::run(fast.machine, c).constraint_results.legal());
  ASSERT_TRUE(reference::run(slow.machine, c).constraint_results.legal());
  EXPECT_TRUE(fast == slow);
}

Case move_case(std::string_view profile, int dst_space, int64_t dst, int src_space, int64_t src,
               int64_t nburst, int64_t burst, int64_t src_stride, int64_t dst_stride) {
  return parse_case(fmt::format(
      "data_move {} dst_space={} dst={} src_space={} src={} dtype=0 sid=0 nburst={} burst={} "
      "src_stride={} dst_stride={} fill=3",
      profile, dst_space, dst, src_space, src, nburst, burst, src_stride, dst_stride));
}

TEST(OptimizedMove, MovesBurstsOfEveryLengthOnEveryPath) {
  constexpr int64_t gm = 0x100000001;
  for (int64_t burst : {1, 2, 3, 4, 5, 31, 32, 33, 64, 100, 1000})
    for (int64_t gap : {0, 1, 7}) {
      expect_as_reference(move_case("ascend310", 2, 64, 0, gm, 3, burst, gap, 1));
      expect_as_reference(move_case("ascend310", 3, 0, 0, gm, 3, burst, 1, gap));
      expect_as_reference(move_case("ascend910b", 0, gm, 2, 64, 3, burst, gap, gap));
      expect_as_reference(move_case("ascend310", 2, 128'000, 2, 0, 3, burst, gap, 0));
    }
}

TEST(OptimizedMove, MovesAcrossFourGib) {
  expect_as_reference(move_case("ascend310", 2, 0, 0, 0xffffffe1, 2, 2, 1, 0));
  expect_as_reference(move_case("ascend310", 2, 0, 0, 0, 2050, 1, 65535, 0));
}

TEST(OptimizedMove, MovesBetweenInterleavedBursts) {
  expect_as_reference(move_case("toy", 2, 32, 2, 0, 5, 1, 1, 1));
  expect_as_reference(move_case("toy", 2, 64, 2, 0, 4, 2, 4, 4));
  expect_as_reference(move_case("toy", 2, 0, 2, 0, 4, 2, 4, 4));
}

Case transpose_case(std::string_view profile, int64_t src, int dtype, int repeat, int index,
                    int src_stride, int dst_stride, int dst_frac_stride) {
  return parse_case(
      fmt::format("asc_copy_l12l0b_trans {} dst=512 src={} index_id={} repeat={} src_stride={} "
                  "dst_stride={} addrmode=0 dst_frac_stride={} dtype={} fill=5",
                  profile, src, index, repeat, src_stride, dst_stride, dst_frac_stride, dtype));
}

void try_every_arrangement() {
  int legal = 0;
  for (int dtype = 0; dtype < asc::dtype_count; ++dtype)
    for (int repeat = 0; repeat < 8; ++repeat)
      for (int src_stride : {0, 1, 2})
        for (int dst_stride = 0; dst_stride < 4; ++dst_stride)
          for (int frac : {0, 1, 2, 4, 9}) {
            const Case c =
                transpose_case("toy", 96, dtype, repeat, repeat % 2, src_stride, dst_stride, frac);
            if (!spec::evaluate(c).legal()) continue;
            ++legal;
            expect_as_reference(c);
          }
  EXPECT_GT(legal, 500);
}

TEST(OptimizedTranspose, TransposesEveryDTypeInEveryArrangement) {
  with_every_target(try_every_arrangement);
}

TEST(OptimizedTranspose, TransposesAsManySquaresAsL0bHolds) {
  for (int dtype : {1, 3, 6})
    expect_as_reference(transpose_case("ascend910b", 32, dtype, dtype == 3 ? 127 : 63, 400, 1,
                                       dtype == 3 ? 0 : 1, 0));
}

// ---- plans ----

TEST(MovePlan, AdjacentBurstsAreOneRun) {
  const auto runs = [](int64_t nburst, int64_t src_stride, int64_t dst_stride) {
    const Case c = move_case("ascend310", 2, 0, 0, 0, nburst, 2, src_stride, dst_stride);
    const auto plan = optimized::plan_of(tik::move_of(c.arguments));
    return std::pair(plan.runs.count, plan.bytes);
  };
  EXPECT_EQ(runs(3, 0, 0), std::pair(int64_t{1}, int64_t{192}));
  EXPECT_EQ(runs(1, 5, 7), std::pair(int64_t{1}, int64_t{64}));
  EXPECT_EQ(runs(3, 1, 0), std::pair(int64_t{3}, int64_t{64}));
  EXPECT_EQ(runs(3, 0, 1), std::pair(int64_t{3}, int64_t{64}));
}

// ---- faults ----

const std::map<Fault, const char*>& shows() {
  // clang-format off
  static const std::map<Fault, const char*> lines = {
      {Fault::gap_start_to_start, "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=1 src_stride=2 dst_stride=0"},
      {Fault::src_gap_for_dst, "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=1 src_stride=1 dst_stride=2"},
      {Fault::burst_in_elements, "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=9 sid=0 nburst=1 burst=1 src_stride=0 dst_stride=0"},
      {Fault::burst_counter_16_bit, "data_move ascend310 dst_space=2 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=1 burst=2049 src_stride=0 dst_stride=0"},
      {Fault::bursts_collapsed, "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=1 src_stride=0 dst_stride=1"},
      {Fault::last_burst_lost, "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=1 src_stride=1 dst_stride=1"},
      {Fault::burst_offset_32_bits, "data_move ascend310 dst_space=2 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=2049 burst=1 src_stride=65535 dst_stride=0"},
      {Fault::move_path_accepted, "data_move toy dst_space=3 dst=0 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 src_stride=0 dst_stride=0"},
      {Fault::move_sid_accepted, "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=0 sid=16 nburst=1 burst=1 src_stride=0 dst_stride=0"},
      {Fault::move_overlap_accepted, "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=2 src_stride=0 dst_stride=0"},
      {Fault::move_interleaved_rejected, "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 src_stride=1 dst_stride=1"},
      {Fault::move_touching_rejected, "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 src_stride=0 dst_stride=0"},
      {Fault::move_range_one_short, "data_move toy dst_space=2 dst=32 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=2 src_stride=0 dst_stride=0"},
      {Fault::half_square_not_swapped, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=0"},
      {Fault::word_halves_exchanged, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=4"},
      {Fault::index_ignored, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=1 repeat=1 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=2"},
      {Fault::index_in_fractals, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=1 repeat=1 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=0"},
      {Fault::squares_end_to_start, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=1 dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=2"},
      {Fault::gap_counts_iteration, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=1 dst_stride=1 addrmode=0 dst_frac_stride=0 dtype=0"},
      {Fault::fractal_gaps_swapped, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=1 dst_stride=1 addrmode=0 dst_frac_stride=0 dtype=0"},
      {Fault::fractal_gap_ignored, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=1 dtype=0"},
      {Fault::fractal_gap_for_b16, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=1 dst_stride=0 addrmode=0 dst_frac_stride=1 dtype=2"},
      {Fault::last_iteration_lost, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=1 dtype=2"},
      {Fault::no_iteration_as_one, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=0 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=2"},
      {Fault::fractal_interleaving_rejected, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=1 dtype=0"},
      {Fault::fractal_overlap_accepted, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=2 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=0"},
      {Fault::fractal_gap_limits_b16, "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=1 src_stride=0 dst_stride=0 addrmode=0 dst_frac_stride=65536 dtype=2"},
  };
  // clang-format on
  return lines;
}

std::vector<mutants::FaultRow> ascend_faults() {
  std::vector<mutants::FaultRow> rows;
  for (const auto& family : {mutants::faults_tik(), mutants::faults_asc()})
    rows.insert(rows.end(), family.begin(), family.end());
  return rows;
}

class AscendFaults : public testing::TestWithParam<mutants::FaultRow> {
 protected:
  ~AscendFaults() override { mutants::activate(Fault::none); }
};

TEST_P(AscendFaults, Shows) {
  const Case c = parse_case(shows().at(GetParam().fault));
  World sound(c), none(c), faulty(c);
  const Result expected = optimized::run(sound.machine, c);
  EXPECT_EQ(mutants::run(none.machine, c), expected);
  EXPECT_TRUE(none == sound) << "nothing is planted";

  mutants::activate(GetParam().fault);
  const Result found = mutants::run(faulty.machine, c);
  EXPECT_TRUE(found != expected || !(faulty == sound));
}

TEST_P(AscendFaults, IsDescribed) {
  EXPECT_EQ(mutants::find_fault(GetParam().name)->fault, GetParam().fault);
  EXPECT_EQ(GetParam().description.back(), '.');
  const auto operations = matching(GetParam().operations);
  const Case c = parse_case(shows().at(GetParam().fault));
  EXPECT_NE(std::find(operations.begin(), operations.end(), c.operation), operations.end());
}

INSTANTIATE_TEST_SUITE_P(Optimized, AscendFaults, testing::ValuesIn(ascend_faults()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace strideproof
