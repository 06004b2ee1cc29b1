// The cases that check gives, and those on edges in all memory or in that which a plug-in offers.

#include "conform/check/source.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "conform/check/edges.h"
#include "conform/explain/explain.h"
#include "conform/tests/offering.h"
#include "corpus/corpus.h"
#include "oracle/windows.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

const Profile& toy() { return *find_profile("toy"); }
const Profile& bm1684() { return *find_profile("bm1684"); }

std::vector<Program> programs(int count) {
  std::vector<Program> all;
  for (int i = 1; i <= count; ++i)
    all.push_back(parse_program("okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1," +
                                std::to_string(i) + " dst_stride=null"));
  return all;
}

std::vector<int64_t> widths(const Source& source) {
  constexpr size_t limit = 1000, slot_of_w = 5;
  std::vector<int64_t> all;
  while (all.size() < limit) {
    const std::optional<Program> program = source();
    if (!program) break;
    all.push_back(program->steps[0].arguments.value[slot_of_w]);
  }
  return all;
}

TEST(List, FiltersByOperationAndProfile) {
  EXPECT_EQ(widths(list_source(programs(3), matching("*"), toy())),
            (std::vector<int64_t>{1, 2, 3}));
  EXPECT_TRUE(widths(list_source(programs(3), matching("*_16bit_*"), toy())).empty());
  EXPECT_TRUE(widths(list_source(programs(3), matching("*"), *find_profile("bm1684"))).empty());
}

TEST(Shard, PartitionsItsSource) {
  const auto widths_of_shard = [](int64_t index) {
    return widths(shard(list_source(programs(7), matching("*"), toy()), index, 3));
  };
  EXPECT_EQ(widths_of_shard(0), (std::vector<int64_t>{1, 4, 7}));
  EXPECT_EQ(widths_of_shard(1), (std::vector<int64_t>{2, 5}));
  EXPECT_EQ(widths_of_shard(2), (std::vector<int64_t>{3, 6}));
}

// A shard of very many must stop at its deadline while it skips programs.
TEST(Shard, CanBeStoppedWhileItSkipsCases) {
  int polls = 0;
  const auto part = shard(random_source(matching("*"), toy(), 1), 999'999'999, 1'000'000'000,
                          [&polls] { return ++polls > 3; });
  EXPECT_FALSE(part());
  EXPECT_EQ(polls, 4);
}

TEST(Mix, InterleavesByWeight) {
  std::vector<WeightedSource> parts;
  parts.push_back({list_source(programs(5), matching("*"), toy()), 2});
  parts.push_back({list_source(programs(2), matching("*"), toy()), 1});
  EXPECT_EQ(widths(mix(std::move(parts))), (std::vector<int64_t>{1, 2, 1, 3, 4, 2, 5}));
}

TEST(WithFewLarge, KeepsOneInNOfThoseWithNTimesManyElements) {
  const auto taken = [](const std::vector<Program>& all) {
    return widths(with_few_large(list_source(all, matching("*"), toy()), 1)).size();
  };
  std::vector<Program> all = programs(1000);
  EXPECT_EQ(taken(all), all.size());
  for (int64_t width = 1; Program & program : all)
    program.steps[0]["shape"] = 64 * many_elements / width++;  // shape.n
  EXPECT_GT(taken(all), 5U);
  EXPECT_LT(taken(all), 40U);
}

TEST(Random, IsTheSameForTheSameSeedAndReachesEveryOperation) {
  const Operations all = matching("*");
  const auto one = random_source(all, toy(), 5), other = random_source(all, toy(), 5);
  std::vector<int> seen(all.size());
  int programs_of_several = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::optional<Program> program = one();
    EXPECT_EQ(program, other());
    programs_of_several += program->steps.size() > 1 ? 1 : 0;
    for (const Case& step : program->steps) ++seen[static_cast<size_t>(step.operation->index)];
  }
  for (size_t i = 0; i < seen.size(); ++i) EXPECT_GT(seen[i], 20) << all[i]->name;
  EXPECT_GT(programs_of_several, 50);
}

TEST(Random, ReachesEachOfAnyNumberOfOperations) {
  for (const size_t size : {8U, 16U, 32U}) {
    const Operations all = matching("okk_*"), some(all.begin(), all.begin() + size);
    const Source source =
        random_source(some, toy(), 1, Cases::all, PluginCapabilities::everything());
    ByOperation<int> count;
    for (size_t i = 0; i < 4 * size; ++i)
      if (const Program program = *source(); program.steps.size() == 1)
        ++count[*program.steps.front().operation];
    for (const Operation* operation : some) EXPECT_GE(count[*operation], 3) << operation->name;
  }
}

// The addresses are those of two operands that overlap, which some readings accept.
TEST(WithChangedValues, GivesSpecialValuesToSmallProgramsThatAReadingMayAccept) {
  const char* const overlapping =
      "bm_atomic_cwtrans toy src_addr=0x40 src_local_idx=0 dst_addr=0x44 dst_local_idx=0 src_c=1 "
      "src_w=3 format=0 src_c_stride=1 dst_c_stride=1 fill=5";
  const char* const line =
      "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0xfffff000 rows=1 cols=1 "
      "cols_per_channel=1 row_stride=1 fill=0";
  const char* const illegal =
      "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x10 rows=1 cols=1 "
      "cols_per_channel=1 row_stride=1 fill=0";
  props::Random random(1);
  EXPECT_TRUE(with_changed_values({parse_program(illegal)}, random).empty());
  EXPECT_TRUE(
      with_changed_values({parse_program("bm_get_mask_memcpy_res_num toy")}, random).empty());
  const std::vector<Program> all = with_changed_values({parse_program(line)}, random);
  Program wanted = parse_program(line);
  wanted.steps[0]["row_stride"] = -1;  // of one row
  EXPECT_GT(std::ranges::count(all, wanted), 0);
  EXPECT_FALSE(with_changed_values({parse_program(overlapping)}, random).empty());
}

TEST(WithOneShape, GivesTheDestinationTheShapeOfTheSource) {
  const char* const reshaped =
      "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=1,2,1,3 src_stride=6,3,3,1 "
      "src_format=1 dst_addr=0 dst_local_idx=1 dst_shape=6,1,1,1 dst_stride=1,1,1,1 dst_format=1 "
      "direction=3 transpose=0 fill=1";
  Program wanted = parse_program(reshaped);
  std::copy_n(&wanted.steps[0]["src_shape"], 4, &wanted.steps[0]["dst_shape"]);
  EXPECT_EQ(with_one_shape(parse_program(reshaped)), wanted);
  EXPECT_EQ(with_one_shape(wanted), std::nullopt);
}

TEST(Exhaustive, GivesToyCasesOfEachOperation) {
  const Operations all = matching("@(asc_*|data_move|okk_*_matrix_*|okk_*_8bit_set_*|bm_*_1D)");
  EXPECT_FALSE(exhaustive_source(all, bm1684())());
  const auto source = exhaustive_source(all, toy());
  std::vector<int> seen(catalogue().size());
  int illegal = 0;
  for (int i = 0; i < 5'000; ++i) {
    const std::optional<Program> program = source();
    ASSERT_TRUE(program);
    illegal += spec::evaluate(program->steps[0]).legal() ? 0 : 1;
    ++seen[static_cast<size_t>(program->steps[0].operation->index)];
  }
  for (const Operation* operation : all)
    EXPECT_GT(seen[static_cast<size_t>(operation->index)], 20) << operation->name;
  EXPECT_GT(illegal, 500);
}

Suite suite_of(const Operation& operation) {
  return edge_suite({&operation}, bm1684(), PluginCapabilities::everything());
}

TEST(Suite, HasSmallCasesFirst) {
  const Suite suite = suite_of(*find_operation("okk_gdma_32bit_cpy_S2L"));
  ASSERT_GT(suite.legal.size(), 4U);
  EXPECT_TRUE(std::ranges::is_sorted(suite.legal, {}, explanation::elements_of));
  for (const Program& program : suite.legal)
    EXPECT_TRUE(evaluate_first(program).legal()) << print(program);
  for (const Program& program : suite.illegal)
    EXPECT_FALSE(evaluate_first(program).legal()) << print(program);
}

TEST(Suite, HasTheCasesOfLargeValues) {
  const Suite suite = suite_of(*find_operation("okk_gdma_32bit_cpy_S2L"));
  const auto wide = corpus::read("corpus/wide/okk_gdma_32bit_cpy_S2L.txt");
  EXPECT_FALSE(wide.empty());
  for (const corpus::Entry& entry : wide)
    EXPECT_TRUE(std::ranges::any_of(suite.legal, [&](const Program& program) {
      return print(program) == print(entry.program);
    })) << print(entry.program);
}

// An edge whose first case had no verdict gets further random cases.
TEST(Edges, GetOtherCasesUntilOneIsJudged) {
  const Operation& operation = *find_operation("okk_gdma_32bit_cpy_S2S");
  Edges edges({&operation}, bm1684());
  const Suite suite = suite_of(operation);
  edges.expect(suite);
  const size_t all = edges.unanswered(operation).size();
  EXPECT_GT(all, 40U);
  props::Random random(1);
  for (int round = 0; round < 4 && !edges.unanswered(operation).empty(); ++round)
    for (const Program& program : cases_on(edges.unanswered(operation), operation, bm1684(),
                                           PluginCapabilities::everything(), random))
      edges.add_judged(program, {{evaluate_first(program)}});
  EXPECT_LT(edges.unanswered(operation).size(), all / 10);
  for (const Program& program : suite.legal)
    edges.add_unsupported(program, {{evaluate_first(program)}});
  for (const Program& program : suite.illegal)
    edges.add_unsupported(program, {{evaluate_first(program)}});
  EXPECT_TRUE(edges.unanswered(operation).empty());  // such an edge gets no other case
}

TEST(Suite, MovesIntoTheMemoryOffered) {
  const Operation& operation = *find_operation("okk_gdma_32bit_cpy_S2L");
  const PluginCapabilities capabilities = offering(0x100000000, 0x40000000);
  const Suite suite = edge_suite({&operation}, bm1684(), capabilities);
  EXPECT_GT(suite.legal.size() + suite.illegal.size(), 20U);
  Edges edges({&operation}, bm1684());
  edges.expect(suite);
  for (const auto* programs : {&suite.legal, &suite.illegal})
    for (const Program& program : *programs) {
      EXPECT_TRUE(capabilities.holds(program)) << print(program);
      edges.add_judged(program, {{evaluate_first(program)}});
    }
  EXPECT_TRUE(edges.count(operation, true).missed.empty());
  // Those at the ends of the profile's memory, for example.
  const std::vector<solver::Goal> out_of_reach = edges.not_offered(operation);
  EXPECT_GT(out_of_reach.size(), 0U);
  EXPECT_LT(out_of_reach.size(), 10U);
  EXPECT_EQ(out_of_reach.size(), edges.not_judged(operation).size());
}

// Operands in a corner of each lane meet nearly all edges that fit there.
TEST(Suite, MovesIntoAWindowOfEachLane) {
  const Operation& operation = *find_operation("okk_gdma_32bit_set_C_local");
  PluginCapabilities capabilities = PluginCapabilities::everything();
  capabilities.offered = {{static_cast<uint8_t>(Space::local), 0x10000, 0x4000}};
  const Suite suite = edge_suite({&operation}, bm1684(), capabilities);
  Edges edges({&operation}, bm1684());
  edges.expect(suite);
  EXPECT_GT(edges.count(operation, true).missed.size(), 20U);
  const auto source = random_source({&operation}, bm1684(), 7, Cases::all, capabilities);
  int outside = 0;
  for (int i = 0; i < 1000; ++i) outside += capabilities.holds(*source()) ? 0 : 1;
  EXPECT_LT(outside, 100);
}

TEST(Suite, MovesIntoWindowsOfBuffers) {
  const Program program = parse_program(
      "data_move ascend310 dst_space=2 dst=0x20 src_space=0 src=0 dtype=9 sid=0 nburst=1 burst=1 "
      "src_stride=0 dst_stride=0 fill=7");
  PluginCapabilities capabilities = PluginCapabilities::everything();
  capabilities.offered = {{static_cast<uint8_t>(Space::ub), 0x8000, 0x4000}};
  const std::optional<Program> moved = move_into(program, capabilities);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->steps[0]["dst"], 0x8020) << print(*moved);
  EXPECT_EQ(moved->steps[0]["src"], 0) << print(*moved);
}

TEST(Suite, MovesTheEndOfTheLastLaneToThatOfASmallerMachine) {
  const Program program = parse_program(
      "okk_gdma_32bit_set_C_local bm1684 dst_addr=0x1fffffc C=0 shape=1,1,1,1 dst_stride=null");
  const auto moved = move_to(toy(), program, PluginCapabilities::everything());
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->steps[0]["dst_addr"], 0x3fc) << print(*moved);
}

// The count of a mask copy has no edge; the copies before it lie in the memory offered.
TEST(Suite, HasProgramsForAnOperationWithoutEdges) {
  const Operation& count = *find_operation("bm_get_mask_memcpy_res_num");
  const Operations both = {find_operation("bm_atomic_mask_memcpy_4D"), &count};
  const PluginCapabilities capabilities = offering(0x100000000, 0x40000000);
  for (const Profile* profile : {&bm1684(), &toy()}) {
    const Suite suite = edge_suite(
        both, *profile, profile == &toy() ? PluginCapabilities::everything() : capabilities);
    EXPECT_GT(std::ranges::count_if(suite.legal,
                                    [&](const Program& program) {
                                      return program.steps.size() > 1 &&
                                             program.steps.back().operation == &count &&
                                             (profile == &toy() || capabilities.holds(program));
                                    }),
              5)
        << profile->name;
  }
}

TEST(Random, StaysInTheMemoryOffered) {
  const PluginCapabilities capabilities = offering(0x110000000, 0x100000);
  const auto source = random_source(matching("okk_gdma_*"), bm1684(), 7, Cases::all, capabilities);
  int outside = 0;
  for (int i = 0; i < 1000; ++i)
    if (!capabilities.holds(*source())) ++outside;
  EXPECT_LT(outside, 10);
}

}  // namespace
}  // namespace strideproof
