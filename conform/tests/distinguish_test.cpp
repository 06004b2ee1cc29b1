// The programs that distinguish the readings of the ledger, and their corpus.

#include "conform/readings/distinguish.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "model/fill.h"
#include "props/shrink.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

constexpr const char* path = "corpus/readings/ledger.txt";

std::optional<Distinction> distinguish(const char* line, std::string_view id, uint8_t one,
                                       uint8_t other) {
  const Program program = parse_program(line);
  return ReadingComparison(*program.profile).distinguish(program, {ledger_index(id), one, other});
}

// Every two readings of every entry, once, in the order of the ledger; no other program.
TEST(ReadingCorpus, HoldsAProgramForEveryTwoReadings) {
  const std::vector<Witness> witnesses = read_witnesses(path);
  std::vector<ReadingPair> pairs;
  for (const Witness& witness : witnesses) pairs.push_back(witness.pair);
  EXPECT_EQ(pairs, reading_pairs()) << "write it with strideproof-readings " << path;
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(witness_text(witnesses), text.str());
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

// docs/ledger.md ignores other rows.
TEST(TakenReadings, NameACheckedImplementationAndAReadingOfTheLedger) {
  std::set<std::string> checked;
  std::ifstream in("corpus/readings/taken.table");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::vector<std::string> fields = split(line, " | ");
    if (fields.size() == 2) {
      checked.insert(fields[0]);
      continue;
    }
    ASSERT_EQ(fields.size(), 4u) << line;
    EXPECT_TRUE(checked.contains(fields[0])) << line;
    const auto entry = std::ranges::find(ledger(), fields[1], &LedgerEntry::id);
    ASSERT_NE(entry, ledger().end()) << line;
    EXPECT_EQ(std::ranges::count(entry->readings, fields[2]), 1) << line;
  }
  EXPECT_FALSE(checked.empty());
}

constexpr const char* fill =
    "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,1 dst_stride=0,0,0,2";

TEST(ReadingComparison, ReportsVerdictsBytesAndReturnedValues) {
  struct Difference {
    const char *line, *id;
    uint8_t one, other;
    std::string by_one, by_other;
  };
  for (const auto& [line, id, one, other, by_one, by_other] : {
           Difference{fill, "fill-w-stride", 0, 1,
                      "rejected: okk_gdma_8bit_set_C_local.dst_stride.w.one", "done"},
           // Element 1 is element 0 of the source; under the second reading, after it was
           // overwritten.
           Difference{
               "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000001 src_addr=0x100000000 shape=1,1,1,2 "
               "dst_stride=null src_stride=null fill=5",
               "copy-overlap", 1, 2,
               fmt::format("system 0x100000002 is {:#04x}",
                           fill_byte(5, Space::system, 0, 0x100000001)),
               fmt::format("system 0x100000002 is {:#04x}",
                           fill_byte(5, Space::system, 0, 0x100000000))},
           Difference{"program toy fill=0 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 "
                      "mask_local_mem_addr=0 local_mem_idx=0 dst_global_mem_addr=0x100000000 "
                      "shape=1,1,1,3 ; bm_get_mask_memcpy_res_num ; bm_get_mask_memcpy_res_num",
                      "mask-count-read", 0, 1, "returns 3", "returns 0"},
       }) {
    const std::optional<Distinction> distinction = distinguish(line, id, one, other);
    ASSERT_TRUE(distinction) << line;
    EXPECT_EQ(distinction->by_one, by_one);
    EXPECT_EQ(distinction->by_other, by_other);
  }
  EXPECT_FALSE(distinguish(fill, "fill-w-stride", 1, 2));
  EXPECT_FALSE(distinguish(fill, "negative-stride", 0, 1));
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
