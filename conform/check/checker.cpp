#include "conform/check/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "oracle/windows.h"
#include "props/generate.h"
#include "spec/spec.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

constexpr int64_t programs_between_findings = 64;  // at least
constexpr double work_for_findings = 1.3;          // at most, for each unit of work of programs
constexpr int64_t part_at_the_end = 6;             // of the time: waiting findings come first
constexpr std::chrono::seconds longest_part_at_the_end(120);
// Seconds after the deadline of a profile to finish findings: usual_delay, but at most a fifth of
// the total; in a long run a sixtieth of the total, but at most longest_delay.
constexpr double usual_delay = 2, longest_delay = 60;

// False: only shrinking shows which operation is at fault. A step may merely have read wrong bytes
// that a step of another operation wrote.
bool is_of_one_operation(const Program& program) {
  const auto all =
      std::ranges::count(program.steps, program.steps.front().operation, &Case::operation);
  return all == std::ssize(program.steps);
}

}  // namespace

Checker::Checker(const CheckOptions& options, const Profile& profile, Session& session,
                 Progress& progress, RunReport& report)
    : options_(options),
      profile_(profile),
      there_(props::keep_on(options.operations, profile)),
      session_(session),
      costs_(options, session.target().rejects_by_abort),
      progress_(progress),
      report_(report),
      doing_(fmt::format("{} on {}", session.capabilities().name, profile.name)),
      examining_(doing_ + ", a failure is shrunk and explained"),
      readings_(profile, options.readings),
      findings_(
          session.target(), profile, options.timeout,
          [this] {
            show_progress(examining_);
            return examining_is_over();
          },
          readings_, report.findings),
      edges_(there_, profile),
      random_(options.seed) {
  for (const Operation* operation : there_)
    if (session.capabilities().provides(*operation)) provided_.push_back(operation);
  if (provided_.empty()) return;
  Suite suite = edge_suite(provided_, profile, session.capabilities());
  if (!session_.illegal_given()) suite.illegal.clear();
  edges_.expect(suite);
  want_suite(std::move(suite));
  up_to_wanted_ = std::ssize(wanted_);
  later_ = later_source();
}

void Checker::begin(Phase phase, Clock::time_point deadline) {
  phase_ = phase;
  deadline_ = deadline;
  costs_.begin_run();
  last_part_ = std::min<Clock::duration>((deadline - Clock::now()) / part_at_the_end,
                                         longest_part_at_the_end);
  if (phase == Phase::edges) return;
  of_edges_ = given_;
  if (!over()) examine_next();
}

// Refuses a program that is held back and, unless it is wanted, a program that meets a cause known
// by now. A wanted program that may hang, and one for which no time is left in the phase of edges,
// is given later.
bool Checker::admits_again(const Program& program) {
  if (over()) {
    --given_;
    if (phase_ == Phase::edges) wanted_.push_back(program);
    return false;
  }
  if (is_wanted_next() && costs_.may_hang(program)) {
    --given_, --up_to_wanted_;
    postpone(program);
    return false;
  }
  const bool known = !is_wanted_next() && findings_.causes().meets(program);
  if (!known && !costs_.holds_back(program, is_wanted_next())) return true;
  leave_out(program, known ? known_cause_reason : held_back_reason);
  return false;
}

void Checker::judged(const Program& program, const Expectation& expectation, const Verdict& verdict,
                     const Outcome& outcome, const Found& found) {
  const std::vector<Result> results = by_default(program, expectation);
  const Verdict refined = readings_.learn(program, verdict, outcome, found);
  if (is_wanted_next() && std::erase(not_observed_, program) > 0) take_back_not_observed(program);
  // A rejection that a reading explains counts as a rejection.
  const bool ran = std::ranges::count(outcome.status, Status::done) > 0;
  const bool right = is_right(refined.kind) && ran;
  const VerdictKind counted =
      is_right(refined.kind) && !ran ? VerdictKind::rejected_as_documented : refined.kind;
  report_.cases.add(counted);
  for (const Operation* operation : operations_of(program)) {
    Tally& tally = tally_[*operation];
    tally.cases.add(counted);
    if (right) ++tally.right;
  }
  costs_.add_judged(program);
  const bool known = is_finding(refined.kind) && findings_.causes().explains(program, refined);
  if (known || (is_finding(refined.kind) && is_of_one_operation(program)))
    ++tally_[*step_of(program, refined).operation].failures;
  const bool ended = session_.restarts() > restarts_;
  restarts_ = session_.restarts();
  work_of_programs_ += work_of(program, refined.kind, ended, session_.target());
  costs_.add_end_or_answer(program, refined, ended && !known,
                           results.front().constraint_results.legal());
  if (refined.kind == VerdictKind::timeout) gives_postponed_ = false;
  if (is_right(refined.kind)) report_.boundaries.add(plugin_layer, program, results);
  if (is_right(refined.kind) || is_finding(refined.kind)) edges_.add_judged(program, results);
  if (refined.kind == VerdictKind::unsupported) {
    edges_.add_unsupported(program, results);
    put_unsupported(program);
  }
  if (refined.kind == VerdictKind::not_observed && is_wanted_next())
    not_observed_.push_back(program);
  if (is_finding(refined.kind) && !known) findings_.put(program, refined);
  findings_.note_answer(program, counted);
  show_progress(doing_);
  answered();
}

void Checker::show_progress(const std::string& doing) {
  progress_.show(doing, report_.cases.judged(), std::ssize(report_.findings), "case",
                 report_.cases.failing);
}

// The program is answered once more.
void Checker::take_back_not_observed(const Program& program) {
  const std::string reason(name(VerdictKind::not_observed));
  report_.cases.take_back_not_judged(reason);
  for (const Operation* operation : operations_of(program))
    tally_[*operation].cases.take_back_not_judged(reason);
}

// Edges are counted under the default readings. If other readings were expected, only the first
// step is evaluated.
std::vector<Result> Checker::by_default(const Program& program,
                                        const Expectation& expectation) const {
  if (readings_.expected(program).empty()) return expectation.results;
  return {{evaluate_first(program)}};
}

void Checker::leave_out(const Program& program, const char* reason) {
  ++report_.cases.left_out[reason];
  for (const Operation* operation : operations_of(program))
    ++tally_[*operation].cases.left_out[reason];
  answered();
}

void Checker::not_judged(const Program& program, const char* reason) {
  ++report_.cases.not_judged[reason];
  for (const Operation* operation : operations_of(program))
    ++tally_[*operation].cases.not_judged[reason];
  answered();
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
      used = costs_.time_used(), left = std::max<Seconds>(deadline_ - Clock::now(), Seconds(0)),
      each(std::min(options_.timeout, short_timeout));
  const auto fit = static_cast<int64_t>(((used + left) / one_part_in + always - had) / each);
  return {one_part_in * (had + most_hangs * each) > used,
          fit < fewest ? 0 : std::min(fit, most_hangs)};
}

// Called after each answer; answers come in the order of the programs. Most of the work is for
// findings. Near the deadline, once wanted programs are answered, all work is for waiting findings.
void Checker::answered() {
  ++answered_;
  costs_.answered();
  const bool due = (answered_ - of_edges_) % programs_between_findings == 0 &&
                   work_for_findings * static_cast<double>(work_of_programs_) >=
                       static_cast<double>(findings_.work_done());
  const bool first = is_nearly_over() && !is_wanted_next();
  if (options_.first_only || (phase_ == Phase::all && (due || first))) examine_next();
  if (phase_ == Phase::all && is_nearly_over(2) && !std::exchange(unexamined_are_shrunk_, true))
    findings_.shrink_unexamined([this] { return stop_requested() || is_nearly_over(1); });
  costs_.wait_for_answer();
}

void Checker::examine_next() {
  if (!has_found_enough()) add_next_finding(hangs_examined());
  if (!unsupported_.empty() && !is_nearly_over()) explain_unsupported();
}

void Checker::add_next_finding(const HangsExamined& hangs) {
  const std::optional<Program> program = findings_.add_next(is_nearly_over(), hangs);
  for (const Findings::Follower& follower : findings_.take_followers()) {
    Tally& tally = tally_[*follower.program.steps.front().operation];
    if (is_of_one_operation(follower.program)) --tally.failures;
    tally.has_followed = true;
    ++tally_[*follower.before.steps.front().operation].failures;
  }
  if (!program) return;
  const Finding& finding = report_.findings.back();
  show_last_finding();
  const Operation& operation = *find_operation(finding.operation);
  if (!is_of_one_operation(*program)) ++tally_[operation].failures;
  if (!findings_.causes().meets(*program)) return;
  // The condition of a rejection may explain earlier rejections for which a reading was taken.
  if (finding.kind == VerdictKind::rejected_valid)
    readings_.reopen_doubted_defaults(
        operation, [&](const Program& rejected) { return findings_.causes().meets(rejected); });
  costs_.forget_ends(operation);
}

// The progress line only counts further findings of an operation and a kind: there may be hundreds.
void Checker::show_last_finding() {
  const Finding& last = report_.findings.back();
  const auto alike = std::ranges::count_if(report_.findings, [&](const Finding& finding) {
    return finding.operation == last.operation && finding.kind == last.kind;
  });
  if (alike == 1) progress_.line(headline(last));
}

void Checker::found_in_sweep(const Program& program, const Verdict& verdict) {
  ++tally_[*program.steps.front().operation].failures;
  const bool ended = std::exchange(restarts_, session_.restarts()) < session_.restarts();
  if (findings_.causes().explains(program, verdict)) return;
  if (ended) costs_.add_end(program, verdict);
  findings_.put(program, verdict, true);
}

// For our own libraries the deadline does not cut the edges, so that load changes no result.
bool Checker::over() const {
  const bool late = Clock::now() >= deadline_ && !(options_.target.ours && phase_ == Phase::edges);
  return stop_requested() || late || has_found_enough();
}

bool Checker::is_nearly_over(int thirds) const {
  // With --cases no time was set.
  return !options_.cases && deadline_ - Clock::now() < last_part_ * thirds / 3;
}

// Findings are shrunk and explained until a little after the deadline.
bool Checker::examining_is_over() const {
  const double seconds = options_.seconds;
  const std::chrono::duration<double> delay(
      std::max(std::min(usual_delay, seconds / 5), std::min(longest_delay, seconds / 60)));
  return stop_requested() ||
         Clock::now() >= deadline_ + std::chrono::duration_cast<Clock::duration>(delay);
}

}  // namespace strideproof
