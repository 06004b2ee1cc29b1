// The programs that distinguish the readings of the ledger, and their corpus.

#include "conform/readings/distinguish.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "model/fill.h"
#include "props/shrink.h"

namespace strideproof {
namespace {

constexpr const char* path = "corpus/readings/ledger.txt";

std::string text_of_corpus() {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<ReadingPair> pairs_of(const std::vector<Witness>& witnesses) {
  std::vector<ReadingPair> pairs;
  for (const Witness& witness : witnesses) pairs.push_back(witness.pair);
  return pairs;
}

std::optional<Distinction> distinguish(const char* line, std::string_view id, uint8_t one,
                                       uint8_t other) {
  const Program program = parse_program(line);
  return ReadingComparison(*program.profile).distinguish(program, {ledger_index(id), one, other});
}

// Every two readings of every entry, once, in the order of the ledger; no other program.
TEST(ReadingCorpus, HoldsAProgramForEveryTwoReadings) {
  const std::vector<Witness> witnesses = read_witnesses(path);
  EXPECT_EQ(pairs_of(witnesses), reading_pairs()) << "write it with strideproof-readings " << path;
  EXPECT_EQ(witness_text(witnesses), text_of_corpus());
  for (const LedgerEntry& entry : ledger())
    EXPECT_EQ(distinguish_text(entry, witnesses).empty(), entry.readings.size() == 1) << entry.id;
}

TEST(ReadingCorpus, EachDistinguishesItsReadingsMinimally) {
  for (const auto& [pair, program, by, smallest] : read_witnesses(path)) {
    ReadingComparison comparison(*program.profile);
    EXPECT_TRUE(comparison.distinguish(program, pair)) << name(pair) << ": " << print(program);
    for (const Program& simpler : props::shrink(program))
      EXPECT_FALSE(comparison.distinguish(simpler, pair)) << name(pair) << ": " << print(simpler);
  }
}

// The operation is one that leaves the point open.
TEST(ReadingCorpus, EachIsAboutItsEntry) {
  for (const auto& [pair, program, by, smallest] : read_witnesses(path)) {
    const auto& ids = program.steps.back().operation->ambiguities;
    EXPECT_EQ(std::count(ids.begin(), ids.end(), ledger()[static_cast<size_t>(pair.entry)].id), 1)
        << name(pair);
  }
}

TEST(ReadingComparison, ReportsVerdicts) {
  const char* line =
      "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,1 dst_stride=0,0,0,2";
  const std::optional<Distinction> told = distinguish(line, "fill-w-stride", 0, 1);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->by_one, "rejected: okk_gdma_8bit_set_C_local.dst_stride.w.one");
  EXPECT_EQ(told->by_other, "done");
  EXPECT_FALSE(distinguish(line, "fill-w-stride", 1, 2));
  EXPECT_FALSE(distinguish(line, "negative-stride", 0, 1));
}

// Element 1 is element 0 of the source; under the second reading, after it was overwritten.
TEST(ReadingComparison, ReportsTheFirstByte) {
  const std::optional<Distinction> told = distinguish(
      "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000001 src_addr=0x100000000 shape=1,1,1,2 "
      "dst_stride=null src_stride=null fill=5",
      "copy-overlap", 1, 2);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->by_one, fmt::format("system 0x100000002 is {:#04x}",
                                      fill_byte(5, Space::system, 0, 0x100000001)));
  EXPECT_EQ(told->by_other, fmt::format("system 0x100000002 is {:#04x}",
                                        fill_byte(5, Space::system, 0, 0x100000000)));
}

TEST(ReadingComparison, ReportsReturnedValues) {
  const std::optional<Distinction> told = distinguish(
      "program toy fill=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 "
      "local_mem_idx=0 dst_global_mem_addr=0x100000000 shape=1,1,1,3 ; bm_get_mask_memcpy_res_num "
      "; bm_get_mask_memcpy_res_num",
      "mask-count-read", 0, 1);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->by_one, "returns 3");
  EXPECT_EQ(told->by_other, "returns 0");
}

// Both readings reject it, for different reasons: before the lane, under the second.
TEST(ReadingComparison, IgnoresLabels) {
  EXPECT_FALSE(
      distinguish("okk_gdma_16bit_cpy_L2S toy dst_addr=0x100000000 src_addr=4 shape=1,5,1,1 "
                  "dst_stride=null src_stride=0,-3,0,1",
                  "negative-stride", 0, 1));
}

}  // namespace
}  // namespace strideproof
