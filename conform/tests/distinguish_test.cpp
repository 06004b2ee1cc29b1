// The programs that distinguish the readings of the ledger, their corpus, and readings that are
// said to be the same.

#include "conform/readings/distinguish.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "conform/readings/same_readings.h"
#include "model/fill.h"
#include "oracle/oracle.h"
#include "oracle/windows.h"
#include "props/generate.h"
#include "props/shrink.h"
#include "props/value_changes.h"
#include "spec/read_otherwise.h"
#include "spec/tests/contents.h"
#include "spec/tests/rows.h"
#include "spec/vocabulary/catalogue.h"

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
  EXPECT_EQ(witness_text(witnesses), tests::contents(path));
  for (const LedgerEntry& entry : ledger())
    EXPECT_EQ(distinguish_text(entry, witnesses).empty(), entry.readings.size() == 1) << entry.id;
}

TEST(ReadingCorpus, EachDistinguishesItsReadingsMinimally) {
  for (const auto& [pair, program] : read_witnesses(path)) {
    ReadingComparison comparison(*program.profile);
    EXPECT_TRUE(comparison.distinguish(program, pair)) << name(pair) << ": " << print(program);
    for (const Program& simpler : props::shrink(program))
      EXPECT_FALSE(comparison.distinguish(simpler, pair)) << name(pair) << ": " << print(simpler);
  }
}

// docs/ledger.md ignores other rows.
TEST(TakenReadings, NameACheckedImplementationAndAReadingOfTheLedger) {
  std::set<std::string> checked;
  for (const auto& [place, fields] : tests::read_rows("corpus/readings/taken.table")) {
    SCOPED_TRACE(place);
    if (fields.size() == 2) {
      checked.insert(fields[0]);
      continue;
    }
    ASSERT_EQ(fields.size(), 4u);
    EXPECT_TRUE(checked.contains(fields[0]));
    const auto entry = std::ranges::find(ledger(), fields[1], &LedgerEntry::id);
    ASSERT_NE(entry, ledger().end());
    EXPECT_EQ(std::ranges::count(entry->readings, fields[2]), 1);
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

using Condition = SameReadings::EntryCondition;

std::vector<Condition> conditions_of(const SameReadings& row) {
  return {row.conditions.begin(), row.conditions.end()};
}

// Random cases, and a few of them with one value changed; of matrices some with many rows.
std::vector<Program> draw_programs(const Operation& operation, const Profile& profile) {
  constexpr int random_cases = 150;
  constexpr size_t changed_cases = 3, cases_of_many_rows = 30;
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
    for (size_t i = 0; i < std::min(cases_of_many_rows, all.size());
         ++i)  // more rows than 16 bits hold
      all.emplace_back(Program(all[i])).steps.back()["rows"] = 65536;
  return all;
}

const std::vector<Program>& programs_of(const Operation& operation, const Profile& profile) {
  static std::map<std::pair<const Operation*, const Profile*>, std::vector<Program>> known;
  std::vector<Program>& programs = known[{&operation, &profile}];
  if (programs.empty()) programs = draw_programs(operation, profile);
  return programs;
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
  const ImplementationTraits plugin{*find_profile("toy")};
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
  ImplementationTraits plugin{*find_profile("bm1684")};
  EXPECT_EQ(why_same(count, "mask-count-after-rejection", both, plugin), "");
  EXPECT_EQ(why_same(copy, "mask-room", both, plugin), "");
  EXPECT_EQ(why_same(matrix, "gdma-shape-limit", first_and_last, plugin),
            "no lane has room for more rows than 65535 (empty-copy)");
  plugin.every_rejection_ends_process = true;
  plugin.offers_window_end = false;
  EXPECT_EQ(why_same(count, "mask-count-after-rejection", both, plugin),
            "a rejection ends the process");
  EXPECT_EQ(why_same(copy, "mask-room", both, plugin),
            "the memory offered reaches the end of no window");
  Profile large = *find_profile("bm1684");
  large.lane_bytes = 65536 * large.unit_bytes;
  EXPECT_EQ(why_same(matrix, "gdma-shape-limit", first_and_last, {large}), "");
}

// So `check` expects no readings of entries that a program does not ask for. A program asks only
// for entries that an operation of it leaves open.
TEST(ReadingsAsked, OthersChangeNothing) {
  const Profile& toy = *find_profile("toy");
  Oracle oracle(toy);
  std::vector<const Operation*> operations;
  for (const Operation& operation : catalogue()) operations.push_back(&operation);
  for (const Operation* operation : operations) {
    props::Random random(1);
    for (int i = 0; i < 200; ++i) {
      const Program program =
          props::generate_single(random, *operation, operations, toy, /*one_illegal_in=*/2);
      const Entries asked = oracle.expect(program).asked;
      const uint64_t hash = oracle.hash();
      for (size_t entry = 0; entry < ledger().size(); ++entry) {
        const std::string_view id = ledger()[entry].id;
        const auto opens = [&](const Case& step) { return leaves_open(*step.operation, id); };
        if (asked[entry] && std::ranges::any_of(program.steps, opens)) continue;
        for (uint8_t reading = 1; reading < ledger()[entry].readings.size(); ++reading) {
          Readings other = default_readings;
          other[entry] = reading;
          oracle.expect(program, StepReadings(program.steps.size(), other));
          EXPECT_EQ(oracle.hash(), hash) << id << " " << print(program);
        }
      }
    }
  }
}

}  // namespace
}  // namespace strideproof
