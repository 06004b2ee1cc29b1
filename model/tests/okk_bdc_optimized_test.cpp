// The optimized implementation of okk-bdc: words are shifted as the definition says, plans collapse
// what is adjacent, it does what the reference does, and it sees illegal counts.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "model/fill.h"
#include "model/implementation.h"
#include "model/optimized/okk_bdc.h"
#include "model/tests/every_target.h"
#include "model/tests/okk_bdc_world.h"
#include "props/generate.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using optimized::Function;
using optimized::Word;

// ---- by definition, in numbers ----

// floor(value * 2^count), of which the lowest 32 bits are kept.
uint32_t shifted(int64_t value, int64_t count) {
  if (count > 0) return static_cast<uint32_t>(static_cast<uint64_t>(value) << count);
  const int64_t divisor = int64_t{1} << -count;
  const int64_t down = value < 0 ? divisor - 1 : 0;
  return static_cast<uint32_t>((value - down) / divisor);
}

uint32_t defined(Function function, uint32_t a, uint32_t b) {
  switch (function) {
    case Function::bit_and: return a & b;
    case Function::bit_or: return a | b;
    case Function::bit_xor: return a ^ b;
    case Function::arithmetic_shift:
      return shifted(static_cast<int32_t>(a), static_cast<int32_t>(b));
    case Function::logical_shift: break;
  }
  return shifted(int64_t{a}, static_cast<int32_t>(b));
}

TEST(Words, AreShiftedByEveryCount) {
  std::mt19937 random(1);
  std::vector<uint32_t> values = {0, 1, 2, 3, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff};
  for (int i = 0; i < 1'000; ++i) values.push_back(random());
  for (int32_t count = -32; count <= 32; ++count)
    for (const uint32_t value : values)
      for (const bool arithmetic : {false, true}) {
        const auto n = static_cast<uint32_t>(count);
        const Function function = arithmetic ? Function::arithmetic_shift : Function::logical_shift;
        ASSERT_EQ(optimized::baseline::shifted(Word(), arithmetic, value, n),
                  defined(function, value, n))
            << value << " by " << count;
      }
}

// Each source adjacent or one word that stays, in place or apart.
void try_runs_of_every_length() {
  std::mt19937 random(2);
  for (int f = 0; f < 5; ++f)
    for (int64_t count = 1; count <= 70; ++count)
      for (const int64_t a_step : {0, 4})
        for (const int64_t b_step : {0, 4})
          for (const bool in_place : {false, true}) {
            const auto function = static_cast<Function>(f);
            std::vector<uint32_t> a(72), b(72), dst(72, 7);
            for (uint32_t& word : a) word = random();
            for (uint32_t& word : b) word = f < 3 ? random() : random() % 65 - 32;
            std::vector<uint32_t> expected = in_place && a_step == 4 ? a : dst;
            for (int64_t i = 0; i < count; ++i)
              expected[static_cast<size_t>(i)] =
                  defined(function, a[static_cast<size_t>(i * a_step / 4)],
                          b[static_cast<size_t>(i * b_step / 4)]);
            const optimized::WordLoop<int64_t> run = {count, {4, a_step, b_step}};
            std::vector<uint32_t>& to = in_place && a_step == 4 ? a : dst;
            const auto bytes = [](std::vector<uint32_t>& words) {
              return reinterpret_cast<uint8_t*>(words.data());
            };
            optimized::vector_compute(function, run)(run, bytes(to), bytes(a), bytes(b));
            ASSERT_EQ(to, expected) << f << ' ' << count << ' ' << a_step << ' ' << b_step;
          }
}

TEST(Words, RunsOfEveryLengthAreWhatEachWordIs) { with_every_target(try_runs_of_every_length); }

void try_extremes_of_every_length() {
  std::mt19937 random(3);
  for (int64_t count = 1; count <= 70; ++count)
    for (int i = 0; i < 20; ++i) {
      std::vector<int32_t> words(static_cast<size_t>(count));
      for (int32_t& word : words) word = static_cast<int32_t>(random());
      const auto [least, most] = std::minmax_element(words.begin(), words.end());
      const optimized::Extremes found =
          optimized::extremes_of(reinterpret_cast<const uint8_t*>(words.data()), count);
      EXPECT_EQ(found.least, *least);
      EXPECT_EQ(found.most, *most);
    }
}

// More reads than are worth it, of few words: whether a count is out of its range stays open.
TEST(Counts, TooManyToDecide) {
  const Case c = parse_case(
      "okk_bdc_32bit_logical_shift bm1684 dst_addr=0 src0_addr=0x400 src1_addr=0x800 "
      "shape=300,4095,300,300 dst_stride=null src0_stride=0,0,0,0 src1_stride=7,1,11,13");
  Machine machine(*c.profile);
  const ConstraintResults constraint_results = optimized::run(machine, c).constraint_results;
  EXPECT_TRUE(constraint_results.too_costly);
  EXPECT_EQ(constraint_results.evaluated &
                uint64_t{3} << static_cast<int>(okk_bdc::ConstraintId::counts_min),
            0u);
}

TEST(Words, ExtremesOfEveryLength) { with_every_target(try_extremes_of_every_length); }

// ---- cases ----

// It does what the reference does; what it rejects it leaves alone. Returns the verdict.
ConstraintResults expect_as_reference(const Case& c) {
  World fast(c), slow(c);
  const ConstraintResults expected = reference::run(slow.machine, c).constraint_results;
  EXPECT_EQ(optimized::run(fast.machine, c).constraint_results, expected) << print(c);
  EXPECT_TRUE(fast.memory() == slow.memory()) << print(c);
  return expected;
}
void expect_legal(const std::string& line) {
  EXPECT_TRUE(expect_as_reference(parse_case(line)).legal()) << line;
}

TEST(OkkBdcOptimized, DoesWhatTheReferenceDoes) {
  props::Random random(7);
  std::map<std::string_view, int> legal, illegal_counts;
  for (const Operation* operation : matching("okk_bdc_*"))
    for (int i = 0; i < 1'000 && !testing::Test::HasFailure(); ++i) {
      Case c = props::generate_case(random, *operation, *find_profile("toy"));
      const DataClass classes[] = {DataClass::unique, DataClass::counts_over,
                                   DataClass::counts_under, DataClass::counts};
      if (okk_bdc::counts_of(okk_bdc::kind(*operation)) != 0)
        counts_of(c) = classes[std::min<int64_t>(random.below(20), 3)];
      const ConstraintResults results = expect_as_reference(c);
      legal[operation->name] += results.legal();
      illegal_counts[operation->name] += spec::evaluate(c).legal() && !results.legal();
    }
  for (const auto& [name, count] : legal) EXPECT_GT(count, 80) << name;
  for (const char* name :
       {"arithmetic_shift", "logical_shift", "C_arithmetic_shift", "C_logical_shift"})
    EXPECT_GT(illegal_counts[std::string("okk_bdc_32bit_") + name], 5) << name;
}

TEST(OkkBdcOptimized, AllColumnsFromEveryLane) {
  for (int64_t lane = 0; lane < 4; ++lane)
    for (int64_t channels = 1; channels <= 13; ++channels)
      expect_legal(fmt::format(
          "okk_bdc_32bit_arithmetic_shift toy dst_addr={} src0_addr={} src1_addr={} "
          "shape=1,{},1,3 dst_stride=null src0_stride=0,0,0,0 src1_stride=null data.src1=counts",
          lane * 256, lane * 256 + 252, lane * 256 + 96, channels));
}

TEST(OkkBdcOptimized, LargeShapes) {
  for (const char* line :
       {"okk_bdc_32bit_xor bm1684 dst_addr=0x1f80004 src0_addr=0x1fa0008 src1_addr=0x1fc0000 "
        "shape=3,130,7,7 dst_stride=null src0_stride=null src1_stride=0,0,7,1 fill=5",
        "okk_bdc_32bit_logical_shift bm1684 dst_addr=4 src0_addr=4 src1_addr=262144 "
        "shape=1,64,255,257 dst_stride=null src0_stride=null src1_stride=0,0,257,1 fill=5 "
        "data.src1=counts",
        "okk_bdc_32bit_C_arithmetic_shift bm1684 dst_addr=0 src_addr=262144 C=-123456789 "
        "shape=1,64,1,65535 dst_stride=null src_stride=0,0,0,1 fill=5 data.src=counts",
        "okk_bdc_32bit_and_C bm1684 dst_addr=0 src_addr=4 C=0xfffe7fff shape=3,5,11,13 "
        "dst_stride=1430,0,130,10 src_stride=1430,0,130,10 fill=5"})
    expect_legal(line);
}

// An operation on itself: both sources and the destination are one tensor.
TEST(OkkBdcOptimized, InPlace) {
  for (int64_t w = 1; w <= 40; ++w) {
    for (const char* name : {"and", "or", "xor"})
      expect_legal(fmt::format(
          "okk_bdc_32bit_{} toy dst_addr=260 src0_addr=260 src1_addr=260 shape=1,5,1,{} "
          "dst_stride=null src0_stride=null src1_stride=null",
          name, std::min<int64_t>(w, 28)));
    expect_legal(
        fmt::format("okk_bdc_32bit_logical_shift_C toy dst_addr=0 src_addr=0 C={} shape=1,1,1,{} "
                    "dst_stride=null src_stride=null",
                    w % 65 - 32, w));
  }
}

// ---- plans ----

std::vector<int64_t> counts(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto plan = optimized::plan_of(m, okk_bdc::kind(*c.operation),
                                       spec::okk_bdc::view_of(*c.operation, c.arguments));
  const auto& nest = plan.tall > 0 ? plan.tall_nest : plan.low_nest;
  std::vector<int64_t> found = {plan.columns};
  for (int i = 0; i < nest.depth; ++i) found.push_back(nest.loops[static_cast<size_t>(i)].count);
  return found;
}

TEST(OkkBdcPlan, CoalescesAdjacentLoops) {
  using Counts = std::vector<int64_t>;  // columns, words of a run, and the loops around it
  const std::string two =
      "okk_bdc_32bit_and toy dst_addr=0 src0_addr=0 src1_addr=128 shape=2,4,2,2 ";
  EXPECT_EQ(counts(two + "dst_stride=null src0_stride=null src1_stride=null"), (Counts{4, 8}));
  // Broadcasts are one run where nothing moves.
  EXPECT_EQ(counts(two + "dst_stride=null src0_stride=null src1_stride=0,0,0,0"), (Counts{4, 8}));
  EXPECT_EQ(counts(two + "dst_stride=null src0_stride=null src1_stride=0,0,2,1"),
            (Counts{4, 4, 2}));
  EXPECT_EQ(counts(two + "dst_stride=null src0_stride=null src1_stride=9,0,3,1"),
            (Counts{4, 2, 2, 2}));
  // Every second word: one strided run.
  EXPECT_EQ(counts(two + "dst_stride=8,8,4,2 src0_stride=8,8,4,2 src1_stride=4,8,2,1"),
            (Counts{4, 8}));
  EXPECT_EQ(counts("okk_bdc_32bit_or_C toy dst_addr=0 src_addr=0 C=1 shape=1,5,1,1 "
                   "dst_stride=null src_stride=null"),
            (Counts{4, 2}));
}

// Each word of the machine in turn holds a count outside: it is seen where it is an element.
TEST(OkkBdcOptimized, EveryCountIsSeenAndNothingElse) {
  for (const char* line :
       {"okk_bdc_32bit_arithmetic_shift toy dst_addr=256 src0_addr=256 src1_addr=384 "
        "shape=2,6,2,2 dst_stride=null src0_stride=null src1_stride=null",
        "okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=0 src1_addr=128 shape=2,6,2,2 "
        "dst_stride=null src0_stride=null src1_stride=17,8,1,3",
        "okk_bdc_32bit_C_logical_shift toy dst_addr=768 src_addr=896 C=1 shape=2,6,2,2 "
        "dst_stride=null src_stride=3,0,0,5",
        "okk_bdc_32bit_C_arithmetic_shift toy dst_addr=0 src_addr=252 C=1 shape=2,6,2,2 "
        "dst_stride=null src_stride=0,0,0,0"}) {
    const Case c = parse_case(line);
    World world(c);
    const int64_t lane_bytes = c.profile->lane_bytes;
    std::fill_n(world.machine.base(Space::local), 4 * lane_bytes, uint8_t{0});
    const Operands operand = okk_bdc::counts_of(okk_bdc::kind(*c.operation));
    std::set<const uint8_t*> counts;
    for (const spec::OperandRange& range : spec::footprint(c))
      for (int64_t i = 0; range.operand == operand && i < range.size; i += 4)
        counts.insert(world.machine.at(range.space, range.lane, range.first + i));
    for (int64_t at = 0; at < 4 * lane_bytes; at += 4) {
      uint8_t* const place = world.machine.base(Space::local) + at;
      const bool element = counts.count(place) == 1;
      const auto found = [&](int32_t count) {
        std::memcpy(place, &count, 4);
        const optimized::Extremes extremes = *optimized::counts_in(world.machine, c);
        std::memset(place, 0, 4);
        return extremes;
      };
      ASSERT_EQ(found(33).most, element ? 33 : 0) << line << ' ' << at;
      ASSERT_EQ(found(-33).least, element ? -33 : 0) << line << ' ' << at;
    }
  }
}

// A case of 2^45 words whose counts are 120,000: seen, as what overlaps is read once.
TEST(OkkBdcOptimized, CountsThatOverlapAreReadOnce) {
  const Case c = parse_case(
      "okk_bdc_32bit_logical_shift bm1684 dst_addr=500000 src0_addr=500000 src1_addr=0 "
      "shape=40000,1,40000,40000 dst_stride=0,0,0,0 src0_stride=0,0,0,0 src1_stride=1,1,1,1");
  Machine machine(*c.profile);
  fill(machine.base(Space::local), 480'000, 1, Space::local, 0, 0, DataClass::counts);
  const auto found = optimized::counts_in(machine, c);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->least, -32);
  EXPECT_EQ(found->most, 32);
  const auto set = [&](int64_t index, uint32_t word) {
    std::memcpy(machine.base(Space::local) + 4 * index, &word, 4);
  };
  set(119'997, 1'000);  // the last
  EXPECT_EQ(optimized::counts_in(machine, c)->most, 1'000);
  set(119'997, 0);
  set(119'998, 1'000);
  EXPECT_EQ(optimized::counts_in(machine, c)->most, 32);
}

}  // namespace
}  // namespace strideproof
