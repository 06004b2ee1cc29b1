#include "conform/check/case_costs.h"

#include <algorithm>

#include "conform/check/source.h"
#include "oracle/windows.h"

namespace strideproof {
namespace {

// Each end of the process costs a restart. Legal and illegal cases of an operation are counted
// separately. Once most_ends cases ended the process, and more than one in ends_tolerated of the
// cases judged since the first of them, one case in held_back_sample is given.
constexpr int most_ends = 3;
constexpr int64_t ends_tolerated = 64, ends_tolerated_on_edges = 2;
constexpr int64_t held_back_sample = 8;
// Cases are also held back while hangs of their operation have had more than this part of the time.
constexpr int hangs_one_part_in = 10;

// An extent below 1 counts as 1, as the outer loops still run.
double loop_steps(const Case& c) {
  double steps = 1;
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::extent || parameter.role == Role::count)
      for (int i = 0; i < slots(parameter.type); ++i)
        steps *= static_cast<double>(
            std::max<int64_t>(c.arguments.value[static_cast<size_t>(parameter.slot + i)], 1));
  return steps;
}

// surely_legal() is slow, so it is called only where the result depends on it.
bool by_legality(const Program& program, bool if_legal, bool if_illegal) {
  return if_legal == if_illegal ? if_legal : surely_legal(program) == if_legal;
}

}  // namespace

CaseCosts::CaseCosts(const CheckOptions& options, bool rejects_by_abort)
    : options_(options), rejects_by_abort_(rejects_by_abort) {}

void CaseCosts::begin_run() {
  time_before_ += last_answer_ - run_begun_;
  run_begun_ = last_answer_ = waits_since_ = Clock::now();
}

void CaseCosts::wait_for_answer() { waits_since_ = Clock::now(); }

bool CaseCosts::is_slow(const Operation& operation, int64_t operations) const {
  if (options_.cases || options_.target.ours) return false;
  constexpr int64_t shares = 2;
  const Clock::duration time = of_operation_[operation].time;
  return time > std::chrono::seconds(2) && time * operations > shares * time_used();
}

size_t CaseCosts::most_of_a_batch() const {
  if (options_.cases || rejects_by_abort_ || time_of_a_case_ <= Clock::duration::zero())
    return SIZE_MAX;
  return static_cast<size_t>(std::max<int64_t>(1, std::chrono::seconds(1) / time_of_a_case_));
}

void CaseCosts::add_judged(const Program& program) {
  for (const Operation* operation : operations_of(program))
    for (Ends& ends : of_operation_[*operation].ends)
      if (ends.count > 0) ++ends.judged_since;
  const Clock::duration time = Clock::now() - waits_since_;
  of_operation_[*program.steps.front().operation].time += time;
  time_of_a_case_ += (time - time_of_a_case_) / 8;
}

void CaseCosts::add_end_or_answer(const Program& program, const Verdict& verdict, bool ended,
                                  bool legal) {
  if (ended) add_end(program, verdict);
  const bool hung = verdict.kind == VerdictKind::timeout;
  if (!hung && program.steps.size() > 1) return;
  const Case& c = step_of(program, verdict);
  const double steps = loop_steps(c);
  if (hung) legal = surely_legal(program);
  for (Hangs* hangs : {&of_operation_[*c.operation].hangs[legal], &hangs_of_all_[legal]}) {
    hangs->count += hung ? 1 : 0;
    double& known = hung ? hangs->fewest_steps : hangs->most_steps_answered;
    known = hung ? std::min(known, steps) : std::max(known, steps);
  }
}

void CaseCosts::add_end(const Program& program, const Verdict& verdict) {
  const bool legal = surely_legal(program) && is_finding(verdict.kind);
  ++of_operation_[*step_of(program, verdict).operation].ends[legal].count;
}

void CaseCosts::forget_ends(const Operation& operation) {
  OperationCosts& own = of_operation_[operation];
  own.ends[true] = {};
  for (Hangs& each : own.hangs) each.count = 0;
}

bool CaseCosts::holds_back(const Program& program, bool on_edge) const {
  const int64_t one_in = on_edge ? ends_tolerated_on_edges : ends_tolerated;
  const auto ends_often = [one_in](const Ends& ends) {
    return ends.count >= most_ends && ends.count * one_in > ends.judged_since;
  };
  const auto hangs_long = [&](const Hangs& hangs) {
    return hangs.count >= most_ends && !options_.cases &&
           hangs_one_part_in * hangs.count * std::chrono::duration<double>(options_.timeout) >
               time_used();
  };
  const auto fails_often_if = [&](bool legal) {
    return std::ranges::any_of(program.steps, [&](const Case& c) {
      const OperationCosts& own = of_operation_[*c.operation];
      return ends_often(own.ends[legal]) || hangs_long(own.hangs[legal]);
    });
  };
  const bool if_legal = fails_often_if(true), if_illegal = fails_often_if(false);
  return (if_legal || if_illegal) && !(rejects_by_abort_ && on_edge) &&
         !is_chosen(program, held_back_sample) && by_legality(program, if_legal, if_illegal);
}

bool CaseCosts::may_hang(const Program& program) const {
  const auto may_hang_if = [&](bool legal) {
    return std::ranges::any_of(program.steps, [&](const Case& c) {
      const Hangs &hangs = of_operation_[*c.operation].hangs[legal], &of_all = hangs_of_all_[legal];
      const double steps = loop_steps(c);
      return (steps >= hangs.fewest_steps &&
              (steps > hangs.most_steps_answered || hangs.count >= most_ends)) ||
             (steps >= of_all.fewest_steps && steps > of_all.most_steps_answered);
    });
  };
  return by_legality(program, may_hang_if(true), may_hang_if(false));
}

bool CaseCosts::may_wait_for_a_hang() const {
  constexpr int one_part_in = 5;
  const int hangs = hangs_of_all_[0].count + hangs_of_all_[1].count;
  const std::chrono::duration<double> hanging(hangs * options_.timeout);
  return one_part_in * hanging <= time_used();
}

}  // namespace strideproof
