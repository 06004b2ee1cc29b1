// The part of Checker that holds back cases that may end or hang the plug-in.

#include <algorithm>

#include "conform/check/checker.h"
#include "conform/check/prober.h"
#include "conform/check/source.h"
#include "oracle/windows.h"

namespace strideproof {
namespace {

// A case that ends the process of the plug-in costs a restart. Legal and illegal cases of an
// operation are counted separately. Once most_ends cases ended the process, and more than one in
// ends_tolerated of the cases judged since the first of them, one case in held_back_sample is
// given. More ends are tolerated on edges, which must be judged.
constexpr int most_ends = 3;
constexpr int64_t ends_tolerated = 64, ends_tolerated_on_edges = 2;
constexpr int64_t held_back_sample = 8;
// Cases are also held back while hangs of their operation have had more than this part of the time.
constexpr int hangs_one_part_in = 10;

// The product of all extents and counts. An extent below 1 counts as 1, as the outer loops still
// run.
double loop_steps(const Case& c) {
  double steps = 1;
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::extent || parameter.role == Role::count)
      for (int i = 0; i < slots(parameter.type); ++i)
        steps *= static_cast<double>(
            std::max<int64_t>(c.arguments.value[static_cast<size_t>(parameter.slot + i)], 1));
  return steps;
}

}  // namespace

// With --abort rejects no program on an edge is held back: an end of the process may be the right
// answer, and every edge must be judged.
bool Checker::hold_back(const Program& program) const {
  const int64_t one_in = is_wanted_next() ? ends_tolerated_on_edges : ends_tolerated;
  const auto ends_often = [one_in](const Tally& tally, int ends) {
    return ends >= most_ends && ends * one_in > tally.judged_since;
  };
  const auto hangs_long = [&](const Hangs& hangs) {
    return hangs.count >= most_ends && !options_.cases &&
           hangs_one_part_in * hangs.count * std::chrono::duration<double>(options_.timeout) >
               time_used();
  };
  const bool fails_often = std::ranges::any_of(program.steps, [&](const Case& c) {
    const Tally& tally = tally_of(*c.operation);
    return ends_often(tally, tally.legal_ends) || ends_often(tally, tally.illegal_ends) ||
           std::ranges::any_of(tally.hangs, hangs_long);
  });
  if (!fails_often) return false;
  if (session_.target().rejects_by_abort && is_wanted_next()) return false;
  if (is_chosen(program, held_back_sample)) return false;
  const bool legal = surely_legal(program);
  return std::ranges::any_of(program.steps, [&](const Case& c) {
    const Tally& tally = tally_of(*c.operation);
    return ends_often(tally, legal ? tally.legal_ends : tally.illegal_ends) ||
           hangs_long(tally.hangs[legal]);
  });
}

void Checker::count_hang(const Program& program, const Case& c) {
  ++hangs_;
  gives_postponed_ = false;
  const bool legal = surely_legal(program);
  for (Hangs* hangs : {&tally_of(*c.operation).hangs[legal], &hangs_of_all_[legal]}) {
    ++hangs->count;
    hangs->fewest_steps = std::min(hangs->fewest_steps, loop_steps(c));
  }
}

// legal: the only case of the program is; programs of several cases are not counted.
void Checker::count_answer(const Program& program, bool legal) {
  const Case& c = program.steps.front();
  if (program.steps.size() > 1) return;
  for (Hangs* hangs : {&tally_of(*c.operation).hangs[legal], &hangs_of_all_[legal]})
    hangs->most_steps_answered = std::max(hangs->most_steps_answered, loop_steps(c));
}

// Legal cases are compared with legal ones, illegal cases with illegal ones. True if
// - a case of the operation hung in no more steps, and either no case of the operation was answered
//   in as many steps or most_ends cases hung (an illegal case may be rejected before any step), or
// - a case of any operation hung in no more steps, and no case at all was answered in as many.
bool Checker::may_hang(const Program& program) const {
  const auto may_hang_if = [&](bool legal) {
    return std::ranges::any_of(program.steps, [&](const Case& c) {
      const Hangs &hangs = tally_of(*c.operation).hangs[legal], &of_all = hangs_of_all_[legal];
      const double steps = loop_steps(c);
      return (steps >= hangs.fewest_steps &&
              (steps > hangs.most_steps_answered || hangs.count >= most_ends)) ||
             (steps >= of_all.fewest_steps && steps > of_all.most_steps_answered);
    });
  };
  // surely_legal() is slow, so it is called only where the result depends on it.
  const bool if_legal = may_hang_if(true), if_illegal = may_hang_if(false);
  return if_legal == if_illegal ? if_legal : surely_legal(program) == if_legal;
}

// True if the operation has taken two seconds, and twice an equal share of the time. With --cases,
// and for our own libraries, no operation is slow, so that load changes no result.
bool Checker::is_slow(const Operation& operation) const {
  if (options_.cases || options_.target.ours) return false;
  constexpr int64_t shares = 2;
  const Clock::duration time = tally_of(operation).time;
  return time > std::chrono::seconds(2) && time * operations() > shares * time_used();
}

// About as many programs as are answered in a second. There is no limit with --cases, so that load
// changes no result, nor with --abort rejects, where restarts take most of the time.
size_t Checker::most_of_a_batch() const {
  if (options_.cases || session_.target().rejects_by_abort ||
      time_of_a_case_ <= Clock::duration::zero())
    return SIZE_MAX;
  return static_cast<size_t>(std::max<int64_t>(1, std::chrono::seconds(1) / time_of_a_case_));
}

bool Checker::waits_as_slow(const Operation& operation) const {
  return is_slow(operation) && std::ranges::any_of(slow_, [&](const Program& program) {
           return program.steps.front().operation == &operation;
         });
}

// A hang takes its whole timeout. So cases that may hang come after the phase of edges, and only
// while hangs have had a small part of the time. --cases, which sets no time, allows them always.
bool Checker::may_wait_for_a_hang() const {
  constexpr int one_part_in = 5;
  const std::chrono::duration<double> hanging(static_cast<double>(hangs_) * options_.timeout);
  return options_.cases || (phase_ == Phase::all && one_part_in * hanging <= time_used());
}

// Each run that shrinks or explains a hang takes its timeout. Such runs may take a third of the
// time and `always` more, which lets a check of 30 s explain one hang. Hangs are examined last if
// that may exceed a third of the time so far, and not at all if fewer runs than `fewest` are left.
HangsExamined Checker::hangs_examined() const {
  constexpr int one_part_in = 3;
  constexpr int64_t fewest = most_hangs / 2;
  if (options_.cases || options_.first_only) return {};
  using Seconds = std::chrono::duration<double>;
  const Seconds always(std::min(5.0, options_.seconds / 6));
  const Seconds had(findings_.seconds_of_hangs()),
      used = time_used(), left = std::max<Seconds>(deadline_ - Clock::now(), Seconds(0)),
      each(std::min(options_.timeout, short_timeout));
  const auto fit = static_cast<int64_t>(((used + left) / one_part_in + always - had) / each);
  return {one_part_in * (had + most_hangs * each) > used,
          fit < fewest ? 0 : std::min(fit, most_hangs)};
}

void Checker::postpone(const Program& program) {
  std::deque<Program>& programs = may_hang(program) ? postponed_ : slow_;
  if (std::ranges::count(programs, program) == 0) programs.push_back(program);
}

// After the edges of every profile: programs of slow operations, then programs that may hang.
void Checker::give_postponed() {
  if (phase_ == Phase::all) wanted_.swap(slow_);
  if (wanted_.empty() && may_wait_for_a_hang()) wanted_.swap(postponed_);
  gives_postponed_ = !wanted_.empty();
}

}  // namespace strideproof
