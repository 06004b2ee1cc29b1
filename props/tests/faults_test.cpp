// Every planted fault is found by random cases of the operations where it may show, and shrinks to
// something small. A check that cannot fail is a defect.

#include <fmt/format.h>

#include "mutants/mutants.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "props/shrink.h"
#include "props/tests/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

using mutants::Fault;
using mutants::FaultRow;

constexpr int64_t cases_of_a_fault = 200'000;  // cases

// The largest dimension of a smallest case of a fault that takes more than 2.
struct Needed {
  std::string_view fault;
  int64_t dimension;
};
constexpr Needed needed[] = {
    {"wrap_with_tail", 32 + 1},  // a vector and a tail
    {"tail_lost", 32 + 1},
    {"bdc_tail_lost", 8 + 1},
    {"bm_cwtrans_tail_lost", 64 + 1},  // a block, of bytes
    {"bm_swap_block_lost", 64 + 1},    // half of it has no image after a block
    {"lone_channel_lost", 64 + 1},     // all lanes and one
    {"bdc_lone_channel_lost", 64 + 1},
    {"bdc_rows_collapsed", 64 + 1},
    {"c_4095_rejected", 4095},
    {"bm_mask_low_byte", 16},   // as far as a word with a low byte of 0
    {"bm_mask_compact", 16},    // as far as a word whose mask is 0 in one place only
    {"bm_add_flushed", 16},     // and a sum that is subnormal
    {"far_page_written", 512},  // 2 KiB off is seen at once only where an operand's window lies
};
// Faults that only large cases show, which take long to shrink.
constexpr std::string_view not_shrunk[] = {"counter_16_bit",       "bdc_counter_16_bit",
                                           "bm_count_16_bit",      "burst_counter_16_bit",
                                           "burst_offset_32_bits", "bm_length_20_bits"};
int64_t largest_dimension(std::string_view fault) {
  const auto found = std::find_if(std::begin(needed), std::end(needed),
                                  [&](const Needed& one) { return one.fault == fault; });
  return found == std::end(needed) ? 2 : found->dimension;
}

// Dimensions above `most`, or negative.
std::ptrdiff_t large_dimensions(const Case& c, int64_t most) {
  return std::ranges::count_if(slots_of(*c.operation), [&](const Slot& slot) {
    const int64_t value = c.arguments.value[slot.index];
    return slot.parameter.role == Role::extent && (value < 0 || value > most);
  });
}

// A single case, or several where one tells what those before it did.
Program next_program(Random& random, const std::vector<const Operation*>& operations,
                     const Profile& profile) {
  for (const Operation* operation : operations)
    if (operation->parameters.empty()) return generate_program(random, operations, profile);
  const Case c = generate_case(random, *random.pick(operations), profile);
  return {&profile, c.fill, {c}};
}

class PlantedFaults : public testing::TestWithParam<FaultRow> {
 protected:
  void TearDown() override { mutants::activate(Fault::none); }
};

TEST_P(PlantedFaults, IsFoundAndShrinks) {
  const FaultRow& row = GetParam();
  const std::vector<const Operation*> operations = matching(row.operations);
  ASSERT_FALSE(operations.empty()) << row.operations;
  mutants::activate(row);
  const Profile& profile = *operations.front()->profiles.front();
  Harness harness(profile, mutants::run);
  Random random(seed());
  for (int64_t i = 1; i <= cases_of_a_fault; ++i) {
    const Program program = next_program(random, operations, profile);
    const Verdict verdict = harness.check(program);
    if (!is_finding(verdict.kind)) continue;
    const Program found = verdict.culprit ? *verdict.culprit : program;
    if (std::ranges::count(not_shrunk, row.name) > 0) return;
    // A fault may read outside the windows: there the memory of a new harness holds nothing that an
    // earlier candidate left. A write far away is found only by the harness that saw it before.
    // A new harness maps all memories of its profile: only what the old one finds is worth it.
    const auto check = [&](const Program& candidate) {
      const Verdict known = harness.check(candidate);
      if (!is_finding(known.kind) || known.kind == VerdictKind::write_outside) return known;
      return Harness(profile, mutants::run).check(candidate);
    };
    if (!is_finding(check(found).kind)) continue;
    const Program smallest = minimise(
        found, [&](const Program& candidate) { return is_finding(check(candidate).kind); });
    Verdict again = harness.check(smallest);
    // Bytes that an earlier candidate left outside the windows may hide the fault.
    if (!is_finding(again.kind)) again = Harness(profile, mutants::run).check(smallest);
    fmt::print("{}: {} after {} cases: {}\n  {}\n", row.name, name(again.kind), i, again.detail,
               print(smallest));
    EXPECT_TRUE(is_finding(again.kind)) << "the minimised case no longer fails";
    for (const Case& step : smallest.steps) {  // illegal: one may be out of its range
      EXPECT_LE(large_dimensions(step, largest_dimension(row.name)),
                spec::evaluate(step).legal() ? 0 : 1)
          << print(step);
    }
    return;
  }
  FAIL() << row.name << " was not found in " << cases_of_a_fault << " cases: " << row.description;
}

INSTANTIATE_TEST_SUITE_P(Optimized, PlantedFaults, testing::ValuesIn(mutants::faults()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(PlantedFaults, ThreeAtLeastMayShowInEachOperation) {
  for (const Operation& operation : catalogue()) {
    const auto shows_there = [&](const FaultRow& row) {
      const std::vector<const Operation*> operations = matching(row.operations);
      return std::find(operations.begin(), operations.end(), &operation) != operations.end();
    };
    const auto rows = mutants::faults();
    EXPECT_GE(std::count_if(rows.begin(), rows.end(), shows_there), 3) << operation.name;
  }
}

}  // namespace
}  // namespace strideproof::props
