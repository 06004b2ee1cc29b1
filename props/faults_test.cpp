// Every planted fault is found by random cases of the operations where it may show, and shrinks to
// something small. A check that cannot fail is a defect.

#include <fmt/format.h>

#include "mutants/mutants.h"
#include "props/generate.h"
#include "props/shrink.h"
#include "props/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

using mutants::Fault;
using mutants::FaultRow;

constexpr int64_t patience = 200'000;  // cases

// How large a dimension of a smallest case may be: 2, but where the fault itself takes more.
int64_t largest_dimension(Fault fault) {
  switch (fault) {
    case Fault::wrap_with_tail:
    case Fault::tail_lost: return 32 + 1;  // a vector and a tail
    case Fault::bdc_tail_lost: return 8 + 1;
    case Fault::bm_cwtrans_tail_lost:               // a block, of bytes
    case Fault::bm_swap_block_lost: return 64 + 1;  // half of it has no image after a block
    case Fault::lone_channel_lost:
    case Fault::bdc_lone_channel_lost:
    case Fault::bdc_rows_collapsed: return 64 + 1;  // all lanes and one
    case Fault::c_4095_rejected: return 4095;
    case Fault::bm_mask_low_byte: return 4;  // as far as a word with a low byte of 0
    case Fault::bm_mask_compact: return 4;   // as far as a word whose mask is 0 in one place only
    case Fault::bm_add_flushed: return 16;   // and a sum that is subnormal
    case Fault::counter_16_bit:
    case Fault::bdc_counter_16_bit:
    case Fault::bm_count_16_bit:
    case Fault::burst_counter_16_bit:
    case Fault::burst_offset_32_bits: return 65'536;
    case Fault::bm_length_20_bits: return (1 << 20) + 1;
    // 2 KiB off is seen at once only where an operand's window lies.
    case Fault::far_page_written: return 512;
    default: return 2;
  }
}

// Dimensions above `most`, or negative.
int large_dimensions(const Case& c, int64_t most) {
  int count = 0;
  for (const Parameter& parameter : c.operation->parameters)
    for (int i = 0; i < slots(parameter.type); ++i) {
      const int64_t value = c.arguments.value[static_cast<size_t>(parameter.slot + i)];
      if (parameter.role == Role::extent && (value < 0 || value > most)) ++count;
    }
  return count;
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
  mutants::activate(row.fault);
  const Profile& profile = *operations.front()->profiles.front();
  Harness harness(profile, mutants::run);
  Random random(seed());
  for (int64_t i = 1; i <= patience; ++i) {
    const Program program = next_program(random, operations, profile);
    const Verdict verdict = harness.check(program);
    if (!is_finding(verdict.kind)) continue;
    const Program found = verdict.culprit ? *verdict.culprit : program;
    if (row.fault == Fault::burst_offset_32_bits) return;  // each candidate opens 2049 chunks
    // A fault may read outside the windows: there the memory of a new harness holds nothing that an
    // earlier candidate left. A write far away is found only by the harness that saw it before.
    // A new harness maps all memories of its profile: only what the old one finds is worth it.
    const auto check = [&](const Program& candidate) {
      const Verdict known = harness.check(candidate);
      if (!is_finding(known.kind) || known.kind == VerdictKind::write_outside) return known;
      return Harness(profile, mutants::run).check(candidate);
    };
    const Minimised smallest = minimise(
        found, [&](const Program& candidate) { return is_finding(check(candidate).kind); });
    const Verdict again = check(smallest.program);
    fmt::print("{}: {} after {} cases: {}\n  {}\n", row.name, name(again.kind), i, again.detail,
               print(smallest.program));
    EXPECT_TRUE(is_finding(again.kind)) << "the minimised case no longer fails";
    EXPECT_FALSE(smallest.exhausted);
    for (const Case& step : smallest.program.steps) {  // illegal: one may be out of its range
      EXPECT_LE(large_dimensions(step, largest_dimension(row.fault)),
                spec::evaluate(step).legal() ? 0 : 1)
          << print(step);
    }
    return;
  }
  FAIL() << row.name << " was not found in " << patience << " cases: " << row.description;
}

INSTANTIATE_TEST_SUITE_P(Optimized, PlantedFaults, testing::ValuesIn(mutants::faults()),
                         [](const testing::TestParamInfo<FaultRow>& row) {
                           return std::string(row.param.name);
                         });

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

TEST(PlantedFaults, WithoutAFaultNothingIsFound) {
  mutants::activate(Fault::none);
  Harness harness(*find_profile("toy"), mutants::run);
  Random random(seed());
  for (int i = 0; i < 20'000; ++i) {
    const Case c = generate_case(random, random.pick(catalogue()), *find_profile("toy"));
    ASSERT_TRUE(expect_no_finding(harness, c, harness.check(c)));
  }
}

}  // namespace
}  // namespace strideproof::props
