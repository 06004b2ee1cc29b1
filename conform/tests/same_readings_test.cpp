// Readings that are said to be the same, and what they are the same under.

#include "conform/readings/same_readings.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "conform/readings/distinguish.h"
#include "oracle/windows.h"
#include "props/generate.h"
#include "props/value_changes.h"
#include "spec/read_otherwise.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using Condition = SameReadings::EntryCondition;

std::vector<Condition> conditions_of(const SameReadings& row) {
  return {row.conditions.begin(), row.conditions.end()};
}

// Random cases, and a few of them with one value changed; of matrices also with many rows.
std::vector<Program> programs_of(const Operation& operation, const Profile& profile) {
  constexpr int random_cases = 500;
  constexpr size_t changed_cases = 8;
  constexpr int64_t most_elements = 4096;
  props::Random random(1);
  std::vector<Program> all;
  for (int i = 0; i < random_cases; ++i)
    all.push_back(props::generate_single(random, operation, {}, profile, 2));
  for (size_t i = 0; i < changed_cases; ++i)
    for (const Case& c : props::with_changed_value(all[i].steps.back()))
      all.push_back({c.profile, c.fill, {c}});
  std::erase_if(all,
                [](const Program& one) { return spec::cost(one.steps.back()) > most_elements; });
  if (operation.parameter("rows") != nullptr)
    for (size_t i = 0, size = all.size(); i < size; ++i)  // more rows than 16 bits hold
      all.emplace_back(Program(all[i])).steps.back()["rows"] = 65536;
  return all;
}

uint8_t& reading_of(Readings& readings, std::string_view id) {
  return readings[static_cast<size_t>(ledger_index(id))];
}
int64_t count_of(std::string_view id) {
  return std::ssize(ledger()[static_cast<size_t>(ledger_index(id))].readings);
}

// Any reading of each entry that the operation leaves open, among those of the conditions.
Readings draw(props::Random& random, const Operation& operation,
              const std::vector<Condition>& conditions) {
  Readings readings = default_readings;
  for (const std::string_view id : operation.ambiguities)
    reading_of(readings, id) = static_cast<uint8_t>(random.below(count_of(id)));
  for (const auto& [id, allowed] : conditions)
    while (leaves_open(operation, id) && !has_bit(allowed, reading_of(readings, id)))
      reading_of(readings, id) = static_cast<uint8_t>(random.below(count_of(id)));
  return readings;
}

// A program under which two readings of the row differ while the conditions are met.
std::optional<Program> counterexample(const SameReadings& row,
                                      const std::vector<Condition>& conditions) {
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles) {
      if (!leaves_open(operation, row.entry) || !row.concerns(operation)) continue;
      ReadingComparison comparison(*profile);
      props::Random random(1);
      for (const Program& program : programs_of(operation, *profile))
        for (uint8_t other = 1; other < count_of(row.entry); ++other) {
          if (!has_bit(row.readings, other)) continue;
          Readings readings = draw(random, operation, conditions);
          const auto reading_it_as = [&](uint8_t reading) {
            reading_of(readings, row.entry) = reading;
            return StepReadings(program.steps.size(), readings);
          };
          if (comparison.difference(program, reading_it_as(0), reading_it_as(other)))
            return program;
        }
    }
  return std::nullopt;
}

TEST(SameReadings, NoCaseDistinguishesThem) {
  for (const SameReadings& row : same_readings()) {
    if (!row.holds({*find_profile("toy")})) continue;  // it needs another implementation
    const std::optional<Program> found = counterexample(row, conditions_of(row));
    EXPECT_FALSE(found) << row.entry << ": " << row.why << ": " << print(*found);
  }
}

// A legal case that an operation answers differently under two readings of an entry.
std::optional<Program> legal_case_that_decides(std::string_view id) {
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles) {
      if (!leaves_open(operation, id)) continue;
      ReadingComparison comparison(*profile);
      for (const Program& program : programs_of(operation, *profile))
        for (uint8_t other = 1; other < count_of(id) && surely_legal(program); ++other) {
          Readings readings = default_readings;
          reading_of(readings, id) = other;
          if (comparison.difference(program, {}, StepReadings(program.steps.size(), readings)))
            return program;
        }
    }
  return std::nullopt;
}

TEST(SameReadings, DifferOnIllegalCasesAlone) {
  for (const LedgerEntry& entry : ledger()) {
    if (!only_illegal_cases_decide(entry.id)) continue;
    const std::optional<Program> found = legal_case_that_decides(entry.id);
    EXPECT_FALSE(found) << entry.id << ": " << print(*found);
  }
  for (const char* id : {"in-place", "data-move-src-scope", "trans-frac-stride-limit"}) {
    EXPECT_FALSE(only_illegal_cases_decide(id));
    EXPECT_TRUE(legal_case_that_decides(id)) << id;
  }
}

TEST(SameReadings, DifferWithoutACondition) {
  for (const SameReadings& row : same_readings())
    for (size_t left_out = 0; left_out < row.conditions.size(); ++left_out) {
      const auto& [id, readings] = row.conditions[left_out];
      std::vector<Condition> conditions = conditions_of(row);
      conditions[left_out].readings = ~readings;
      EXPECT_TRUE(counterexample(row, conditions)) << row.entry << " without " << id;
    }
}

TEST(SameReadings, AreSaidToBeTheSameOnlyIfTheConditionsAreKnown) {
  const Operation& copy = *find_operation("okk_gdma_32bit_cpy_L2L");
  const Implementation plugin{*find_profile("toy")};
  const auto why = [&](uint32_t copy_overlap) {
    return why_same(
        copy, "disjoint-by",
        [=](std::string_view id) { return id == "copy-overlap" ? copy_overlap : 3U; }, plugin);
  };
  EXPECT_EQ(why(0b110), "every overlap is accepted (copy-overlap)");
  EXPECT_EQ(why(0b111), "");
  EXPECT_EQ(why(0b001), "");
}

TEST(SameReadings, MayDependOnTheImplementation) {
  const Operation& count = *find_operation("bm_get_mask_memcpy_res_num");
  const Operation& copy = *find_operation("bm_atomic_mask_memcpy_4D");
  const Operation& matrix = *find_operation("okk_gdma_32bit_matrix_S2L");
  const auto both = [](std::string_view) { return 0b11U; };
  const auto first_and_last = [](std::string_view) { return 0b101U; };
  Implementation plugin{*find_profile("bm1684")};
  EXPECT_EQ(why_same(count, "mask-count-after-rejection", both, plugin), "");
  EXPECT_EQ(why_same(copy, "mask-room", both, plugin), "");
  EXPECT_EQ(why_same(matrix, "gdma-shape-limit", first_and_last, plugin),
            "no lane has room for more rows than 65535 (empty-copy)");
  plugin.every_rejection_ends_it = true;
  plugin.offers_window_end = false;
  EXPECT_EQ(why_same(count, "mask-count-after-rejection", both, plugin),
            "a rejection ends the process");
  EXPECT_EQ(why_same(copy, "mask-room", both, plugin),
            "the memory offered reaches the end of no window");
  Profile large = *find_profile("bm1684");
  large.lane_bytes = 65536 * large.unit_bytes;
  EXPECT_EQ(why_same(matrix, "gdma-shape-limit", first_and_last, {large}), "");
}

}  // namespace
}  // namespace strideproof
