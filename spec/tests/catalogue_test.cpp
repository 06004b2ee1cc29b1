#include "spec/vocabulary/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
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

// The bits of constraints or landmarks, each of which has its own bit and label.
template <class Rows>
uint64_t distinct_bits(const Operation& operation, const Rows& rows) {
  std::set<std::string_view> labels;
  uint64_t bits = 0;
  for (const auto& row : rows) {
    EXPECT_TRUE(labels.insert(row.label).second) << operation.name << ' ' << row.label;
    EXPECT_LT(row.bit, 64) << operation.name << ' ' << row.label;
    EXPECT_FALSE(has_bit(bits, row.bit)) << operation.name << ' ' << row.label;
    bits |= uint64_t{1} << row.bit;
  }
  return bits;
}

TEST(Catalogue, ConstraintsHaveTheirOwnBitAndStandInStageOrder) {
  for (const Operation& operation : catalogue()) {
    Stage stage = Stage::values;
    for (const Constraint& constraint : operation.constraints) {
      const std::string label = operation.label(constraint);
      EXPECT_LE(stage, constraint.stage) << label;
      stage = constraint.stage;
      EXPECT_NE(constraint.operands, 0) << label;
      EXPECT_EQ(operation.constraint(constraint.label), &constraint);
    }
    EXPECT_EQ(operation.labels, distinct_bits(operation, operation.constraints));
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
    distinct_bits(operation, operation.landmarks);
    EXPECT_EQ(operation.landmarks.empty(), operation.parameters.empty()) << operation.name;
    for (const Landmark& landmark : operation.landmarks) EXPECT_FALSE(landmark.meaning.empty());
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

}  // namespace
}  // namespace strideproof
