// The part of Checker that holds back cases that may end or hang the plug-in.

#include <algorithm>

#include "conform/check/checker.h"
#include "conform/check/prober.h"
#include "conform/check/source.h"
#include "oracle/windows.h"

namespace strideproof {
namespace {

// A case that ends the plug-in's process costs a restart. After most_ends such cases of an
// operation (legal and illegal ones are counted apart), one case in held_back_sample is given, unless
// fewer than one in ends_tolerated of those given ended it. More are tolerated on edges, which must
// be judged.
constexpr int most_ends = 3;
constexpr int64_t ends_tolerated = 64, ends_tolerated_on_edges = 2;
constexpr int64_t held_back_sample = 8;
// Hangs of an operation are held back so while they have had a larger part of the time.
constexpr int hangs_one_part_in = 10;

// The steps of loops over all extents and counts. One of 0 or less counts as 1, as the loops around it run.
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
// answer, and every edge must be judged. A program that passed once passes again.
bool Checker::hold_back(const Program& program) const {
  const int64_t one_in = is_wanted_next() ? ends_tolerated_on_edges : ends_tolerated;
  const auto often = [one_in](const Tally& tally, int ends) {
    return ends >= most_ends && ends * one_in > tally.judged_since;
  };
  const auto hangs_long = [&](const Hangs& hangs) {
    return hangs.count >= most_ends && !options_.cases &&
           hangs_one_part_in * hangs.count * std::chrono::duration<double>(options_.timeout) >
               time_used();
  };
  const bool ended = std::ranges::any_of(program.steps, [&](const Case& c) {
    const Tally& tally = tally_of(*c.operation);
    return often(tally, tally.legal_ends) || often(tally, tally.illegal_ends) ||
           std::ranges::any_of(tally.hangs, hangs_long);
  });
  if (!ended) return false;
  if (session_.target().rejects_by_abort && is_wanted_next()) return false;
  if (is_chosen(program, held_back_sample)) return false;
  const bool legal = surely_legal(program);
  return std::ranges::any_of(program.steps, [&](const Case& c) {
    const Tally& tally = tally_of(*c.operation);
    return often(tally, legal ? tally.legal_ends : tally.illegal_ends) ||
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

// legal: the case of the program, if it has one.
void Checker::count_answer(const Program& program, bool legal) {
  const Case& c = program.steps.front();
  if (program.steps.size() > 1) return;
  for (Hangs* hangs : {&tally_of(*c.operation).hangs[legal], &hangs_of_all_[legal]})
    hangs->most_steps_answered = std::max(hangs->most_steps_answered, loop_steps(c));
}

// True if a case of the same operation, as legal as this one, hung in no more steps, and none was
// answered in as many; after most_ends hangs also if one was: illegal ones are soon rejected. True too
// if a case of any operation hung in no more steps, and no operation answered one in as many.
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
  // To tell the legal ones takes longer.
  const bool if_legal = may_hang_if(true), if_illegal = may_hang_if(false);
  return if_legal == if_illegal ? if_legal : surely_legal(program) == if_legal;
}

// True if the operation has had two seconds, and twice an equal share of the time. Load changes no
// result of our own libraries.
bool Checker::is_slow(const Operation& operation) const {
  if (options_.cases || options_.target.ours) return false;
  constexpr int64_t shares = 2;
  const Clock::duration time = tally_of(operation).time;
  return time > std::chrono::seconds(2) && time * operations() > shares * time_used();
}

// About as many as are answered in a second, where that is not the time of restarts. Load changes no result
// of a run with a number of cases.
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

// A hang takes its whole timeout. Cases that may hang come after all other cases on edges, and while
// hangs have had only a small part of the time; without a time they all come then.
bool Checker::may_wait_for_a_hang() const {
  constexpr int one_part_in = 5;
  const std::chrono::duration<double> hanging(static_cast<double>(hangs_) * options_.timeout);
  return options_.cases || (phase_ == Phase::all && one_part_in * hanging <= time_used());
}

// Each run that shrinks or explains a hang takes its timeout: they may have a third of the time, and
// come after all else while they have had a third of the time so far. Five seconds more let a run of
// 30 s explain one; a shorter run has less. Fewer hangs would not explain it.
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

// Those of slow operations come once the edges of every profile had their turn, and before those that
// may hang.
void Checker::give_postponed() {
  if (phase_ == Phase::all) wanted_.swap(slow_);
  if (wanted_.empty() && may_wait_for_a_hang()) wanted_.swap(postponed_);
  gives_postponed_ = !wanted_.empty();
}

}  // namespace strideproof
