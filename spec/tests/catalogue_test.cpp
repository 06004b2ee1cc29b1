#include "spec/vocabulary/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

TEST(Catalogue, OperationsAreFoundByName) {
  std::set<std::string_view> names;
  for (const Operation& operation : catalogue()) {
    EXPECT_TRUE(names.insert(operation.name).second) << operation.name;
    EXPECT_EQ(find_operation(operation.name), &operation);
    EXPECT_EQ(&catalogue()[static_cast<size_t>(operation.index)], &operation);
    EXPECT_FALSE(operation.profiles.empty()) << operation.name;
    for (const Profile* profile : operation.profiles) EXPECT_NE(profile, nullptr);
  }
  EXPECT_EQ(find_operation("okk_gdma"), nullptr);
  EXPECT_EQ(matching("okk_gdma_16bit_cpy_?2L").size(), 2U);
  EXPECT_EQ(matching("@(okk_gdma_16bit_cpy_?2L|data_move)").size(), 3U);
  EXPECT_TRUE(matching("nothing*").empty());
}

TEST(Catalogue, ParametersTakeTheirSlotsInOrder) {
  for (const Operation& operation : catalogue()) {
    int slot = 0;
    for (const Parameter& parameter : operation.parameters) {
      EXPECT_EQ(parameter.slot, slot) << operation.name << ' ' << parameter.name;
      slot += slots(parameter.type);
      EXPECT_EQ(operation.parameter(parameter.name), &parameter);
      EXPECT_LT(lowest(parameter.type), highest(parameter.type));
    }
    EXPECT_EQ(operation.slots, slot);
    EXPECT_LE(slot, max_slots) << operation.name;
  }
}

TEST(Catalogue, ConstraintsHaveTheirOwnBitAndStandInStageOrder) {
  for (const Operation& operation : catalogue()) {
    std::set<std::string_view> labels;
    uint64_t bits = 0;
    Stage stage = Stage::values;
    for (const Constraint& constraint : operation.constraints) {
      const std::string label = operation.label(constraint);
      EXPECT_TRUE(labels.insert(constraint.label).second) << label;
      ASSERT_LT(constraint.bit, 64) << label;
      EXPECT_EQ(bits >> constraint.bit & 1, 0U) << label;
      bits |= uint64_t{1} << constraint.bit;
      EXPECT_LE(stage, constraint.stage) << label;
      stage = constraint.stage;
      EXPECT_NE(constraint.operands, 0) << label;
      EXPECT_EQ(operation.constraint(constraint.label), &constraint);
    }
    EXPECT_EQ(operation.labels, bits);
  }
}

TEST(Catalogue, ConstraintsOfAnOperandAreAtTheSamePlaceInEachBlock) {
  using enum ConstraintId;
  EXPECT_EQ(of(dst_end, on_src1), src1_end);
  EXPECT_EQ(of(src_stride_w_min, on_dst), dst_stride_w_min);
  EXPECT_EQ(of_dst(src1_overlap), dst_alias);
  EXPECT_EQ(of(counts_max, on_src1), counts_max);
  for (const Operation& operation : catalogue())
    for (const Constraint& constraint : operation.constraints) {
      const std::string label = operation.label(constraint);
      const bool of_operand = constraint.rule >= Rule::aligned && constraint.rule <= Rule::overlap;
      EXPECT_EQ(std::has_single_bit(constraint.operand), operand_of(constraint.id()) != 0) << label;
      EXPECT_TRUE(!of_operand || (constraint.operands & constraint.operand) != 0) << label;
      // A bound is of a value that the label names first.
      if (!is_of_value(constraint.rule)) continue;
      const Parameter& named = operation.parameters.at(static_cast<size_t>(constraint.parameter));
      EXPECT_TRUE(constraint.label.starts_with(std::string(named.name) + ".")) << label;
      const int dimension = constraint.slot - named.slot;
      ASSERT_LT(dimension, slots(named.type)) << label;
      if (slots(named.type) == 4) {
        EXPECT_EQ(constraint.label[named.name.size() + 1], "nchw"[dimension]) << label;
      }
    }
}

TEST(Catalogue, NeedsAreEarlierConstraintsOfTheSameOperands) {
  for (const Operation& operation : catalogue())
    for (const Constraint& later : operation.constraints)
      for (const Constraint& earlier : operation.constraints) {
        const bool needed = (operation.needs[later.bit] >> earlier.bit & 1) != 0;
        EXPECT_EQ(needed, earlier.stage < later.stage && (earlier.operands & later.operands) != 0)
            << operation.label(later) << " and " << earlier.label;
      }
}

TEST(Catalogue, CitationsStandInTheLedger) {
  for (const Operation& operation : catalogue()) {
    const auto& ambiguities = operation.ambiguities;
    for (const Constraint& constraint : operation.constraints) {
      EXPECT_FALSE(constraint.citation.empty()) << operation.label(constraint);
      if (constraint.grade != Grade::assumed) continue;
      EXPECT_GE(ledger_index(constraint.citation), 0) << operation.label(constraint);
      EXPECT_NE(std::find(ambiguities.begin(), ambiguities.end(), constraint.citation),
                ambiguities.end())
          << operation.label(constraint) << " cites " << constraint.citation;
    }
    std::set<std::string_view> once(ambiguities.begin(), ambiguities.end());
    EXPECT_EQ(once.size(), ambiguities.size()) << operation.name;
    for (std::string_view id : ambiguities) EXPECT_GE(ledger_index(id), 0) << id;
  }
}

TEST(Catalogue, LandmarksHaveTheirOwnBit) {
  for (const Operation& operation : catalogue()) {
    std::set<std::string_view> labels;
    uint64_t bits = 0;
    EXPECT_EQ(operation.landmarks.empty(), operation.parameters.empty()) << operation.name;
    for (const Landmark& landmark : operation.landmarks) {
      EXPECT_TRUE(labels.insert(landmark.label).second) << operation.name << ' ' << landmark.label;
      ASSERT_LT(landmark.bit, 64);
      EXPECT_EQ(bits >> landmark.bit & 1, 0U) << operation.name << ' ' << landmark.label;
      bits |= uint64_t{1} << landmark.bit;
      EXPECT_FALSE(landmark.meaning.empty());
    }
  }
}

TEST(Ledger, EntriesAreCompleteAndUsed) {
  std::set<std::string_view> ids, used;
  for (const Operation& operation : catalogue())
    used.insert(operation.ambiguities.begin(), operation.ambiguities.end());
  for (const LedgerEntry& entry : ledger()) {
    EXPECT_TRUE(ids.insert(entry.id).second) << entry.id;
    EXPECT_GE(entry.readings.size(), 1U) << entry.id;
    EXPECT_FALSE(entry.question.empty() || entry.sources.size() == 0 || entry.why.empty())
        << entry.id;
    EXPECT_TRUE(used.count(entry.id) == 1) << entry.id << " concerns no operation";
  }
  EXPECT_EQ(ledger_index("no-such-entry"), -1);
}

TEST(Profiles, MemoriesFitTheFormulas) {
  for (const Profile& p : profiles()) {
    EXPECT_EQ(find_profile(p.name), &p);
    if (p.lanes == 0) continue;
    EXPECT_EQ(p.lane_bytes % p.unit_bytes, 0) << p.name;
    EXPECT_EQ(p.unit_bytes % 4, 0) << p.name;
    int64_t end = 0;
    for (const Window& window : p.windows) {
      EXPECT_GE(window.first, end) << p.name;
      end = window.end();
    }
    EXPECT_LE(end, int64_t{1} << 40) << p.name;
  }
  EXPECT_EQ(find_profile("none"), nullptr);
}

}  // namespace
}  // namespace strideproof
