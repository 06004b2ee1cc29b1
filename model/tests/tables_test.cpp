// The cases of model/tests/tables, worked by hand: what is rejected, by both implementations; what the
// others do to every byte; and what the reference does under the readings of the ledger.

#include <gtest/gtest.h>

#include <set>

#include "model/tests/small_world.h"
#include "spec/tests/table.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

struct FamilyTable {
  Family family;
  size_t readings;  // of the entries that concern it, beside the defaults
};

class WorkedCases : public testing::TestWithParam<FamilyTable> {
 protected:
  const std::vector<WorkedCase>& cases_ = worked_cases(GetParam().family);
};

Readings readings_of(const std::vector<Choice>& choices) {
  Readings readings = default_readings;
  for (const Choice& choice : choices)
    readings.at(static_cast<size_t>(ledger_index(choice.id))) =
        static_cast<uint8_t>(choice.reading);
  return readings;
}

struct Seen {
  std::string violated;
  Memory memory;
  friend bool operator==(const Seen&, const Seen&) = default;
};

Seen run(const WorkedCase& worked, const Readings& readings) {
  const Case c = parse_case(worked.line);
  SmallWorld world(9);
  world.put(worked.before);
  const Result result = reference::run(world.machine, c, readings);
  EXPECT_FALSE(result.constraint_results.too_costly);
  return {labels(*c.operation, result.constraint_results.violated), world.memory()};
}

Memory expected(const WorkedCase& worked, const Memory& before) {
  Memory memory = after(parse_case(worked.line), worked.runs, worked.constant, before);
  memory.put(worked.after);
  return memory;
}

TEST_P(WorkedCases, AreRejectedAndTouchNothing) {
  for (const Implementation& implementation : implementations)
    for (const WorkedCase& worked : cases_) {
      if (worked.kind != "rejects") continue;
      SCOPED_TRACE(fmt::format("{}: {}", implementation.name, worked.line));
      const Case c = parse_case(worked.line);
      SmallWorld world(3, contents(c));
      const Memory before = world.memory();
      const ConstraintResults results = implementation.run(world.machine, c).constraint_results;
      EXPECT_NE(worked.labels, "");
      EXPECT_EQ(labels(*c.operation, results.violated), worked.labels);
      EXPECT_FALSE(results.too_costly);
      EXPECT_EQ(difference(before, world.memory()), "");
    }
}

TEST_P(WorkedCases, ViolateEachLabelOfTheFamily) {
  std::set<std::string, std::less<>> missing;
  for (const Operation& operation : catalogue())
    if (operation.family == GetParam().family)
      for (const Constraint& constraint : operation.constraints)
        missing.insert(std::string(constraint.label));
  ASSERT_FALSE(missing.empty());
  for (const WorkedCase& worked : cases_)
    if (worked.kind == "rejects")
      for (const std::string& label : words_in(worked.labels)) missing.erase(label);
  EXPECT_EQ(missing, (std::set<std::string, std::less<>>{}));
}

TEST_P(WorkedCases, ChangeTheBytesOfTheirTables) {
  for (const Implementation& implementation : implementations)
    for (const WorkedCase& worked : cases_) {
      if (worked.kind != "bytes") continue;
      SCOPED_TRACE(fmt::format("{}: {}", implementation.name, worked.name));
      const Case c = parse_case(worked.line);
      SmallWorld world(c.fill);
      world.put(worked.before);
      const Memory want = expected(worked, world.memory());
      const ConstraintResults results = implementation.run(world.machine, c).constraint_results;
      EXPECT_TRUE(results.legal());
      EXPECT_EQ(labels(*c.operation, results.violated), "");
      EXPECT_EQ(results.evaluated, c.operation->labels);
      EXPECT_EQ(difference(want, world.memory()), "");
    }
}

TEST_P(WorkedCases, AreAccepted) {
  for (const WorkedCase& worked : cases_) {
    if (worked.kind != "accepts") continue;
    const Case c = parse_case(worked.line);
    SmallWorld world(3, contents(c));
    const ConstraintResults results = reference::run(world.machine, c).constraint_results;
    EXPECT_EQ(labels(*c.operation, results.violated), "") << worked.line;
    EXPECT_EQ(results.evaluated, c.operation->labels) << worked.line;
    EXPECT_TRUE(results.legal()) << worked.line;
  }
}

// A violated label leaves later ones undecided.
TEST_P(WorkedCases, EvaluateOnlyWhatCanBeAsked) {
  for (const WorkedCase& worked : cases_) {
    if (worked.kind != "evaluates") continue;
    const Case c = parse_case(worked.line);
    SmallWorld world(3, contents(c));
    const ConstraintResults results = reference::run(world.machine, c).constraint_results;
    EXPECT_EQ(labels(*c.operation, results.evaluated), worked.labels) << worked.line;
  }
}

TEST_P(WorkedCases, FollowTheirReadings) {
  for (const WorkedCase& worked : cases_) {
    if (worked.kind != "reading") continue;
    SCOPED_TRACE(worked.line);
    EXPECT_EQ(run(worked, default_readings).violated, worked.by_default);
    const Seen seen = run(worked, readings_of(worked.choices));
    EXPECT_EQ(seen.violated, worked.labels);
    SmallWorld world(9);
    world.put(worked.before);
    EXPECT_EQ(difference(expected(worked, world.memory()), seen.memory), "");
  }
}

// Every ledger entry that concerns the family. For bm-atomic see BmAtomicReadings.
TEST_P(WorkedCases, DifferFromTheDefaults) {
  if (GetParam().family == Family::bm_atomic) return;
  std::set<std::pair<std::string_view, int>> missing;
  for (const Operation& operation : catalogue())
    if (operation.family == GetParam().family)
      for (const std::string_view id : operation.ambiguities)
        for (size_t r = 1; r < ledger()[static_cast<size_t>(ledger_index(id))].readings.size(); ++r)
          missing.insert({id, static_cast<int>(r)});
  EXPECT_EQ(missing.size(), GetParam().readings);
  for (const WorkedCase& worked : cases_)
    if (worked.choices.size() == 1 &&
        !(run(worked, default_readings) == run(worked, readings_of(worked.choices))))
      missing.erase({worked.choices[0].id, worked.choices[0].reading});
  for (const auto& [id, reading] : missing) ADD_FAILURE() << id << " reading " << reading;
}

// okk-gdma: two of its labels are named by the kind of memory. okk-bdc: ten by the number of sources.
INSTANTIATE_TEST_SUITE_P(Each, WorkedCases,
                         testing::Values(FamilyTable{Family::okk_gdma, 21},
                                         FamilyTable{Family::okk_bdc, 15},
                                         FamilyTable{Family::bm_atomic, 0},
                                         FamilyTable{Family::tik, 7}, FamilyTable{Family::asc, 8}),
                         [](const testing::TestParamInfo<FamilyTable>& test) {
                           return stem(test.param.family);
                         });

}  // namespace
}  // namespace strideproof
