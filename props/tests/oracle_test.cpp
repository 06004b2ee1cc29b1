// The oracle calls each kind of finding by its name. Small wrong implementations, made from the
// reference, stand for those under test.

#include <csignal>
#include <latch>
#include <stdexcept>
#include <thread>

#include "oracle/guard.h"
#include "props/tests/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

// ---- kinds of findings ----

struct Wrong {
  VerdictKind kind;
  Harness::RunFunction run;
};

// Implementations that run copy_case(), with the kind of verdict that each gets.
constexpr Wrong wrong_copies[] = {
    {VerdictKind::pass, run_reference},
    {VerdictKind::source_changed,
     [](Machine& machine, const Case& c) {
       const Result result = reference::run(machine, c);
       *machine.at(Space::system, 0, 0x200001000) ^= 1;
       return result;
     }},
    {VerdictKind::write_outside,
     [](Machine& machine, const Case& c) {
       const Result result = reference::run(machine, c);
       *machine.at(Space::local, 3, 0x42 + 20) ^= 1;  // padding
       return result;
     }},
    {VerdictKind::rejected_valid,
     [](Machine&, const Case&) {
       return Result{{1, 1, false}, 0};
     }},
    {VerdictKind::wrong_return_value,
     [](Machine& machine, const Case& c) {
       Result result = reference::run(machine, c);
       result.returned = 1;
       return result;
     }},
};

// The same for illegal_case().
constexpr Wrong wrong_rejections[] = {
    {VerdictKind::rejected_as_documented, run_reference},
    {VerdictKind::wrote_though_rejected,
     [](Machine& machine, const Case& c) {
       *machine.at(Space::local, 3, 0x42) ^= 1;
       return reference::run(machine, c);
     }},
    {VerdictKind::different_labels,
     [](Machine& machine, const Case& c) {
       Result result = reference::run(machine, c);
       result.constraint_results.violated <<= 1;  // another label
       return result;
     }},
};

TEST(Oracle, NamesEachKindOfFinding) {
  for (const auto& [kind, run] : wrong_copies)
    EXPECT_EQ(Harness(bm1684, run).check(copy_case()).kind, kind);
  for (const auto& [kind, run] : wrong_rejections)
    EXPECT_EQ(Harness(bm1684, run).check(illegal_case()).kind, kind);
}

TEST(Oracle, WrongByteNamesItsElement) {
  Harness harness(bm1684, [](Machine& machine, const Case& c) {
    const Result result = reference::run(machine, c);
    // Element (1, 2, 1, 3): lane 5, offset 0x42 + 128 + 2*(5 + 3); its second byte.
    *machine.at(Space::local, 5, 0x42 + 128 + 16 + 1) ^= 0x10;
    return result;
  });
  const Verdict verdict = harness.check(copy_case());
  EXPECT_EQ(verdict.kind, VerdictKind::wrong_byte);
  ASSERT_TRUE(verdict.difference && verdict.difference->element);
  EXPECT_EQ(*verdict.difference->element, (std::array<int64_t, 4>{1, 2, 1, 3}));
  EXPECT_EQ(verdict.difference->byte_of_element, 1);
  EXPECT_EQ(verdict.difference->expected ^ verdict.difference->found, 0x10);
  EXPECT_NE(verdict.detail.find("byte 1 of element (1, 2, 1, 3) of dst"), std::string::npos);
}

Result accept_all(Machine&, const Case& c) {
  Result result;
  result.constraint_results.evaluated = c.operation->labels;
  return result;
}

TEST(Oracle, AcceptedInvalidNamesTheLabels) {
  const Verdict verdict = Harness(bm1684, accept_all).check(illegal_case());
  EXPECT_EQ(verdict.kind, VerdictKind::accepted_invalid);
  EXPECT_NE(verdict.detail.find("okk_gdma_16bit_cpy_S2L.dst_addr.aligned"), std::string::npos);
}

Result never_run(Machine&, const Case&) { throw std::runtime_error("was run"); }

// A case that is not run is judged all the same: its labels are those of the reference.
void expect_every_label(const Harness& harness, const Case& c) {
  ASSERT_EQ(harness.expectation().results.size(), 1U);
  EXPECT_EQ(harness.expectation().results[0].constraint_results.evaluated, c.operation->labels);
}

TEST(Oracle, TooCostlyIsNotRun) {
  const Case costly = parse_case(
      "okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
      "shape=16,32,64,64 dst_stride=null src_stride=null");
  Harness harness(bm1684, never_run);
  EXPECT_EQ(harness.check(costly).kind, VerdictKind::too_costly);
  expect_every_label(harness, costly);
}

// Rows 1 MiB apart, each of them far from the next: more mappings than a process may have.
TEST(Oracle, SpreadTooFarIsNotRun) {
  const std::string line =
      "okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x8000000000 shape={},1,1,1 "
      "dst_stride=1048576,1,1,1 src_stride=1,1,1,1";
  const auto rows = [&](const char* count) {
    return parse_case(std::string(line).replace(line.find("{}"), 2, count));
  };
  Harness harness(bm1684, optimized::run);
  EXPECT_EQ(harness.check(rows("65535")).kind, VerdictKind::too_costly);
  expect_every_label(harness, rows("65535"));
  EXPECT_EQ(harness.check(rows("2000")).kind, VerdictKind::pass);
}

// ---- labels of what is not run ----

// A legal step of 2^21 elements, and one whose address violates a constraint that others need.
Verdict labels_by(Harness::Evaluate evaluate) {
  const Program program = parse_program(
      "program bm1684 fill=5 ; "
      "okk_gdma_8bit_cpy_S2S dst_addr=0x100000000 src_addr=0x200000000 shape=16,32,64,64 "
      "dst_stride=null src_stride=null ; "
      "okk_gdma_16bit_cpy_S2L dst_addr=0xffff0000 src_addr=0x200000ffe shape=2,3,2,5 "
      "dst_stride=null src_stride=null");
  return Harness(bm1684, never_run, Signals::caught, evaluate).check(program);
}

TEST(Labels, AreComparedPastTheBudget) {
  EXPECT_EQ(labels_by(spec::evaluate).kind, VerdictKind::too_costly);
  const Verdict violated = labels_by([](const Case& c) {
    ConstraintResults constraint_results = spec::evaluate(c);
    if (spec::cost(c) > run_budget) constraint_results.violated ^= 1;
    return constraint_results;
  });
  EXPECT_EQ(violated.kind, VerdictKind::different_labels) << violated.detail;
  EXPECT_EQ(violated.step, 0);
  const Verdict evaluated = labels_by([](const Case& c) {
    ConstraintResults constraint_results = spec::evaluate(c);
    constraint_results.evaluated = c.operation->labels;
    return constraint_results;
  });
  EXPECT_EQ(evaluated.kind, VerdictKind::different_labels) << evaluated.detail;
  EXPECT_EQ(evaluated.step, 1);
  // One that gives a label up does not differ in it.
  const Verdict undecided = labels_by([](const Case& c) {
    ConstraintResults constraint_results = spec::evaluate(c);
    const uint64_t last = uint64_t{1} << c.operation->constraints.back().bit;
    if (spec::cost(c) > run_budget) constraint_results.evaluated &= ~last;
    return constraint_results;
  });
  EXPECT_EQ(undecided.kind, VerdictKind::too_costly) << undecided.detail;
}

// ---- faults ----

TEST(Oracle, FaultIsACrashAndTheHarnessChecksFurtherCases) {
  Harness harness(bm1684, [](Machine& machine, const Case& c) {
    if (c["dst_addr"] == 0) *machine.at(Space::system, 0, 0x5000000000) = 1;  // never opened
    return reference::run(machine, c);
  });
  Case bad = copy_case();
  bad["dst_addr"] = 0;
  for (int i = 0; i < 3; ++i) {
    const Verdict verdict = harness.check(bad);
    EXPECT_EQ(verdict.kind, VerdictKind::crash);
    EXPECT_NE(verdict.detail.find("system address 0x5000000000"), std::string::npos)
        << verdict.detail;
    EXPECT_EQ(harness.check(copy_case()).kind, VerdictKind::pass);
  }
}

TEST(Oracle, AnExceptionIsACrash) {
  const Verdict verdict = Harness(bm1684, never_run).check(copy_case());
  EXPECT_EQ(verdict.kind, VerdictKind::crash);
  EXPECT_NE(verdict.detail.find("was run"), std::string::npos);
}

TEST(Oracle, AFaultOutsideAnOperationIsNotCaught) {
  const auto fault_after_a_check = [] {
    Harness(bm1684, run_reference).check(copy_case());
    Machine machine(bm1684);
    *machine.at(Space::system, 0, 0x5000000000) = 1;  // never opened
  };
  EXPECT_DEATH(fault_after_a_check(), "");
}

TEST(Oracle, AFaultEndsTheCallOfItsThreadAlone) {
  std::latch started(1), faulted(1);
  bool other_ended = false;
  std::thread other;
  const std::optional<CaughtFault> fault = fault_in([&] {
    other = std::thread([&] {
      other_ended = !fault_in([&] {
        started.count_down();
        faulted.wait();
      });
    });
    started.wait();
    std::raise(SIGSEGV);
  });
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->signal, SIGSEGV);
  faulted.count_down();
  other.join();
  EXPECT_TRUE(other_ended);
}

TEST(Difference, NamesTheOperand) {
  Difference difference{Space::local, 3, 0x40, 0x12, 0x34, std::array<int64_t, 4>{0, 3, 0, 2}, 1};
  EXPECT_EQ(
      describe(difference, on_dst),
      "local lane 3 offset 0x40: expected 0x12, found 0x34; byte 1 of element (0, 3, 0, 2) of dst");
  EXPECT_TRUE(describe(difference, on_src).ends_with(" of src"));
  EXPECT_TRUE(describe(difference, on_src1).ends_with(" of src1"));
}

}  // namespace

}  // namespace strideproof::props
