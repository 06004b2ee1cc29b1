// Failing programs as findings and their order.

#include "conform/check/findings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "conform/tests/contains.h"
#include "conform/tests/learner.h"
#include "spec/stop.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// No worker is started: there is none. The run ends once the first failure is chosen.
struct FindingsOfNone {
  explicit FindingsOfNone(std::vector<Finding> known = {}) : found(std::move(known)) {}
  bool ended = false;
  const Profile& toy = *find_profile("toy");
  ReadingTable readings{toy};
  std::vector<Finding> found;
  Findings findings{{Target::Kind::library, "/nowhere/libmine.so"}, toy,      5,
                    [this] { return std::exchange(ended, true); },  readings, found};
};

Program toy_fill(const std::string& shape) {
  return parse_program(fmt::format(
      "okk_gdma_8bit_set_C_local toy dst_addr=0 C=0 shape={} dst_stride=null fill=0", shape));
}

// A hang waits, although its kind has no finding, until hangs may be examined too.
TEST(Findings, LeavesAHangWaiting) {
  const Program hang = toy_fill("2,3,4,5"), wrong = toy_fill("2,3,4,6");
  FindingsOfNone both, alone;
  both.findings.put(hang, {VerdictKind::timeout});
  both.findings.put(wrong, {VerdictKind::wrong_byte});
  EXPECT_EQ(both.findings.add_next(false, {true, 0}), wrong);
  EXPECT_TRUE(both.findings.has_waiting());
  alone.findings.put(hang, {VerdictKind::timeout});
  EXPECT_EQ(alone.findings.add_next(false, {true, 0}), std::nullopt);
  EXPECT_TRUE(alone.findings.has_waiting());
}

// Only an examination shows the cause of the legal case. The rule of the illegal one has a finding.
TEST(Findings, TakesWhatNeedsAnExaminationFirstIfTheRunIsNearlyOver) {
  const Program illegal = toy_fill("0,3,4,5"), legal = toy_fill("2,3,4,5");
  const Verdict wrong{VerdictKind::wrong_byte}, accepted{VerdictKind::accepted_invalid};
  for (const bool nearly_over : {false, true}) {
    FindingsOfNone none(
        {finding_of(legal, wrong), finding_of(legal, wrong), finding_of(illegal, accepted)});
    none.findings.put(illegal, accepted);
    none.findings.put(legal, wrong);
    EXPECT_EQ(none.findings.add_next(nearly_over), nearly_over ? legal : illegal);
  }
}

// A rule without a finding comes before a legal case like a known one.
TEST(Findings, TakesARuleWithoutAFindingFirst) {
  const Program illegal = toy_fill("0,3,4,5"), legal = toy_fill("2,3,4,5");
  FindingsOfNone none({finding_of(legal, {VerdictKind::wrong_byte})});
  none.findings.put(legal, {VerdictKind::wrong_byte});
  none.findings.put(illegal, {VerdictKind::accepted_invalid});
  EXPECT_EQ(none.findings.add_next(true), illegal);
}

// Its condition does not speak of the place that it wrote to.
TEST(Findings, TakesAWriteFarFromTheOperandsFirst) {
  const std::string fill = "okk_gdma_8bit_set_C_local bm1684 C=1 dst_stride=null fill=7 ";
  const Program near = parse_program(fill + "dst_addr=0x2000 shape=1,1,1,5"),
                far = parse_program(fill + "dst_addr=0 shape=2,3,4,5");
  Verdict wrote{VerdictKind::write_outside};
  wrote.difference = {Space::local, 0, 0x2100, 0, 1};
  FindingsOfNone none;
  none.findings.put(near, wrote);
  none.findings.put(far, wrote);
  EXPECT_EQ(none.findings.add_next(), far);
}

// The library rejects every overlap. Programs whose outcomes it does not repeat ruled this reading
// out. Elements move down, so two others are left.
TEST(Findings, HoldsToReadingsWhoseWitnessesDoNotDetermineThemAgain) {
  const std::string overlapping =
      "okk_gdma_32bit_cpy_L2L toy dst_addr=0 src_addr=4 shape=1,1,1,{} dst_stride=null "
      "src_stride=null fill=1";
  const Program small = parse_program(fmt::format(fmt::runtime(overlapping), 4)),
                large = parse_program(fmt::format(fmt::runtime(overlapping), 8));
  tests::Learner learner(tests::under(readings_of({{"copy-overlap", 1}})));
  learner.learn(small);
  std::vector<Finding> found;
  Findings findings(
      {Target::Kind::library, LIBRARIES "/libstrideproof_reference.so"}, *find_profile("toy"), 5,
      [] { return false; }, learner.table, found);
  findings.put(large, {VerdictKind::no_reading_explains});
  findings.add_next();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, VerdictKind::no_reading_explains);
  EXPECT_TRUE(found[0].repeats);
  EXPECT_EQ(std::ranges::count(found[0].readings, "copy-overlap=1"), 1);
  EXPECT_PRED2(tests::contains, found[0].explanation, "fails when overlap is violated");
  // Its line replays too if it is not examined.
  found.clear();
  Findings unexamined(
      {}, *find_profile("toy"), 5, [] { return true; }, learner.table, found);
  unexamined.put(large, {VerdictKind::no_reading_explains});
  unexamined.add_next();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_FALSE(found[0].examined);
  EXPECT_EQ(std::ranges::count(found[0].readings, "copy-overlap=1"), 1);
}

// One replay line holds all operations of a program to a reading.
TEST(Findings, HoldToNoReadingThatTwoOperationsTakeDifferently) {
  const std::string overlapping =
      "dst_addr=4 src_addr=0 shape=1,1,1,8 dst_stride=null src_stride=null";
  const Program words = parse_program("okk_gdma_32bit_cpy_L2L toy " + overlapping + " fill=1"),
                bytes = parse_program("okk_gdma_8bit_cpy_L2L toy " + overlapping + " fill=1"),
                both = parse_program("program toy fill=1 ; okk_gdma_32bit_cpy_L2L " + overlapping +
                                     " ; okk_gdma_8bit_cpy_L2L " + overlapping);
  for (const size_t of_bytes : {1, 2}) {
    tests::Learner learner([&](Machine& machine, const Case& c) {
      const bool is_bytes = c.operation->name == "okk_gdma_8bit_cpy_L2L";
      return reference::run(machine, c, readings_of({{"copy-overlap", is_bytes ? of_bytes : 1}}));
    });
    learner.learn(words);
    learner.learn(bytes);
    EXPECT_EQ(std::ranges::count(learner.table.determined(both), "copy-overlap", &HeldReading::id),
              of_bytes == 1 ? 1 : 0);
    for (const VerdictKind kind : {VerdictKind::no_reading_explains, VerdictKind::rejected_valid}) {
      std::vector<Finding> found;
      Findings findings(
          {}, *find_profile("toy"), 5, [] { return true; }, learner.table, found);
      findings.put(both, {kind});
      findings.add_next();
      ASSERT_EQ(found.size(), 1U);
      EXPECT_EQ(std::ranges::count(found[0].readings, "copy-overlap=1"), of_bytes == 1 ? 1 : 0);
    }
  }
}

// Widths above 4 are unsupported. The signal comes while cases near one of them are run.
TEST(Findings, ExplainNothingUnsupportedAfterASignal) {
  constexpr int looks_before_signal = 40;  // fewer come before the explanation
  const auto explains_nothing = [] {
    stop_on_signals();
    int looks = 0;
    const auto ended = [&looks] {
      if (++looks == looks_before_signal) kill(getpid(), SIGINT);
      while (looks >= looks_before_signal && !stop_requested()) std::this_thread::yield();
      return false;
    };
    const Profile& toy = *find_profile("toy");
    ReadingTable readings(toy);
    std::vector<Finding> found;
    Findings findings({Target::Kind::library, PLUGINS "/unsupported_wide.so"}, toy, 5, ended,
                      readings, found);
    return findings.explain_unsupported(toy_fill("1,1,1,5")).sentence.empty();
  };
  EXPECT_EXIT(std::_Exit(explains_nothing() ? 0 : 1), testing::ExitedWithCode(0), "");
}

// The library rejects more than 6 columns. Few cases near the finding do not distinguish this from
// a larger limit.
TEST(Findings, CompareTheConditionOfARejectionWithCasesThatPassed) {
  const Profile& toy = *find_profile("toy");
  const auto with_columns = [](int columns) { return toy_fill(fmt::format("1,1,1,{}", columns)); };
  const auto holds_for_20_columns = [&](const PassedCases& passed) {
    Prober prober({Target::Kind::library, PLUGINS "/limited.so"}, toy, 5, [] { return false; }, {});
    std::vector<Finding> findings;
    const Verdict rejected{VerdictKind::rejected_valid};
    prober.begin(shrink_work, false);
    const explanation::Explanation explained =
        explain(finding_of(with_columns(40), rejected), {with_columns(40), rejected},
                KnownCauses(findings), passed, false, 16, prober);
    return explained.condition && explained.condition->holds(with_columns(20));
  };
  PassedCases passed;
  EXPECT_FALSE(holds_for_20_columns(passed));
  for (const int columns : {2, 5, 6}) passed.add(with_columns(columns));
  EXPECT_TRUE(holds_for_20_columns(passed));
}

Finding failure(const char* operation, VerdictKind kind, const char* end = "") {
  Finding finding;
  finding.operation = operation;
  finding.kind = kind;
  finding.end = end;
  return finding;
}

Finding accepted(const std::string& operation, const char* label) {
  Finding finding = failure(operation.c_str(), VerdictKind::accepted_invalid);
  finding.labels = {operation + "." + label};
  return finding;
}

// A copy of what a fill wrote by chance.
TEST(Findings, BlameTheOperationThatFailsByChance) {
  const Program both = parse_program(
      "program toy fill=0 ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,4 "
      "dst_stride=null ; okk_gdma_8bit_cpy_L2L dst_addr=16 src_addr=0 shape=1,1,1,4 "
      "dst_stride=null src_stride=null");
  Verdict wrong{VerdictKind::wrong_byte, 1};
  Finding fill = failure("okk_gdma_8bit_set_C_local", VerdictKind::wrong_byte);
  fill.profile = "toy";
  const Finding copy = finding_of(both, wrong);
  EXPECT_EQ(operation_at_fault(copy, both, {fill}), "okk_gdma_8bit_cpy_L2L");
  fill.repeats = false;
  EXPECT_EQ(operation_at_fault(copy, both, {fill}), fill.operation);
}

TEST(ExaminationOrder, PutsTheCauseWithTheFewestFindingsFirst) {
  using enum VerdictKind;
  std::vector<Finding> known = {
      failure("one", wrong_byte), failure("one", wrong_byte), failure("two", wrong_byte),
      failure("one", rejected_valid, "SIGSEGV"), accepted("okk_gdma_32bit_cpy_L2L", "dst.end")};
  for (Finding& finding : known) finding.condition = StatedCondition("shape.n > 1");
  // By its operation, if nothing else tells the cause.
  EXPECT_EQ(order_of(failure("one", wrong_byte), known), (ExaminationOrder{2, 3, false, false}));
  EXPECT_EQ(order_of(failure("three", wrong_byte), known), (ExaminationOrder{0, 3, false, false}));
  EXPECT_EQ(order_of(failure("one", write_outside), known), (ExaminationOrder{0, 0, false, false}));
  // By the end of the process or by the rule, whatever the operation.
  EXPECT_EQ(order_of(failure("two", rejected_valid, "SIGSEGV"), known),
            (ExaminationOrder{1, 1, false, false}));
  EXPECT_EQ(order_of(failure("two", no_reading_explains, "SIGSEGV"), known),
            (ExaminationOrder{1, 1, true, false}));
  EXPECT_EQ(order_of(failure("one", rejected_valid, "SIGABRT"), known),
            (ExaminationOrder{0, 0, false, false}));
  EXPECT_EQ(order_of(accepted("okk_gdma_32bit_cpy_L2S", "src.end"), known),
            (ExaminationOrder{1, 1, false, true}));
  EXPECT_EQ(order_of(accepted("okk_gdma_32bit_cpy_L2S", "shape.n.min"), known),
            (ExaminationOrder{0, 0, false, true}));
  // Another one may find the condition that the first did not find.
  known[3].condition = {};
  EXPECT_EQ(order_of(failure("two", rejected_valid, "SIGSEGV"), known),
            (ExaminationOrder{0, 1, false, false}));
  EXPECT_LT((ExaminationOrder{0, 3, false, true}), (ExaminationOrder{1, 1, false, false}));
  EXPECT_LT((ExaminationOrder{0, 0, false, true}), (ExaminationOrder{0, 1, false, false}));
  EXPECT_LT((ExaminationOrder{0, 0, false, false}), (ExaminationOrder{0, 0, false, true}));
  EXPECT_LT((ExaminationOrder{0, 0, false, true}), (ExaminationOrder{0, 0, true, false}));
}

Verdict verdict(VerdictKind kind, const char* end = "") {
  Verdict verdict;
  verdict.kind = kind;
  verdict.end = end;
  return verdict;
}

TEST(FailsWithEndOf, IfTheProcessEndsInTheSameWay) {
  using enum VerdictKind;
  const Verdict first = verdict(crash, "SIGSEGV");
  EXPECT_EQ(fails_with_end_of(verdict(crash, "SIGSEGV"), first), true);
  EXPECT_EQ(fails_with_end_of(verdict(pass), first), false);
  EXPECT_EQ(fails_with_end_of(verdict(crash, "SIGABRT"), first), std::nullopt);
  EXPECT_EQ(fails_with_end_of(verdict(wrong_byte), first), std::nullopt);
  EXPECT_EQ(fails_with_end_of(verdict(not_observed), first), std::nullopt);
  Verdict allowed = verdict(pass);
  allowed.allowed_end = "SIGSEGV";
  EXPECT_EQ(fails_with_end_of(allowed, first), std::nullopt);
}

TEST(FailsWithEndOf, CountsACaseThatReturnsAsNoHang) {
  using enum VerdictKind;
  const Verdict first = verdict(timeout);
  EXPECT_EQ(fails_with_end_of(verdict(timeout), first), true);
  EXPECT_EQ(fails_with_end_of(verdict(pass), first), false);
  EXPECT_EQ(fails_with_end_of(verdict(wrong_byte), first), false);
  EXPECT_EQ(fails_with_end_of(verdict(crash, "SIGSEGV"), first), std::nullopt);
}

}  // namespace
}  // namespace strideproof
