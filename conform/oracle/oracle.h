#pragma once
// The oracle holds the reference and its machine, and with them what every byte should be.
//
//   Oracle oracle(profile);
//   const Expectation& e = oracle.expect(program);   // fills its machine, runs the reference
//   ... the implementation under test runs on the same windows, prepared with the same seed ...
//   Verdict v = oracle.compare(program, e, outcome, found);
//
// Its machine is the shadow of the memory of the implementation under test: what is outside the
// windows of a program must be on both sides what earlier programs left there (sweep).

#include <functional>

#include "conform/oracle/verdict.h"
#include "conform/oracle/windows.h"
#include "model/implementation.h"

namespace strideproof {

struct Expectation {
  std::vector<Region> windows;
  std::vector<Result> results;  // of the reference, per step
  bool verdict_only = false;    // too large to run: bytes are not compared
};

// Where to read the bytes of the implementation under test: size bytes of one region.
using Found = std::function<const uint8_t*(const Region&)>;

class Oracle {
 public:
  explicit Oracle(const Profile& profile);

  // Valid until the next call. `readings` other than the default are for finding out which one an
  // implementation takes.
  const Expectation& expect(const Program& program, const Readings& readings = default_readings);

  Verdict compare(const Program& program, const Outcome& outcome, const Found& found) const;

  // Compares all local memory, buffers and open system chunks with the shadow.
  std::optional<Difference> sweep(const Found& found) const;

  Machine& shadow() { return machine_; }

 private:
  Machine machine_;
  Expectation expectation_;
};

// An implementation in this process beside the oracle: what properties, fuzzers and replay use.
// A fault (SIGSEGV, SIGBUS, SIGFPE) inside it becomes a Verdict.
class Harness {
 public:
  using Run = Result (*)(Machine&, const Case&);
  explicit Harness(const Profile& profile, Run run);

  Verdict check(const Program& program);
  Verdict check(const Case& c);
  std::optional<Difference> sweep();  // see Oracle::sweep; check() calls it every sweep_period cases
  static constexpr int sweep_period = 10'000;

 private:
  Oracle oracle_;
  Machine machine_;
  Run run_;
  int since_sweep_ = 0;
};

}  // namespace strideproof
