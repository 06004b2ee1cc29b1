// Implementations that take other readings of the ledger, and the readings that the table names:
// the reference under each of them, and variants written from the words of the ledger.

#include "conform/tests/variants.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "conform/tests/learner.h"
#include "mutants/cut.h"
#include "spec/spec.h"

namespace strideproof::tests {
namespace {

constexpr int some_programs = 100, most_programs = 20'000;

struct EntryReading {
  std::string_view id;
  size_t number;
};

std::vector<EntryReading> other_readings() {
  std::vector<EntryReading> all;
  for (const LedgerEntry& entry : ledger())
    for (size_t reading = 1; reading < entry.readings.size(); ++reading)
      all.push_back({entry.id, reading});
  return all;
}

// The toy has no DTCM and no L2 SRAM.
const Profile& profile_of(std::string_view id) {
  return *find_profile(id == "global-only" ? "bm1684" : "toy");
}

std::string name_of(std::string words) {
  std::replace_if(
      words.begin(), words.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return words;
}

// True if the reading is left and the default is not. Another one may be left where no program tells.
bool is_named(const Learner& learner, const Operation& operation, const EntryReading& reading) {
  const std::vector<std::string> left = learner.left(operation.name, reading.id);
  const auto& readings = ledger()[static_cast<size_t>(ledger_index(reading.id))].readings;
  const auto is_left = [&](size_t number) {
    return std::count(left.begin(), left.end(), readings[number]) > 0;
  };
  return is_left(reading.number) && !is_left(0);
}

// The address that is written to loses its upper bits.
mutants::Cut cut_of(const Operation& operation) {
  for (const Parameter& p : operation.parameters)
    if (p.role == Role::address && (p.operands & on_dst) != 0)
      return mutants::parse_cut(fmt::format("{}.{}:7", operation.name, p.name));
  return {};
}

class OtherReading : public testing::TestWithParam<EntryReading> {};

TEST_P(OtherReading, IsNamedAndNoOtherEntryIsReadOtherwise) {
  const EntryReading& reading = GetParam();
  const Readings readings = only(reading.id, reading.number);
  bool named = false;
  for (const Operation& operation : catalogue()) {
    const auto& ids = operation.ambiguities;
    if (std::ranges::count(ids, reading.id) == 0) continue;
    Learner learner(
        [&](Machine& machine, const Case& c) { return reference::run(machine, c, readings); },
        profile_of(reading.id));
    EXPECT_EQ(learner.findings(operation, some_programs), 0) << operation.name;
    for (const std::string_view id : ids)
      if (id != reading.id) {
        const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(id))];
        EXPECT_EQ(learner.left(operation.name, id).front(), entry.readings.front())
            << operation.name << ' ' << id;
      }
    const auto is_over = [&] { return is_named(learner, operation, reading); };
    if (named) continue;
    EXPECT_EQ(learner.findings(operation, most_programs, is_over), 0) << operation.name;
    named = is_over();
  }
  EXPECT_TRUE(named);
}

INSTANTIATE_TEST_SUITE_P(Ledger, OtherReading, testing::ValuesIn(other_readings()),
                         [](const auto& of) {
                           return name_of(fmt::format("{} {}", of.param.id, of.param.number));
                         });

Run run_as(const Variant& variant, const mutants::Cut& cut = {}) {
  return [variant, cut](Machine& machine, const Case& c) -> Result {
    Case received = c;
    mutants::apply(cut, received);
    const Change change = variant.change(received);
    if (change != Change::run) return {{.violated = change == Change::reject ? uint64_t{1} : 0}, 0};
    for (const spec::OperandRange& range : spec::bounding_ranges(received))
      if (range.size <= Machine::chunk_bytes)
        machine.open(range.space, range.lane, range.first, range.size);
    return optimized::run(machine, received);
  };
}

class Variants : public testing::TestWithParam<Variant> {};

TEST_P(Variants, AreNamedAndFindingsIfAParameterIsCut) {
  std::vector<EntryReading> readings;
  std::istringstream words{std::string(GetParam().readings)};
  for (std::string word; words >> word;) {
    const size_t equals = word.find('=');
    const int entry = ledger_index(word.substr(0, equals));
    ASSERT_GE(entry, 0) << word;
    readings.push_back(
        {ledger()[static_cast<size_t>(entry)].id, static_cast<size_t>(word.back() - '0')});
  }
  const Profile& profile = profile_of(readings.front().id);
  for (const Operation* operation : matching(std::string(GetParam().operations))) {
    Learner learner(run_as(GetParam()), profile);
    const auto are_named = [&] {
      return std::ranges::all_of(readings, [&](const EntryReading& reading) {
        return is_named(learner, *operation, reading);
      });
    };
    EXPECT_EQ(learner.findings(*operation, most_programs, are_named), 0) << operation->name;
    EXPECT_TRUE(are_named()) << operation->name;
    Learner cut(run_as(GetParam(), cut_of(*operation)), profile);
    EXPECT_GT(cut.findings(*operation, some_programs), 0) << operation->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Ledger, Variants, testing::ValuesIn(variants().begin(), variants().end()),
                         [](const auto& of) { return name_of(std::string(of.param.readings)); });

}  // namespace
}  // namespace strideproof::tests
