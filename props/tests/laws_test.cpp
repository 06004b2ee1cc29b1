// Metamorphic laws, of both implementations.

#include "props/tests/laws.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "mutants/mutants.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "props/tests/rapidcheck.h"
#include "props/tests/testing.h"
#include "spec/footprint.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

constexpr int cases_per_law = 2'000;

constexpr Harness::RunFunction implementations[] = {run_reference, optimized::run};

bool in_type(const Case& c) {
  return std::ranges::all_of(slots_of(*c.operation), [&](const Slot& slot) {
    const int64_t value = c.arguments.value[slot.index];
    return lowest(slot.parameter.type) <= value && value <= highest(slot.parameter.type);
  });
}

// The equation of a law, where its steps are legal but for their contents.
std::optional<Equation> equation_of(const Law& law, Random& random, const Case& c) {
  Equation equation = law.equation(random, c);
  if (equation.left.empty()) return {};
  for (const std::vector<Case>* side : {&equation.left, &equation.right})
    for (const Case& step : *side)
      if (!in_type(step) || !spec::evaluate(step).legal()) return {};
  return equation;
}

// Each step of a law must be legal.
void run_legal(Harness::RunFunction run, Machine& machine, const Case& c) {
  EXPECT_TRUE(run(machine, c).constraint_results.legal()) << print(c);
}

// The first byte in which the two sides differ.
std::optional<Difference> difference(const Equation& equation, Harness::RunFunction run) {
  const Case& any = equation.left.front();
  Program all{any.profile, any.fill, equation.left};
  all.steps.insert(all.steps.end(), equation.right.begin(), equation.right.end());
  std::vector<MemoryRange> ranges = windows(all);
  Machine& left = scratch_machine(*any.profile, 0);
  Machine& right = scratch_machine(*any.profile, 1);
  prepare(left, ranges, all.fill);
  prepare(right, ranges, all.fill);
  for (const Case& step : equation.left) run_legal(run, left, step);
  for (const Case& step : equation.right) run_legal(run, right, step);
  if (equation.system_only)
    std::erase_if(ranges, [](const MemoryRange& r) { return r.space != Space::system; });
  return first_difference(left, ranges, bytes_in(right));
}

std::string print_sides(const Equation& equation) {
  const Case& any = equation.left.front();
  return print(Program{any.profile, any.fill, equation.left}) +
         "\n  = " + print(Program{any.profile, any.fill, equation.right});
}

class Laws : public testing::TestWithParam<Law> {};

TEST_P(Laws, Hold) {
  const Law& law = GetParam();
  Random random(seed());
  const std::vector<const Operation*> operations = matching(law.operations);
  ASSERT_FALSE(operations.empty());
  int cases = 0;
  for (int i = share(cases_per_law); i > 0; --i) {
    const Operation& operation = *random.pick(operations);
    const Case c = generate_case(random, operation, *random.pick(operation.profiles), 0);
    if (!small(c) || !spec::evaluate(c).legal()) continue;
    const std::optional<Equation> equation = equation_of(law, random, c);
    if (!equation) continue;
    ++cases;
    for (const Harness::RunFunction run : implementations) {
      const std::optional<Difference> found = difference(*equation, run);
      ASSERT_FALSE(found || HasFailure())
          << law.name << (run == run_reference ? ", reference:\n" : ", optimized:\n")
          << print_sides(*equation) << "\n"
          << (found ? describe(*found, 0) : "a step is illegal");
    }
  }
  RecordProperty("cases", cases);
  EXPECT_GT(cases, share(cases_per_law) / 20) << law.name << " concerns too few cases";
}

std::string law_name(const testing::TestParamInfo<Law>& law) {
  std::string text = std::to_string(law.index) + "_" + std::string(law.param.name);
  const auto other = [](char ch) { return !std::isalnum(static_cast<unsigned char>(ch)); };
  std::replace_if(text.begin(), text.end(), other, '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(Each, Laws, testing::ValuesIn(laws()), law_name);

// A control.
TEST(Law, FailsForAMutant) {
  const Law& split = *std::ranges::find(laws(), "a copy split in two = the copy", &Law::name);
  mutants::activate(mutants::Fault::lone_channel_lost);
  Random random(seed());
  bool fails = false;
  for (int i = 0; i < cases_per_law && !fails; ++i) {
    const Case c = generate_case(random, *find_operation("okk_gdma_32bit_cpy_S2L"), bm1684, 0);
    if (!small(c) || !spec::evaluate(c).legal()) continue;
    const std::optional<Equation> equation = equation_of(split, random, c);
    fails = equation && difference(*equation, mutants::run);
  }
  mutants::activate(mutants::Fault::none);
  EXPECT_TRUE(fails);
}

// A legal case with all operands moved, those in one memory by one distance; nothing where there is
// no room.
std::optional<Case> shifted(Random& random, const Case& c) {
  int64_t unit = 1;
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::address) unit = std::max(unit, unit_of(c, parameter));
  const auto lane_of = [&](const Case& of, const RandomOperand& operand) {
    const int64_t lane_bytes = operand.space == Space::local ? c.profile->lane_bytes : INT64_MAX;
    return spec::tensor_of(of, operand.which).address / lane_bytes;
  };
  for (int64_t most = 100; most > 0; most /= 2) {
    Case moved = c;
    std::map<Space, int64_t> distances;
    bool fits = true;
    for (const RandomOperand& operand : operands_of(c)) {
      const auto [distance, first] = distances.try_emplace(operand.space);
      if (first) distance->second = unit * random.between(-most, most);
      const Parameter& address = *parameters_of(*c.operation, operand.which).address;
      fits = fits && add_to_value(moved, static_cast<size_t>(address.slot), distance->second) &&
             lane_of(c, operand) == lane_of(moved, operand);
    }
    if (fits && !(moved == c) && spec::evaluate(moved).legal()) return moved;
  }
  return std::nullopt;
}

RC_GTEST_PROP(Law, ShiftingBothBaseAddressesShiftsTheResult, ()) {
  const Case c = *cases("*", 0);
  Random random(c.fill);
  const std::optional<Case> moved = shifted(random, c);
  RC_PRE(small(c) && spec::evaluate(c).legal() && moved.has_value());
  for (const Harness::RunFunction run : implementations) {
    Machine& here = scratch_machine(*c.profile, 0);
    Machine& there = scratch_machine(*c.profile, 1);
    prepare(here, windows({c.profile, c.fill, {c}}), c.fill);
    prepare(there, windows({c.profile, c.fill, {*moved}}), c.fill + 1);
    const auto copy_bytes = [&](Operands operand) {
      const std::vector<uint8_t*> from = bytes_of(here, c, operand);
      const std::vector<uint8_t*> to = bytes_of(there, *moved, operand);
      RC_ASSERT(from.size() == to.size());
      for (size_t i = 0; i < from.size(); ++i) *to[i] = *from[i];
    };
    for (const Operands operand : {on_dst, on_src, on_src1}) copy_bytes(operand);
    RC_ASSERT(run(here, c).constraint_results.legal());
    RC_ASSERT(run(there, *moved).constraint_results.legal());
    const std::vector<uint8_t*> from = bytes_of(here, c, on_dst);
    const std::vector<uint8_t*> to = bytes_of(there, *moved, on_dst);
    RC_ASSERT(std::equal(from.begin(), from.end(), to.begin(),
                         [](const uint8_t* a, const uint8_t* b) { return *a == *b; }));
  }
}

}  // namespace
}  // namespace strideproof::props
