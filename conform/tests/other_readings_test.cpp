// Implementations that take other readings of the ledger, and the readings that the table names.
// model/tests/tables has cases worked by hand for each reading.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "conform/tests/learner.h"
#include "mutants/cut.h"

namespace strideproof::tests {
namespace {

constexpr int some_programs = 50, most_programs = 20'000;

using HeldReadings = std::vector<HeldReading>;

// Each alone, two that apply to the same strides, and many that apply to the same elements.
std::vector<HeldReadings> other_readings() {
  std::vector<HeldReadings> all = {
      {{"stride-unit", 1}, {"w-stride-unit", 1}},
      {{"local-address", 1}, {"to-int-rounding", 4}, {"to-int-range", 1}, {"nan-to-int", 3}}};
  for (const LedgerEntry& entry : ledger())
    for (size_t reading = 1; reading < entry.readings.size(); ++reading)
      all.push_back({{entry.id, reading}});
  return all;
}

std::string name_of(const HeldReadings& taken) {
  std::string name;
  for (const HeldReading& reading : taken)
    name += fmt::format("{}{} {}", name.empty() ? "" : " ", reading.id, reading.number);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

// True if the reading is left and the default is not. Others may be left where no program decides.
bool is_named(const Learner& learner, const Operation& operation, const HeldReading& reading) {
  const std::vector<std::string> left = learner.left(operation.name, reading.id);
  const auto& readings = ledger()[static_cast<size_t>(ledger_index(reading.id))].readings;
  const auto is_left = [&](size_t number) {
    return std::count(left.begin(), left.end(), readings[number]) > 0;
  };
  return is_left(reading.number) && !is_left(0);
}

class OtherReading : public testing::TestWithParam<HeldReadings> {
 protected:
  // Calls visit(operation) for each operation that all entries concern.
  template <class Visit>
  void each_operation(Visit visit) const {
    for (const Operation& operation : catalogue())
      if (std::ranges::all_of(taken_, [&](const HeldReading& reading) {
            return std::ranges::count(operation.ambiguities, reading.id) > 0;
          }))
        visit(operation);
  }
  // The reference under the readings, with a parameter cut.
  Learner learner(const mutants::Cut& cut = {}) const {
    // The toy has no DTCM and no L2 SRAM.
    const Profile& profile = *find_profile(taken_.front().id == "global-only" ? "bm1684" : "toy");
    return Learner(
        [cut, readings = readings_of(taken_)](Machine& machine, const Case& c) {
          Case received = c;
          mutants::apply(cut, received);
          return reference::run(machine, received, readings);
        },
        profile);
  }

  const HeldReadings& taken_ = GetParam();
};

TEST_P(OtherReading, IsNamedAndNoOtherEntryIsReadOtherwise) {
  bool named = false;
  each_operation([&](const Operation& operation) {
    Learner learner = this->learner();
    EXPECT_EQ(learner.findings(operation, some_programs), 0) << operation.name;
    for (const std::string_view id : operation.ambiguities)
      if (std::ranges::count(taken_, id, &HeldReading::id) == 0) {
        const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(id))];
        EXPECT_EQ(learner.left(operation.name, id).front(), entry.readings.front())
            << operation.name << ' ' << id;
      }
    const auto are_named = [&] {
      return std::ranges::all_of(taken_, [&](const HeldReading& reading) {
        return is_named(learner, operation, reading);
      });
    };
    if (named) return;
    EXPECT_EQ(learner.findings(operation, most_programs, are_named), 0) << operation.name;
    named = are_named();
  });
  EXPECT_TRUE(named);
}

// The address that is written to loses its upper bits, in one operation of each family.
TEST_P(OtherReading, ExplainsNoCutParameter) {
  std::set<Family> families;
  each_operation([&](const Operation& operation) {
    if (!families.insert(operation.family).second) return;
    for (const Parameter& p : operation.parameters)
      if (p.role == Role::address && (p.operands & on_dst) != 0) {
        Learner cut = learner(mutants::parse_cut(fmt::format("{}.{}:7", operation.name, p.name)));
        bool found = false;
        for (int programs = 0; !found && programs < most_programs; programs += some_programs)
          found = cut.findings(operation, some_programs) > 0;
        EXPECT_TRUE(found) << operation.name << ' ' << p.name;
      }
  });
}

INSTANTIATE_TEST_SUITE_P(Ledger, OtherReading, testing::ValuesIn(other_readings()),
                         [](const auto& of) { return name_of(of.param); });

// The default has no element there: it counts local addresses from 0x08000000.
TEST(ReadingTable, CallsAByteOfTheReadingTakenWrong) {
  bool is_wrong = false;
  Learner learner([&](Machine& machine, const Case& c) {
    const Result result = reference::run(machine, c, readings_of({{"linear-base", 1}}));
    if (is_wrong) *machine.at(Space::local, 0, 0x40) ^= 1;
    return result;
  });
  const char* line =
      "bm_atomic_memcpy_1D toy src_addr=0xfffff000 dst_addr=0x40 length=1 format=0 direction=0 "
      "fill=1";
  EXPECT_FALSE(is_finding(learner.learn(line).kind));
  is_wrong = true;
  const Verdict verdict = learner.learn(line);
  EXPECT_EQ(verdict.kind, VerdictKind::wrong_byte);
  EXPECT_TRUE(verdict.detail.ends_with("; in an operand")) << verdict.detail;
}

}  // namespace
}  // namespace strideproof::tests
