// Our own implementations leave out nothing that the other runs: refusals are findings, each of its
// own step.

#include <map>

#include "props/exhaustive.h"
#include "props/generate.h"
#include "props/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

constexpr Result refusal{{0, 0, true}, 0};

// ---- implementations that refuse ----

// Every fifth case, by its fill and parameters, so that a case is refused again.
bool is_a_fifth(const Case& c) {
  uint64_t sum = c.fill;
  for (const int64_t value : c.arguments.value) sum += static_cast<uint64_t>(value);
  return sum % 5 == 0;
}
Result refuses_fifths(Machine& machine, const Case& c) {
  return is_a_fifth(c) ? refusal : optimized::run(machine, c);
}
Result refuses_every_fifth(Machine& machine, const Case& c) {
  static int cases = 0;
  return ++cases % 5 == 0 ? refusal : optimized::run(machine, c);
}
Result runs_single_elements(Machine& machine, const Case& c) {
  return spec::cost(c) > 1 ? refusal : optimized::run(machine, c);
}
Result refuses_all(Machine&, const Case&) { return refusal; }

TEST(Refused, IsAFindingAndLeavesTheMemoriesEqual) {
  Harness harness(*find_profile("bm1684"), refuses_all);
  for (const Case& c : {copy_case(), illegal_case()}) {
    EXPECT_EQ(harness.check(c).kind, VerdictKind::refused);
    EXPECT_FALSE(harness.sweep());
  }
}

// The third step shifts by what the second would have written: whatever it finds there instead, it
// is not what went wrong.
TEST(Refused, IsTheFindingOfItsStepAlone) {
  const Program program = parse_program(
      "program bm1684 fill=5 ; "
      "okk_bdc_32bit_and_C dst_addr=0x1000 src_addr=0x2000 C=1 shape=1,2,1,1 dst_stride=null "
      "src_stride=null ; "
      "okk_bdc_32bit_and_C dst_addr=0x0 src_addr=0x4000 C=31 shape=1,2,1,1 dst_stride=null "
      "src_stride=null ; "
      "okk_bdc_32bit_logical_shift dst_addr=0x3000 src0_addr=0x2000 src1_addr=0x0 shape=1,2,1,1 "
      "dst_stride=null src0_stride=null src1_stride=null");
  Harness sound(*find_profile("bm1684"), optimized::run);
  ASSERT_EQ(sound.check(program).kind, VerdictKind::pass);
  Harness harness(*find_profile("bm1684"), [](Machine& machine, const Case& c) {
    return c.operation->parameter("C") != nullptr && c["C"] == 31 ? refusal
                                                                  : optimized::run(machine, c);
  });
  const Verdict verdict = harness.check(program);
  EXPECT_EQ(verdict.kind, VerdictKind::refused) << verdict.detail;
  EXPECT_EQ(verdict.step, 1);
}

// ---- in every layer that runs in this process ----

// steps: of each program at most; 1: cases.
std::map<VerdictKind, int64_t> given_at_random(Harness::Run run, const Profile& profile,
                                               int steps) {
  std::map<VerdictKind, int64_t> verdicts;
  Harness harness(profile, run);
  Random random(seed());
  const std::vector<const Operation*> operations = operations_on(profile);
  for (int i = 0; i < share(4'000); ++i)
    ++verdicts[steps == 1
                   ? harness.check(generate_case(random, *random.pick(operations), profile)).kind
                   : harness.check(generate_program(random, operations, profile, steps)).kind];
  return verdicts;
}

// As many refusals as refused programs, and no other finding beside them.
void expect_refusals_alone(const std::map<VerdictKind, int64_t>& verdicts, int64_t least) {
  for (const auto& [kind, times] : verdicts) {
    EXPECT_NE(kind, VerdictKind::unsupported) << times << " were passed over";
    EXPECT_TRUE(kind == VerdictKind::refused || !is_finding(kind)) << times << " " << name(kind);
  }
  const auto refused = verdicts.find(VerdictKind::refused);
  EXPECT_GE(refused == verdicts.end() ? 0 : refused->second, least);
}

class Refusers : public testing::TestWithParam<const Profile*> {};

TEST_P(Refusers, AreFoundByRandomCases) {
  for (const Harness::Run run : {refuses_fifths, refuses_every_fifth, runs_single_elements})
    expect_refusals_alone(given_at_random(run, *GetParam(), 1), share(400));
}
TEST_P(Refusers, AreFoundByProgramsWithoutAFalseFinding) {
  for (const Harness::Run run : {refuses_fifths, refuses_every_fifth, runs_single_elements})
    expect_refusals_alone(given_at_random(run, *GetParam(), 4), share(200));
}
INSTANTIATE_TEST_SUITE_P(On, Refusers, testing::ValuesIn(all_profiles()), profile_name);

TEST(Refused, IsFoundInTheSmallWorldOfEachOperation) {
  const Profile& toy = *find_profile("toy");
  for (const Operation* operation : operations_on(toy))
    for (const Harness::Run run : {refuses_fifths, runs_single_elements}) {
      Harness harness(toy, run);
      std::map<VerdictKind, int64_t> verdicts;
      int64_t given = 0;
      each_small_case(*operation, toy, [&](const Case& c) {
        if (given++ % 16 == 0) ++verdicts[harness.check(c).kind];
      });
      SCOPED_TRACE(operation->name);
      const bool has_elements = !operation->parameters.empty();
      expect_refusals_alone(verdicts, has_elements ? given / 16 / 10 : 0);
    }
}

}  // namespace
}  // namespace strideproof::props
