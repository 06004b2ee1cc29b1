// Each reading of the ledger shows a verdict or bytes that the default does not.

#include <gtest/gtest.h>

#include <set>

#include "model/tests/asc_readings.h"
#include "model/tests/okk_bdc_readings.h"
#include "model/tests/okk_gdma_readings.h"
#include "model/tests/small_world.h"
#include "model/tests/tik_readings.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

Readings of(const std::vector<Choice>& choices) {
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

Seen run(const ReadingCase& d, const Readings& readings) {
  const Case c = parse_case(d.line);
  SmallWorld world(9);
  world.put(d.before);
  const Result result = reference::run(world.machine, c, readings);
  EXPECT_FALSE(result.constraint_results.too_costly);
  return {labels(*c.operation, result.constraint_results.violated), world.memory()};
}

struct FamilyReadings {
  Family family;
  const std::vector<ReadingCase>& (*cases)();
  size_t others;  // readings beside the defaults
};

class FamilyReading : public testing::TestWithParam<FamilyReadings> {};

TEST_P(FamilyReading, DoesWhatItSays) {
  for (const ReadingCase& d : GetParam().cases()) {
    SCOPED_TRACE(d.line);
    const Case c = parse_case(d.line);
    EXPECT_EQ(run(d, default_readings).violated, d.by_default);
    const Seen seen = run(d, of(d.choices));
    EXPECT_EQ(seen.violated, d.under_choice);
    SmallWorld world(9);
    world.put(d.before);
    Memory expected = after(c, d.runs, d.constant, world.memory());
    expected.put(d.after);
    EXPECT_EQ(difference(expected, seen.memory), "");
  }
}

// Of every entry that concerns the family.
TEST_P(FamilyReading, DiffersFromTheDefault) {
  std::set<std::pair<std::string_view, int>> missing;
  for (const Operation& operation : catalogue())
    if (operation.family == GetParam().family)
      for (const std::string_view id : operation.ambiguities)
        for (size_t r = 1; r < ledger()[static_cast<size_t>(ledger_index(id))].readings.size(); ++r)
          missing.insert({id, static_cast<int>(r)});
  EXPECT_EQ(missing.size(), GetParam().others);
  for (const ReadingCase& d : GetParam().cases()) {
    if (d.choices.size() == 1 && !(run(d, default_readings) == run(d, of(d.choices))))
      missing.erase({d.choices[0].id, d.choices[0].reading});
  }
  for (const auto& [id, reading] : missing) ADD_FAILURE() << id << " reading " << reading;
}

INSTANTIATE_TEST_SUITE_P(Each, FamilyReading,
                         testing::Values(FamilyReadings{Family::okk_gdma, okk_gdma_readings, 12},
                                         FamilyReadings{Family::okk_bdc, okk_bdc_readings, 7},
                                         FamilyReadings{Family::tik, tik_readings, 5},
                                         FamilyReadings{Family::asc, asc_readings, 6}),
                         FamilyName{});

}  // namespace
}  // namespace strideproof
