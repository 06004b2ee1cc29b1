// The optimized implementation next to the reference, byte for byte, with the vectors of every
// instruction set of this processor: runs of every length, large shapes, random cases; and what its
// plans coalesce. props/ compares the two on many more cases with the widest vectors.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "model/optimized/bm_atomic_rows.h"
#include "model/optimized/kernels.h"
#include "model/optimized/okk_bdc.h"
#include "model/optimized/okk_gdma.h"
#include "model/optimized/tik.h"
#include "model/tests/every_target.h"
#include "oracle/harness.h"
#include "props/generate.h"
#include "spec/footprint.h"
#include "spec/operations/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof {
namespace {

void expect_as_reference(const Case& c) {
  static std::map<const Profile*, Harness> harnesses;
  Harness& harness = harnesses.try_emplace(c.profile, *c.profile, optimized::run).first->second;
  const Verdict verdict = harness.check(c);
  EXPECT_EQ(verdict.kind, VerdictKind::pass) << print(c) << ": " << verdict.detail;
}
void expect_as_reference(const std::string& line) { expect_as_reference(parse_case(line)); }

// ---- runs of every length ----

TEST(Optimized, MovesAndFillsRunsOfEveryLength) {
  with_every_target([] {
    for (int w = 1; w <= 140; ++w) {
      expect_as_reference(
          fmt::format("okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffffff0 src_addr=0x100000801 "
                      "shape=1,1,3,{} dst_stride=0,0,150,1 src_stride=0,0,{},1 fill=3",
                      w, w + 3));
      for (int es : {1, 2, 4})
        expect_as_reference(fmt::format(
            "okk_gdma_{}bit_set_C_system toy dst_addr={} C=0x{} "
            "shape=1,1,3,{} dst_stride=0,0,{},1 fill=3",
            8 * es, 0xfffff000 + 3 * es, std::string_view("12345678").substr(0, 2 * es), w, w + 1));
    }
  });
}

// Each source adjacent or one word that stays; the first apart from dst or at its address.
TEST(Optimized, ComputesRunsOfEveryLength) {
  with_every_target([] {
    for (const char* name : {"and", "or", "xor", "arithmetic_shift", "logical_shift"})
      for (int w = 1; w <= 70; ++w)
        for (const char* a : {"null", "0,0,0,0"})
          for (const char* b : {"null", "0,0,0,0"})
            for (const int src0 : {1024, 4}) {
              if (src0 == 4 && *a == '0' && w > 1) continue;
              expect_as_reference(fmt::format(
                  "okk_bdc_32bit_{} bm1684 dst_addr=4 src0_addr={} src1_addr=4096 shape=1,1,1,{} "
                  "dst_stride=null src0_stride={} src1_stride={} data.src1=counts fill={}",
                  name, src0, w, a, b, w));
            }
    // One count for a whole run.
    for (const char* name : {"arithmetic_shift_C", "logical_shift_C"})
      for (int count = -32; count <= 32; ++count)
        expect_as_reference(
            fmt::format("okk_bdc_32bit_{} bm1684 dst_addr=0 src_addr=1024 C={} shape=1,1,1,{} "
                        "dst_stride=null src_stride=null",
                        name, count, count + 33));
  });
}

TEST(Optimized, FindsTheExtremesOfRunsOfEveryLength) {
  with_every_target([] {
    std::mt19937 random(3);
    for (int64_t count = 1; count <= 70; ++count)
      for (int i = 0; i < 20; ++i) {
        std::vector<int32_t> words(static_cast<size_t>(count));
        for (int32_t& word : words) word = static_cast<int32_t>(random());
        const auto [least, most] = std::minmax_element(words.begin(), words.end());
        const okk_bdc::CountRange found =
            optimized::counts_of(reinterpret_cast<const uint8_t*>(words.data()), count);
        EXPECT_EQ(found.least, *least);
        EXPECT_EQ(found.most, *most);
      }
  });
}

// ---- elements of bm-atomic ----

TEST(Optimized, ConvertsRunsOfEveryLength) {
  with_every_target([] {
    for (int w = 1; w <= 100; ++w)
      for (const auto& [from, to] : bm_atomic::conversions)
        expect_as_reference(fmt::format(
            "bm_atomic_memcpy_4D toy src_addr=0xfffff004 src_local_idx=0 src_shape=1,1,1,{0} "
            "src_stride=0,0,0,1 src_format={1} dst_addr=0x100000004 dst_local_idx=0 "
            "dst_shape=1,1,1,{0} dst_stride=0,0,0,1 dst_format={2} direction=2 transpose=0 "
            "fill={0} data.src={3}",
            w, static_cast<int>(from), static_cast<int>(to),
            from == bm_atomic::Format::float32 ? "floats" : "unique"));
  });
}

TEST(Optimized, PacksRunsOfEveryLength) {
  with_every_target([] {
    for (int w = 1; w <= 2100; w += w < 140 ? 1 : 97)
      for (const char* masks : {"mask", "unique"})
        expect_as_reference(fmt::format(
            "bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 mask_local_mem_addr=0x4000 "
            "local_mem_idx=3 dst_global_mem_addr=0x100000000 shape=1,1,1,{0} fill={0} "
            "data.src1={1}",
            w, masks));
  });
}

// Rows of a matrix, or its columns, are added to what is in local memory.
std::string adding(int rows, int columns, bool transpose) {
  return fmt::format(
      "bm_atomic_memcpy_2D bm1684 global_mem_addr=0x100000000 local_mem_addr=4 local_mem_idx=0 "
      "row={} col={} row_stride={} sec_size={} format=0 direction=0 transpose={} result_add=1 "
      "fill={} data.dst=floats data.src=floats",
      rows, columns, columns + 2, transpose ? rows : columns, transpose ? 1 : 0, rows + columns);
}

TEST(Optimized, AddsRunsOfEveryLength) {
  with_every_target([] {
    for (int w = 1; w <= 140; ++w) expect_as_reference(adding(3, w, false));
  });
}

TEST(Optimized, TransposesSizesAroundTilesAndBlocks) {
  constexpr int sizes[] = {1, 3, 4, 5, 8, 9, 16, 17, 33, 65, 131};
  with_every_target([&] {
    for (const int rows : sizes)
      for (const int columns : sizes) {
        for (const int format : {0, 1, 2})  // float32, int16, uint8
          expect_as_reference(fmt::format(
              "bm_atomic_cwtrans bm1684 src_addr=0 src_local_idx=0 dst_addr=0x40000 "
              "dst_local_idx=0 src_c={} src_w={} format={} src_c_stride={} dst_c_stride={} fill=3",
              rows, columns, format, columns + 3, rows + 5));
        expect_as_reference(adding(rows, columns, true));
      }
  });
}

// ---- cases ----

TEST(Optimized, DoesWhatTheReferenceDoesWithEveryTarget) {
  constexpr int cases_of_operation = 300;
  with_every_target([] {
    props::Random random(7);
    for (const Operation& operation : catalogue())
      for (int i = 0; i < cases_of_operation && !testing::Test::HasFailure(); ++i) {
        const Case c = props::generate_case(random, operation, *operation.profiles.back(), 0);
        if (spec::evaluate(c).legal()) expect_as_reference(c);
      }
  });
}

TEST(Optimized, MovesLargeShapes) {
  std::ifstream lines("model/tests/tables/large_shapes.txt");
  int cases = 0;
  for (std::string line; std::getline(lines, line); ++cases) expect_as_reference(line);
  EXPECT_EQ(cases, 20);
}

// ---- plans: what is adjacent is one run ----

using Counts = std::vector<int64_t>;

template <size_t operands>
Counts counts_of(const optimized::Plan<int64_t, operands>& plan) {
  const auto nest =
      optimized::nest_of(plan.extra_columns > 0 ? plan.extra_loops : plan.plain_loops);
  Counts found = {plan.columns};
  for (int i = 0; i < nest.depth; ++i) found.push_back(nest.loops[static_cast<size_t>(i)].count);
  return found;
}

// Columns, elements of a run, and the loops around it.
Counts counts(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto v = okk::view_of(*c.operation, c.arguments);
  if (c.operation->family == Family::okk_bdc)
    return counts_of(optimized::plan_of(m, okk_bdc::kind(*c.operation), v));
  const auto dst = spec::tensor_of(c, on_dst);
  if (okk_gdma::kind(*c.operation) == okk_gdma::Kind::set_C)
    return counts_of(optimized::plan_of(m, std::array{dst}));
  return counts_of(optimized::plan_of(m, std::array{dst, spec::tensor_of(c, on_src)}));
}

// Adjacent rows, channels, images and bursts are one loop, as fast as a copy of their bytes. In a
// fill rows may meet.
TEST(Plan, CoalescesAdjacentRunsAndBursts) {
  const std::string copy = "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 ";
  EXPECT_EQ(counts(copy + "shape=2,3,4,5 dst_stride=null src_stride=60,20,5,1"), (Counts{1, 120}));
  EXPECT_EQ(counts(copy + "shape=1,3,4,5 dst_stride=0,24,6,1 src_stride=null"), (Counts{1, 5, 12}));
  EXPECT_EQ(counts("okk_gdma_16bit_cpy_S2L toy dst_addr=256 src_addr=0x100000000 shape=1,9,4,5 "
                   "dst_stride=null src_stride=null"),
            (Counts{4, 20, 3}));
  EXPECT_EQ(counts("okk_gdma_8bit_set_C_system toy dst_addr=0xfffff000 C=1 shape=1,3,4,5 "
                   "dst_stride=0,0,3,1"),
            (Counts{1, 14}));
  const std::string words =
      "okk_bdc_32bit_and toy dst_addr=0 src0_addr=0 src1_addr=128 shape=2,4,2,2 ";
  EXPECT_EQ(counts(words + "dst_stride=null src0_stride=null src1_stride=9,0,3,1"),
            (Counts{4, 2, 2, 2}));
  EXPECT_EQ(counts(words + "dst_stride=8,8,4,2 src0_stride=8,8,4,2 src1_stride=4,8,2,1"),
            (Counts{4, 8}))
      << "every second word";

  const auto m = spec::machine_shape<int64_t>(*find_profile("toy"));
  const auto runs = [&](Space space, const Dim4<int64_t>& stride) {
    const spec::Tensor<int64_t> t = {space,        2,      space == Space::local ? 256 : 0xfffff000,
                                     {2, 3, 4, 5}, stride, 5};
    const auto [n, c, h, w] = optimized::runs_of(optimized::layout_of(m, t)).shape;
    return Counts{w, h, c, n};
  };
  EXPECT_EQ(runs(Space::system, {60, 20, 5, 1}), (Counts{120, 1, 1, 1}));
  EXPECT_EQ(runs(Space::system, {60, 21, 5, 1}), (Counts{20, 1, 3, 2}));
  EXPECT_EQ(runs(Space::local, {60, 20, 5, 1}), (Counts{20, 1, 3, 2}));
  tik::Move<int64_t> move{};
  move.nburst = 3, move.burst = 2;
  EXPECT_EQ(counts_of(optimized::plan_of(m, move)), (Counts{1, 6}));
}

}  // namespace
}  // namespace strideproof
