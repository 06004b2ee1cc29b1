#pragma once
// The cost of the cases of each operation: time, and cases that ended the process of the plug-in or
// hung. The checker holds further such cases back, or gives them later.

#include <chrono>
#include <cmath>
#include <cstdint>

#include "conform/check/check.h"
#include "oracle/verdict.h"
#include "spec/vocabulary/case.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {

class CaseCosts {
 public:
  using Clock = std::chrono::steady_clock;
  // rejects_by_abort: of Session::target(), as the plug-in may say so itself.
  CaseCosts(const CheckOptions& options, bool rejects_by_abort);

  // ---- time ----

  void begin_run();  // before each run of the session
  void answered() { last_answer_ = Clock::now(); }
  // Called when an answer is handled and no search runs: the time from here to the next answer
  // counts as that of its case.
  void wait_for_answer();
  // The time of all runs of the session; each run before counts up to its last answer.
  Clock::duration time_used() const { return time_before_ + (Clock::now() - run_begun_); }
  // With --cases, and for our own libraries, no operation is slow, so that load changes no result.
  // Otherwise an operation is slow if it has taken two seconds, and twice an equal share of the
  // time. operations: the number of operations that share the time.
  bool is_slow(const Operation& operation, int64_t operations) const;
  // About as many programs as are answered in a second. There is no limit with --cases, so that
  // load changes no result, nor with --abort rejects, where restarts take most of the time.
  size_t most_of_a_batch() const;

  // ---- cases that ended the process, or hung ----

  // Counts the case and its time. Called first.
  void add_judged(const Program& program);
  // ended: the process ended, for no known cause. legal: the first case is legal by default.
  void add_end_or_answer(const Program& program, const Verdict& verdict, bool ended, bool legal);
  // The process ended during the step of the verdict.
  void add_end(const Program& program, const Verdict& verdict);
  // A finding explains the hangs, and the ends in legal cases, so far: both are counted from 0.
  // Ends in illegal cases still count.
  void forget_ends(const Operation& operation);
  // on_edge: an edge must be judged, so more ends are tolerated. With --abort rejects no program on
  // an edge is held back, as an end of the process may be the right answer.
  bool holds_back(const Program& program, bool on_edge) const;
  // Compares legal cases with legal ones, and illegal cases with illegal ones. True if
  // - a case of the operation hung in no more steps, and either no case of the operation was
  //   answered in as many steps or several cases hung (an illegal case may be rejected before any
  //   step), or
  // - a case of any operation hung in no more steps, and no case at all was answered in as many.
  bool may_hang(const Program& program) const;
  // Cases that may hang are given only while hangs have had a small part of the time, as each takes
  // its whole timeout.
  bool may_wait_for_a_hang() const;

 private:
  // The steps of a case are the product of its extents and counts. most_steps_answered: the most
  // steps of a case that did not hang.
  struct Hangs {
    int count = 0;
    double fewest_steps = HUGE_VAL, most_steps_answered = 0;
  };
  struct Ends {
    int count = 0;
    int64_t judged_since = 0;  // cases judged since the first end
  };
  struct OperationCosts {
    Ends ends[2] = {};    // in illegal and in legal cases
    Hangs hangs[2] = {};  // of illegal and of legal cases
    Clock::duration time = {};
  };

  const CheckOptions& options_;
  const bool rejects_by_abort_;
  ByOperation<OperationCosts> of_operation_;
  Hangs hangs_of_all_[2] = {};
  Clock::duration time_before_ = {};
  Clock::time_point run_begun_ = Clock::now(), last_answer_ = run_begun_, waits_since_ = run_begun_;
  Clock::duration time_of_a_case_ = {};  // an average in which older cases count less
};

}  // namespace strideproof
