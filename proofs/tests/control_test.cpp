// Controls: the results that count as refuted, and the verdict on a theorem and its control.

#include <gtest/gtest.h>

#include <string>

#include "proofs/tests/halves.h"

namespace strideproof::solver {
namespace {

TEST(Control, WithoutAConfirmedCaseIsRejected) {
  Theorem theorem{"name", "meaning", {}, halves<false>, {refutable()}};
  theorem.controls[0].confirm = [](const std::string&) { return false; };
  const Report report = run(theorem);
  EXPECT_EQ(report.control.status, ProofStatus::refuted);
  EXPECT_FALSE(report.holds());
}

TEST(Control, EachIsRun) {
  const auto report_with = [](const std::vector<Control>& controls) {
    return run(Theorem{"name", "meaning", {}, halves<false>, controls});
  };
  Control passes = refutable();
  passes.mutant = "none";
  passes.claim = halves<false>;
  EXPECT_TRUE(report_with({refutable(), refutable()}).holds());
  for (const auto& controls : {std::vector{passes, refutable()}, {refutable(), passes}}) {
    const Report report = report_with(controls);
    EXPECT_EQ(report.verdict(), ProofResult::fails);
    EXPECT_EQ(report.control.mutant, "none");
  }
}

TEST(Control, ACounterexampleOfNoInt64IsUnknown) {
  Theorem theorem{"name", "meaning", {}, halves<false>, {refutable()}};
  theorem.controls[0].claim = [](Proof& proof) {
    const Sym x = proof.variable("x", 0, INT64_MAX), y = proof.variable("y", 0, INT64_MAX);
    const ExactArithmetic exact;
    const Sym area = proof.name("area", x * y).value;
    proof.conclude("the area fits", area <= INT64_MAX);
  };
  theorem.controls[0].case_line = [](const Model& values) {
    return std::to_string(values["area"]);
  };
  const Report report = run(theorem);
  EXPECT_EQ(report.status, ProofStatus::proved);
  EXPECT_EQ(report.control.status, ProofStatus::unknown);
  EXPECT_NE(report.control.reason.find("is not an int64_t"), std::string::npos)
      << report.control.reason;
  EXPECT_EQ(report.verdict(), ProofResult::undecided);
}

TEST(Control, AControlIsRefutedByItsConclusion) {
  Theorem theorem{"name", "meaning", {}, halves<false>, {refutable()}};
  theorem.controls[0].claim = [](Proof& proof) {
    const Sym x = proof.variable("x", 0, INT64_MAX);
    proof.conclude("true, although not of int64_t", x + 1 > x);
  };
  theorem.controls[0].limits = {};
  theorem.controls[0].confirm = [](const std::string&) { return true; };
  const Report report = run(theorem);
  EXPECT_EQ(report.control.status, ProofStatus::proved);
  EXPECT_EQ(report.verdict(), ProofResult::fails);
}

// An unknown result is no finding, and hides none.
TEST(Control, TheVerdictIsOfProofAndControl) {
  const auto verdict = [](ProofStatus proof, ProofStatus control, bool confirmed) {
    Report report;
    report.status = proof;
    report.control.status = control;
    report.control.confirmed = confirmed;
    return report.verdict();
  };
  EXPECT_EQ(verdict(ProofStatus::proved, ProofStatus::refuted, true), ProofResult::holds);
  EXPECT_EQ(verdict(ProofStatus::unknown, ProofStatus::refuted, true), ProofResult::undecided);
  EXPECT_EQ(verdict(ProofStatus::proved, ProofStatus::unknown, false), ProofResult::undecided);
  EXPECT_EQ(verdict(ProofStatus::unknown, ProofStatus::unknown, false), ProofResult::undecided);
  EXPECT_EQ(verdict(ProofStatus::refuted, ProofStatus::unknown, false), ProofResult::fails);
  EXPECT_EQ(verdict(ProofStatus::vacuous, ProofStatus::refuted, true), ProofResult::fails);
  EXPECT_EQ(verdict(ProofStatus::proved, ProofStatus::refuted, false), ProofResult::fails);
  EXPECT_EQ(verdict(ProofStatus::proved, ProofStatus::proved, false), ProofResult::fails);
  EXPECT_EQ(verdict(ProofStatus::unknown, ProofStatus::proved, false), ProofResult::fails);
}

TEST(Control, LimitsNarrowTheControlAndNothingElse) {
  Theorem theorem{"name", "meaning", {}, halves<false>, {refutable()}};
  theorem.controls[0].claim = [](Proof& proof) {
    const Sym x = proof.variable("x", 0, 65535), y = proof.variable("y", 10, 20);
    proof.conclude("false", any_of(x < 0, y < 0));
  };
  theorem.controls[0].limits = {{"x", {40, 41}}, {"y", {0, 10}}};
  theorem.controls[0].case_line = [](const Model& values) { return values.text(); };
  Report report = run(theorem);
  EXPECT_EQ(report.status, ProofStatus::proved) << report.reason;  // of all x, not of 40 and 41
  const Model& values = report.control.counterexample;
  EXPECT_TRUE(values["x"] == 40 || values["x"] == 41) << values.text();
  EXPECT_EQ(values["y"], 10);

  theorem.proof = [](Proof& proof) {
    proof.conclude("true of 40 and 41 alone", proof.variable("x", 0, 65535) >= 40);
  };
  report = run(theorem);
  EXPECT_EQ(report.status, ProofStatus::refuted);
}

}  // namespace
}  // namespace strideproof::solver
