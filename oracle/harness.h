#pragma once
// An implementation in this process beside the oracle: what properties, fuzzers and replay use.

#include <optional>
#include <vector>

#include "oracle/guard.h"
#include "oracle/oracle.h"

namespace strideproof {

// What becomes of a fault (SIGSEGV, SIGBUS, SIGFPE) inside the implementation. Where a fuzzer or a
// sanitizer is to report it in its own way: passed.
enum class Faults : uint8_t { caught, passed };

class Harness {
 public:
  using Run = Result (*)(Machine&, const Case&);
  using Judge = ConstraintResults (*)(const Case&);
  explicit Harness(const Profile& profile, Run implementation, Faults faults = Faults::caught,
                   Judge evaluate = spec::evaluate);

  // Runs both on fresh windows and compares every byte of them, and every label of the judgements.
  // A fault, or an exception, inside the implementation is VerdictKind::crash; a step that one runs and the
  // other calls too costly is VerdictKind::refused. What is too large to be run is not given to the
  // implementation: the labels of `evaluate` are compared, and the rest is VerdictKind::too_costly.
  Verdict check(const Program& program);
  Verdict check(const Case& c);

  // Of the program of the last check that ended without a finding.
  const Expectation& expectation() const { return oracle_.expectation(); }

  // Compares everything outside the windows too; see Oracle::sweep. check() does it every
  // sweep_period programs and then names the culprit. Makes the memories equal again; the place is
  // watched from then on, so that a check of the culprit alone fails.
  std::optional<Difference> sweep();
  static constexpr int sweep_period = 20'000;

 private:
  Verdict check_once(const Program& program);
  void run(const Program& program);
  Verdict swept();
  std::optional<Difference> watched_difference();

  Oracle oracle_;
  Machine machine_;
  Run run_;
  Judge judge_;
  std::optional<FaultGuard> guard_;
  Outcome outcome_;
  std::vector<Result> results_;   // of the implementation, per step
  Program single_;                // of check(Case)
  std::vector<Program> journal_;  // what ran since the last sweep; slots are reused
  size_t journal_size_ = 0;
  std::vector<MemoryRange> watched_;
};

}  // namespace strideproof
