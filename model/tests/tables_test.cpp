// Runs the cases of model/tests/tables, worked by hand: both implementations reject the illegal
// ones and change every byte as the tables say; the reference follows the readings of the ledger.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "model/implementation.h"
#include "model/tests/worked_cases.h"
#include "oracle/memory_range.h"
#include "spec/family.h"
#include "spec/spec.h"
#include "spec/tests/table.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

// The class of data that a case names: for machines whose bytes all are of one class.
DataClass contents(const Case& c) {
  for (const DataClass data : c.data)
    if (data != DataClass::unique) return data;
  return DataClass::unique;
}

// A machine that is filled, run on and compared whole: every byte counts.
class TestMachine {
 public:
  // Opens all system memory of toy; on other machines only the bytes that legal steps touch.
  explicit TestMachine(const Program& program, uint64_t seed, DataClass data = DataClass::unique)
      : machine(*program.profile) {
    const Profile& profile = machine.profile();
    if (profile.name == "toy")
      machine.open(Space::system, 0, profile.windows[0].first, profile.windows[0].size);
    else
      for (const Case& step : program.steps)
        for (const spec::OperandRange& run : spec::bounding_ranges(step))
          machine.open(run.space, run.lane, run.first, run.size);
    std::vector<MemoryRange> all = all_memory(machine);
    for (MemoryRange& range : all) range.data = data;
    prepare(machine, all, seed);
  }

  void put(const std::vector<Elements>& all) {
    for (const Elements& run : all) {
      uint8_t* to = machine.at(run.space, run.lane, run.offset);
      for (const uint32_t value : run.values)
        for (int b = 0; b < run.bytes; ++b) *to++ = static_cast<uint8_t>(value >> 8 * b);
    }
  }

  // The first byte that differs, for people; empty where none does.
  std::string difference(TestMachine& found) {
    const auto first = first_difference(machine, all_memory(machine), bytes_in(found.machine));
    return first ? describe(*first, 0) : "";
  }

  Machine machine;
};

struct Implementation {
  std::string_view name;
  Result (*run)(Machine&, const Case&);
};
const Implementation implementations[] = {
    {"reference", [](Machine& machine, const Case& c) { return reference::run(machine, c); }},
    {"optimized", [](Machine& machine, const Case& c) { return optimized::run(machine, c); }},
};

class WorkedCases : public testing::TestWithParam<Family> {
 protected:
  const std::vector<WorkedCase>& cases_ = worked_cases(GetParam());
};

// ---- the memory after a case that is known by its runs ----

// The memories of destination and source, and the bytes of an element. The runs of data_move are
// rows of bytes. A fill has no source.
std::tuple<Space, Space, int64_t> sides(const Case& c) {
  const auto see = [&]<class F>(F, const auto&, const auto& op) {
    const bool is_copy = (c.operation->operands & on_src) != 0;
    const Operands dst = F::use_of(op, on_dst), src = is_copy ? F::use_of(op, on_src) : dst;
    const int64_t bytes = c.operation->family == Family::tik ? 1 : spec::dtype_bytes(c, dst);
    return std::tuple(spec::space_of(c, dst), spec::space_of(c, src), bytes);
  };
  return spec::with_operation(*c.operation, *c.profile, c.arguments, see);
}

// The constant of a fill, worked.constant, is given as the bytes of one element.
void apply_runs(const WorkedCase& worked, TestMachine& memory) {
  if (worked.runs.empty()) return;  // the element type may be unknown
  const auto [dst, src, element_bytes] = sides(worked.program.steps.back());
  std::vector<std::vector<uint8_t>> moved;
  for (const Run& run : worked.runs) {
    std::vector<uint8_t>& bytes = moved.emplace_back();
    for (int64_t b = 0; b < run.elements * element_bytes; ++b)
      bytes.push_back(worked.constant.empty()
                          ? *memory.machine.at(src, run.src_lane, run.src + b)
                          : worked.constant.at(static_cast<size_t>(b % element_bytes)));
  }
  for (size_t i = 0; i < moved.size(); ++i)
    std::copy(moved[i].begin(), moved[i].end(),
              memory.machine.at(dst, worked.runs[i].dst_lane, worked.runs[i].dst));
}

// ---- running ----

struct Seen {
  std::string violated;  // of the last step
  Result last;
};

template <class Run>
Seen run_steps(const Program& program, TestMachine& memory, Run run) {
  Seen seen;
  for (const Case& step : program.steps) {
    seen.last = run(memory.machine, step);
    seen.violated = short_labels(*step.operation, seen.last.constraint_results.violated);
  }
  return seen;
}

Seen run_reference(const WorkedCase& worked, TestMachine& memory, const Readings& readings) {
  memory.put(worked.before);
  const Seen seen = run_steps(worked.program, memory, [&](Machine& machine, const Case& step) {
    return reference::run(machine, step, readings);
  });
  EXPECT_FALSE(seen.last.constraint_results.too_costly);
  return seen;
}

// Changes filled memory as the table says.
void run_by_hand(const WorkedCase& worked, TestMachine& memory) {
  memory.put(worked.before);
  apply_runs(worked, memory);
  memory.put(worked.after);
}

TEST_P(WorkedCases, AreRejectedAndTouchNothing) {
  for (const WorkedCase& worked : cases_) {
    if (worked.kind != "rejects") continue;
    const DataClass data = contents(worked.program.steps[0]);
    TestMachine memory(worked.program, 3, data), before(worked.program, 3, data);
    for (const Implementation& implementation : implementations) {
      SCOPED_TRACE(fmt::format("{}: {}", implementation.name, worked.line));
      const Seen seen = run_steps(worked.program, memory, implementation.run);
      EXPECT_NE(worked.labels, "");
      EXPECT_EQ(seen.violated, worked.labels);
      EXPECT_FALSE(seen.last.constraint_results.too_costly);
      EXPECT_EQ(before.difference(memory), "");
    }
  }
}

TEST_P(WorkedCases, ViolateEachLabelOfTheFamily) {
  std::set<std::string, std::less<>> missing;
  for (const Operation& operation : catalogue())
    if (operation.family == GetParam())
      for (const Constraint& constraint : operation.constraints)
        missing.insert(std::string(constraint.label));
  ASSERT_FALSE(missing.empty());
  for (const WorkedCase& worked : cases_)
    if (worked.kind == "rejects")
      for (const std::string& label : words_in(worked.labels)) missing.erase(label);
  EXPECT_EQ(missing, (std::set<std::string, std::less<>>{}));
}

TEST_P(WorkedCases, ChangeTheBytesOfTheirTables) {
  for (const WorkedCase& worked : cases_) {
    if (worked.kind != "bytes") continue;
    TestMachine wanted(worked.program, worked.program.fill);
    run_by_hand(worked, wanted);
    for (const Implementation& implementation : implementations) {
      SCOPED_TRACE(fmt::format("{}: {}", implementation.name, worked.name));
      TestMachine memory(worked.program, worked.program.fill);
      memory.put(worked.before);
      const Seen seen = run_steps(worked.program, memory, implementation.run);
      EXPECT_EQ(seen.violated, "");
      EXPECT_TRUE(seen.last.constraint_results.legal());
      EXPECT_EQ(seen.last.constraint_results.evaluated,
                worked.program.steps.back().operation->labels);
      EXPECT_EQ(seen.last.returned, worked.returned);
      EXPECT_EQ(wanted.difference(memory), "");
    }
  }
}

// Byte tables take the element sizes of okk-gdma from the catalogue; the names say what they are.
TEST(ByteTables, CoverEachOperation) {
  std::set<std::string_view> missing;
  for (const Operation& operation : catalogue()) {
    missing.insert(operation.name);
    if (operation.family != Family::okk_gdma) continue;
    EXPECT_NE(operation.name.find(fmt::format("_{}bit_", 8 * operation.element_bytes)),
              std::string_view::npos)
        << operation.name;
  }
  for (const Family family : all_families)
    for (const WorkedCase& worked : worked_cases(family))
      if (worked.kind == "bytes")
        for (const Case& step : worked.program.steps) missing.erase(step.operation->name);
  EXPECT_EQ(missing, std::set<std::string_view>{});
}

// In an accepted case every label; a violated label leaves later ones undecided.
TEST_P(WorkedCases, EvaluateOnlyWhatCanBeAsked) {
  for (const WorkedCase& worked : cases_) {
    const bool accepted = worked.kind == "accepts";
    if (!accepted && worked.kind != "evaluates") continue;
    const Case& c = worked.program.steps[0];
    TestMachine memory(worked.program, 3, contents(c));
    const ConstraintResults results = reference::run(memory.machine, c).constraint_results;
    EXPECT_TRUE(results.legal() || !accepted) << worked.line;
    EXPECT_EQ(short_labels(*c.operation, results.evaluated),
              accepted ? short_labels(*c.operation, c.operation->labels) : worked.labels)
        << worked.line;
  }
}

TEST_P(WorkedCases, PastTheBudgetAreNotRun) {
  for (const WorkedCase& worked : cases_) {
    if (worked.kind != "costly") continue;
    const Case& c = worked.program.steps[0];
    Machine machine(*c.profile);  // system memory is not open: an access would fault
    const ConstraintResults results =
        reference::run(machine, c, readings_of(worked.choices)).constraint_results;
    EXPECT_EQ(short_labels(*c.operation, results.violated), worked.labels) << worked.line;
    EXPECT_TRUE(results.too_costly) << worked.line;
  }
}

TEST_P(WorkedCases, FollowTheirReadings) {
  constexpr uint64_t seed = 9;
  for (const WorkedCase& worked : cases_) {
    if (worked.kind != "reading") continue;
    SCOPED_TRACE(worked.line);
    TestMachine other(worked.program, seed), memory(worked.program, seed),
        wanted(worked.program, seed);
    run_by_hand(worked, wanted);
    EXPECT_EQ(run_reference(worked, other, default_readings).violated, worked.by_default);
    const Seen seen = run_reference(worked, memory, readings_of(worked.choices));
    EXPECT_EQ(seen.violated, worked.labels);
    EXPECT_EQ(seen.last.returned, worked.returned);
    EXPECT_EQ(wanted.difference(memory), "");
  }
}

// True if the result is another one where the entry has its default reading.
bool depends_on(const WorkedCase& worked, std::string_view id) {
  std::vector<HeldReading> others = worked.choices;
  std::erase_if(others, [&](const HeldReading& choice) { return choice.id == id; });
  TestMachine with(worked.program, 9), without(worked.program, 9);
  const Seen a = run_reference(worked, with, readings_of(worked.choices));
  const Seen b = run_reference(worked, without, readings_of(others));
  return a.violated != b.violated || a.last.returned != b.last.returned ||
         !with.difference(without).empty();
}

// Each reading of each ledger entry that concerns the family, or each operation of bm-atomic. toy
// has one window, so global-only changes nothing of bm-atomic, and no stride of bm-atomic is
// negative.
TEST_P(WorkedCases, DifferFromTheDefaults) {
  const bool of_each_operation = GetParam() == Family::bm_atomic;
  const auto name = [&](const Operation& operation) {
    return of_each_operation ? operation.name : std::string_view();
  };
  std::set<std::tuple<std::string_view, std::string_view, size_t>> missing;
  for (const Operation& operation : catalogue())
    if (operation.family == GetParam())
      for (const std::string_view id : operation.ambiguities)
        for (size_t r = 1; r < ledger()[static_cast<size_t>(ledger_index(id))].readings.size(); ++r)
          if (!of_each_operation || (id != "global-only" && (id != "unused-stride" || r != 2)))
            missing.insert({name(operation), id, r});
  EXPECT_FALSE(missing.empty());
  for (const WorkedCase& worked : cases_)
    for (const HeldReading& choice : worked.choices)
      if (worked.kind == "reading" && depends_on(worked, choice.id))
        for (const Case& step : worked.program.steps)
          missing.erase({name(*step.operation), choice.id, choice.number});
  for (const auto& [operation, id, reading] : missing)
    ADD_FAILURE() << operation << ' ' << id << " reading " << reading;
}

INSTANTIATE_TEST_SUITE_P(Each, WorkedCases, testing::ValuesIn(all_families),
                         [](const auto& test) { return std::string(stem(test.param)); });

}  // namespace
}  // namespace strideproof
