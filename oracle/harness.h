#pragma once
// An implementation in this process next to the oracle. Properties, fuzzers and replay use it.

#include <optional>
#include <vector>

#include "oracle/oracle.h"

namespace strideproof {

// The handling of SIGSEGV, SIGBUS and SIGFPE inside the implementation. `passed`: a fuzzer or a
// sanitizer reports them.
enum class Signals : uint8_t { caught, passed };

class Harness {
 public:
  using RunFunction = Result (*)(Machine&, const Case&);
  using Evaluate = ConstraintResults (*)(const Case&);
  explicit Harness(const Profile& profile, RunFunction implementation,
                   Signals signals = Signals::caught, Evaluate evaluate = spec::evaluate);

  // Runs both on fresh windows and compares every byte of the windows and every label of the
  // constraint results. A fault, or an exception, inside the implementation is VerdictKind::crash;
  // a step that one runs and the other calls too costly is VerdictKind::refused. A program that is
  // too large to be run is not given to the implementation: the labels of `evaluate` are compared,
  // and the verdict is otherwise VerdictKind::too_costly.
  Verdict check(const Program& program);
  Verdict check(const Case& c);

  // The expectation of the last program that was run; use it only if check() had no finding.
  const Expectation& expectation() const { return oracle_.expectation(); }

  // Compares everything outside the windows too; see Oracle::sweep. check() sweeps every
  // sweep_period programs and names the program that wrote there. A sweep makes the memories equal
  // again. The place is in the windows from then on, so a check of that program alone fails.
  std::optional<Difference> sweep();
  static constexpr int sweep_period = 20'000;

 private:
  Verdict check_once(const Program& program);
  void run(const Program& program);
  Verdict swept();
  std::optional<Difference> watched_difference();
  std::optional<Difference> synchronise(const std::vector<MemoryRange>& ranges);

  Oracle oracle_;
  Machine machine_;
  RunFunction run_;
  Evaluate evaluate_;
  Signals signals_;
  Outcome outcome_;
  std::vector<Result> results_;   // of the implementation, per step
  std::vector<Program> journal_;  // the programs since the last sweep; slots are reused
  size_t journal_size_ = 0;
  std::vector<MemoryRange> watched_;
};

}  // namespace strideproof
