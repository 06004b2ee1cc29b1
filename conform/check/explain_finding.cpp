// Explains findings and answers of "unsupported".

#include <fmt/format.h>

#include <algorithm>

#include "conform/base/setup_error.h"
#include "conform/check/findings.h"
#include "props/edge.h"
#include "props/parameters.h"
#include "spec/spec.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

constexpr int64_t work_of_a_case = 100'000;  // near the failing one, on average
constexpr int64_t runs_before = 3;           // of the failing program, before cases near it
constexpr size_t one_mistake_in = 20;        // cases of a good explanation

bool is_good(const explanation::Explanation& e) {
  return e.cases > 0 && e.mistakes * one_mistake_in <= e.cases;
}
bool is_much_better(const explanation::Explanation& a, const explanation::Explanation& b) {
  return b.cases == 0 || 2 * a.mistakes * b.cases < b.mistakes * a.cases;
}

// Moves the values that violate a constraint of their own onto its edge.
void make_values_legal(Case& c) {
  const uint64_t violated = spec::evaluate(c).violated;
  for (const Constraint& constraint : c.operation->constraints)
    if (has_bit(violated, constraint.bit) && constraint.stage == Stage::values &&
        constraint.slot >= 0)
      props::aim(c, constraint, static_cast<size_t>(constraint.slot), 0);
}

// The constraints that a program violates as it stands, with legal values, and with extents and
// counts of 1 too: a violated constraint on values hides constraints on addresses.
std::set<std::string> all_labels(Program program) {
  std::set<std::string> all;
  const auto add = [&] {
    for (std::string& label : violated_labels(program)) all.insert(std::move(label));
  };
  add();
  for (Case& step : program.steps) make_values_legal(step);
  add();
  for (Case& step : program.steps) {
    for (const Parameter& parameter : step.operation->parameters)
      if (parameter.role == Role::extent || parameter.role == Role::count)
        std::fill_n(props::values(step, parameter), slots(parameter.type), 1);
      else if (parameter.role == Role::stride && parameter.nullable)
        props::make_null(step, parameter);
    make_values_legal(step);
  }
  add();
  return all;
}

// One program with the same effect on one machine, if its length is allowed.
std::optional<Program> join(const std::vector<Program>& before, const Program& last) {
  Program whole = last;
  whole.steps.clear();
  for (const Program& program : before)
    whole.steps.insert(whole.steps.end(), program.steps.begin(), program.steps.end());
  whole.steps.insert(whole.steps.end(), last.steps.begin(), last.steps.end());
  if (whole.steps.size() > static_cast<size_t>(max_steps)) return std::nullopt;
  for (Case& step : whole.steps) step.fill = last.fill;
  return whole;
}

// Keeps an eighth of the work to test the condition on its edges and on cases drawn afresh. For
// hangs the explanation keeps some cases itself.
void allow(Prober& prober, int64_t work) {
  prober.allow(work, prober.looks_for_hang() ? 0 : work / 8);
}

// Allows the prober the work of this number of cases.
explanation::Budget begin_cases(const Finding& finding, bool ends, int cases, Prober& prober) {
  const bool hangs = prober.looks_for_hang();
  const int64_t work = hangs ? prober.hangs_to_explain() * work_of_a_short_hang
                             : cases * (work_of_a_case + prober.work_of_a_sweep());
  allow(prober, work);
  const bool contents_matter = !hangs && finding.kind != VerdictKind::rejected_valid &&
                               finding.kind != VerdictKind::accepted_invalid;
  const int64_t each = hangs ? work_of_a_short_hang : prober.work_of_a_crash();
  explanation::Budget budget{cases, [&prober] { return prober.is_over(); }, contents_matter,
                             ends ? static_cast<size_t>(work / each - runs_before) : SIZE_MAX};
  budget.begin_last_cases = [&prober] { prober.allow_kept(); };
  return budget;
}

// The program to explain, which fails after earlier programs.
struct ExplainedProgram {
  Program program;
  std::vector<Program> earlier;
  bool state_decides;       // it fails because of state that earlier programs or steps leave
  std::string prefix = {};  // of the sentence: "after itself (steps 1 to 3): "

  bool is_alone() const { return earlier.empty() && !state_decides; }
};

// A program that fails because earlier programs left state, such as a mask count, is joined with
// these to one program, if possible, so that the explanation can name the earlier steps.
ExplainedProgram subject_of(const Shrunk& shrunk, Prober& prober) {
  ExplainedProgram subject{shrunk.program, shrunk.earlier, shrunk.state_decides};
  prober.use_fresh_worker();
  if (!subject.state_decides) return subject;
  const bool after_itself = shrunk.earlier.size() == 1 && shrunk.earlier.front() == shrunk.program;
  const std::optional<Program> joined = join(subject.earlier, shrunk.program);
  if (joined && prober.fails_after({}, *joined)) {
    const size_t before = joined->steps.size() - shrunk.program.steps.size();
    subject.prefix = fmt::format("after {} ({}): ", after_itself ? "itself" : "earlier programs",
                                 before == 1 ? "step 1" : fmt::format("steps 1 to {}", before));
    subject.program = *joined;
    subject.earlier.clear();
  } else if (after_itself) {
    subject.prefix = "on its second run: ";
  }
  return subject;
}

// Gives no answer after the user has stopped the run.
template <class Run>
explanation::Fails until_stopped(Run run) {
  return [run](const Program& near) -> std::optional<bool> {
    if (stop_requested()) return std::nullopt;
    try {
      return run(near);
    } catch (const SetupError&) {
      if (!stop_requested()) throw;
      return std::nullopt;
    }
  };
}

// Explains a program that fails alone, by the constraint that it violates, by a condition of
// another operation, or by a new condition.
std::optional<explanation::Explanation> explain_as_found(
    const Finding& finding, const ExplainedProgram& subject, const KnownCauses& causes,
    const explanation::Budget& budget, const PassedCases& passed, Prober& prober) {
  const Program& program = subject.program;
  const Verdict first = prober.run_after(subject.earlier, program);
  const auto has_known = causes.has_other_cause_than(program);
  const std::set<std::string> labels = all_labels(program);
  // A violated rule is no cause if the case was rejected. Otherwise each rule is a cause of its
  // own.
  const bool rule_is_cause = finding.kind != VerdictKind::wrote_though_rejected;
  const auto as_found = until_stopped([&](const Program& near) -> std::optional<bool> {
    if (has_known(near)) return std::nullopt;
    if (rule_is_cause && !std::ranges::includes(labels, all_labels(near))) return std::nullopt;
    // Mask counts that earlier programs left must not decide.
    if (subject.state_decides) prober.use_fresh_worker();
    const std::optional<bool> fails =
        fails_with_end_of(prober.run_after(subject.earlier, near), first);
    // If a legal case fails, an unchecked rule is not the cause.
    const bool is_legal = violated_labels(near).empty();
    return fails == true && is_legal && !finding.labels.empty() ? std::nullopt : fails;
  });
  explanation::Conditions known;
  if (subject.is_alone() && !prober.looks_for_hang()) {  // a hang has too few cases for this
    known = causes.that_may_describe(finding);
    if (auto violation = explanation::violation_of(program);
        violation && rule_is_cause && passed.with_violations_of(program).empty())
      known.insert(known.begin(), violation);
  }
  return explanation::explain(program, as_found, budget, known);
}

// Explains a program that fails under the default readings, by a condition of another operation or
// by a new one. No value if no program fails.
std::optional<explanation::Explanation> explain_by_default(const Finding& finding,
                                                           const Shrunk& shrunk,
                                                           const KnownCauses& causes,
                                                           const explanation::Budget& budget,
                                                           Prober& prober) {
  const auto first = fails_by_default(shrunk, prober);
  // By default every illegal case with an effect fails, so such a failure confirms no reading.
  const bool is_illegal = first && first->verdict.kind == VerdictKind::accepted_invalid;
  if (!first || (is_illegal && finding.kind != VerdictKind::no_reading_explains))
    return std::nullopt;
  const auto has_known = causes.has_other_cause_than(first->program);
  const std::set<std::string> labels = all_labels(first->program);
  const auto fails = until_stopped([&](const Program& near) -> std::optional<bool> {
    if (has_known(near)) return std::nullopt;
    if (!finding.labels.empty() && !std::ranges::includes(labels, all_labels(near)))
      return std::nullopt;
    return fails_with_end_of(prober.run_by_default(near), first->verdict);
  });
  const bool is_rejected = finding.kind == VerdictKind::rejected_valid;
  explanation::Conditions known;
  if (is_rejected) known = causes.that_may_describe(finding);
  explanation::Explanation found = explanation::explain(first->program, fails, budget, known);
  // Every rejected case is legal by default, so the sentence need not say so.
  if (is_rejected || found.cases == 0) return found;
  const std::string_view which = first->program == shrunk.program ? "" : a_case_before_it;
  for (std::string* text : {&found.sentence, &found.stated})
    if (!text->empty()) text->insert(0, fmt::format("{}{}", which, under_default_readings));
  return found;
}

}  // namespace

explanation::Explanation explain(const Finding& finding, const Shrunk& shrunk,
                                 const KnownCauses& causes, const PassedCases& passed, bool ends,
                                 int cases, Prober& prober) {
  explanation::Budget budget = begin_cases(finding, ends, cases, prober);
  std::string prefix = prober.looks_for_hang() && prober.has_short_timeout()
                           ? fmt::format("within {:g} s: ", short_timeout)
                           : "";
  std::optional<explanation::Explanation> best;
  try {
    budget.offered = prober.offered();
    const ExplainedProgram subject = subject_of(shrunk, prober);
    prefix += subject.prefix;
    if (subject.state_decides) {  // each run needs a fresh worker
      budget.cases = std::clamp<int>(prober.work_left() / (2 * prober.work_of_a_crash()), 1, cases);
      budget.vary_contents = false;
    }
    // A case that passed is not rejected by default either. A case that makes a hook fail later
    // counts as passed.
    explanation::Budget with_passed = budget;
    if (subject.is_alone() && finding.kind != VerdictKind::hook_failed) {
      with_passed.passed = passed.with_operation_of(subject.program);
      for (Program& rejected : passed.with_violations_of(subject.program))
        with_passed.passed.push_back(std::move(rejected));
    }
    // The default readings usually give the better explanation if some failing cases fit another
    // reading (a rejected case fits any reading that rejects it), or if only several programs
    // together fit no reading. The second explanation has half of the work of the first.
    const bool is_rejected = finding.kind == VerdictKind::rejected_valid;
    const bool contradicts = finding.kind == VerdictKind::no_reading_explains;
    const bool default_first =
        !subject.state_decides &&
        (is_rejected || (contradicts && finding.labels.empty()) || !shrunk.earlier.empty());
    const int64_t half = prober.work_left() / 2;
    for (const bool by_default : {default_first, !default_first}) {
      if ((by_default && subject.state_decides) || (best && is_good(*best))) continue;
      if (by_default != default_first && !prober.looks_for_hang()) allow(prober, half);
      std::optional<explanation::Explanation> found =
          by_default ? explain_by_default(
                           finding, shrunk, causes,
                           is_rejected && shrunk.earlier.empty() ? with_passed : budget, prober)
                     : explain_as_found(finding, subject, causes, with_passed, passed, prober);
      if (!found || (best && !is_much_better(*found, *best))) continue;
      // Other findings are compared only with the condition of a single case that fails alone.
      if ((by_default && !is_rejected) || !subject.is_alone()) {
        found->condition = nullptr;
        found->tried.clear();
      }
      best = std::move(found);
    }
  } catch (const SetupError& error) {
    if (!best) best = {fmt::format("no case near it could be tried: {}", error.what())};
  } catch (const Interrupted&) {  // by Neighbours
    if (!best) best = {"the run was interrupted before it could be explained"};
  }
  if (best->cases > 0) best->sentence.insert(0, prefix);
  return *best;
}

explanation::Explanation Findings::explain_unsupported(const Program& program) {
  constexpr int cases = 200;
  constexpr int64_t work = shrink_work / 4;
  const auto is_unsupported = [](const Verdict& verdict) {
    return verdict.kind == VerdictKind::unsupported;
  };
  prober_.begin(work, false);
  const Shrunk shrunk = shrink(program, readings_, is_unsupported, causes_, prober_);
  if (!shrunk.repeats) return {};
  allow(prober_, work);
  const auto answers = until_stopped([&](const Program& near) -> std::optional<bool> {
    const Verdict verdict = prober_.run(near, readings_);
    if (is_unsupported(verdict)) return true;
    return failed(verdict.kind) ? std::optional(false) : std::nullopt;
  });
  try {
    explanation::Budget budget{cases, [&] { return prober_.is_over(); }, false};
    budget.begin_last_cases = [this] { prober_.allow_kept(); };
    budget.passed = passed_.with_operation_of(shrunk.program);
    return explanation::explain(shrunk.program, answers, budget);
  } catch (const SetupError&) {   // the plug-in no longer starts: the check reports this
  } catch (const Interrupted&) {  // by Neighbours
  }
  return {};
}

}  // namespace strideproof
