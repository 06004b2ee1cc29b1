// Findings: when cases like a finding fail.

#include <fmt/format.h>

#include <algorithm>

#include "conform/check/findings.h"
#include "spec/spec.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

constexpr size_t one_mistake_in = 20;  // cases of a sufficient explanation

bool is_good(const explanation::Explanation& e) {
  return e.cases > 0 && e.mistakes * one_mistake_in <= e.cases;
}
bool is_much_better(const explanation::Explanation& a, const explanation::Explanation& b) {
  return 2 * a.mistakes * b.cases < b.mistakes * a.cases;
}

// True if a program violates a constraint that the program of the finding does not violate.
bool violates_another(const Finding& finding, const Program& program) {
  return std::ranges::any_of(violated_labels(program), [&](const std::string& label) {
    return std::ranges::find(finding.labels, label) == finding.labels.end();
  });
}

// The operands that have bytes in memory.
Operands operands_in_memory(const Case& c) {
  Operands all = 0;
  for (const spec::OperandRange& bounding : spec::bounding_ranges(c))
    if (bounding.size > 0) all |= bounding.operand;
  return all;
}

// True if an operand has bytes in memory in `from`, but not in `program`: its address may then be
// outside all memory, which no label tells if a constraint on values is violated too.
bool loses_operand(const Program& program, const Program& from) {
  const Case &c = program.steps.front(), &before = from.steps.front();
  return !c.operation->parameters.empty() &&
         (operands_in_memory(before) & ~operands_in_memory(c)) != 0;
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

}  // namespace

// The constraint that is violated, a condition of another operation, or a new one.
explanation::Explanation Findings::explain_alone(const Finding& finding, const Program& program,
                                                 const explanation::Fails& as_found,
                                                 const explanation::Budget& budget) {
  std::vector<std::shared_ptr<const explanation::Condition>> known;
  if (!hang_) known = causes_.of_others(finding);  // a hang has few cases to spare
  if (auto violation = explanation::violation_of(program)) known.insert(known.begin(), violation);
  for (const auto& condition : known)
    if (auto found = explanation::confirm(*condition, program, as_found, budget)) return *found;
  return explanation::explain(program, as_found, budget);
}

explanation::Budget Findings::begin_explaining(const Finding& finding, int cases) {
  work_ = std::max(cases * explain_work_of_a_case, hang_ ? hangs_run * work_of_a_short_hang : 0);
  const auto is = [&](VerdictKind kind) { return finding.kind == name(kind); };
  const bool contents_matter =
      !hang_ && !is(VerdictKind::rejected_valid) && !is(VerdictKind::accepted_invalid);
  const bool dies = hang_ || is(VerdictKind::crash) ||
                    (is(VerdictKind::rejected_valid) && target_.rejects_by_abort);
  const int64_t each = hang_ ? work_of_a_short_hang : work_of_a_crash;
  return {cases, [this] { return spent(); }, contents_matter,
          dies ? static_cast<size_t>(work_ / each) : SIZE_MAX};
}

explanation::Explanation Findings::explain(const Finding& finding, const Program& program,
                                           const std::vector<Program>& with, int cases) {
  const explanation::Budget budget = begin_explaining(finding, cases);
  std::string said;
  std::optional<explanation::Explanation> best;
  try {
    probe_with(hang_ ? std::min(seconds_, hang_timeout) : probe_seconds_);
    std::vector<Program> before = with;
    const bool contradicts = finding.kind == name(VerdictKind::no_reading_explains);
    // It leaves a mask count.
    if (before.empty() && !contradicts && fails(program, {}) == false) before = {program};
    if (hang_ && probe_seconds_ < seconds_) said = fmt::format("within {:g} s: ", probe_seconds_);
    Program whole = program;
    const bool lasting = with.empty() ? !before.empty() : std::ranges::all_of(with, tells_count);
    if (lasting) {
      // As one program, so that the explanation can name the earlier steps.
      const std::optional<Program> joined = join(before, program);
      session_.reset();
      if (joined && fails(*joined, {}) == true) {
        said +=
            fmt::format("after {} (steps 1 to {}): ", with.empty() ? "itself" : "earlier programs",
                        joined->steps.size() - program.steps.size());
        whole = *joined;
        before.clear();
      } else if (before != with) {
        said += "on its second run: ";
      }
    }
    const auto as_found = [&](const Program& near) -> std::optional<bool> {
      // A case that breaks another rule has a cause of its own.
      if (violates_another(finding, near) || loses_operand(near, whole)) return std::nullopt;
      if (lasting) session_.reset();  // state that others left would decide too
      return fails(near, before);
    };
    // Some failing cases may fit another reading (a rejected one, any that rejects it), or only
    // several programs together fit none: then the default readings usually give the better
    // explanation. The second way has half of the work of the first.
    const bool is_rejected = finding.kind == name(VerdictKind::rejected_valid);
    const bool default_first =
        !lasting && cases > 0 &&
        (is_rejected || (contradicts && finding.labels.empty()) || !with.empty());
    const int64_t half = work_ / 2;
    for (const bool by_default : {default_first, !default_first}) {
      if ((by_default && lasting) || (best && is_good(*best))) continue;
      if (by_default != default_first && !hang_) work_ = half;
      auto found = by_default ? explain_by_default(program, with, budget)
                   : !lasting && with.empty()
                       ? std::optional(explain_alone(finding, whole, as_found, budget))
                       : std::optional(explanation::explain(whole, as_found, budget));
      if (!found || (best && !is_much_better(*found, *best))) continue;
      if (by_default)
        for (std::string* text : {&found->sentence, &found->stated})
          if (!text->empty()) text->insert(0, "under the default readings: ");
      if ((by_default && !is_rejected) || lasting || !with.empty()) found->condition = nullptr;
      best = std::move(found);
    }
  } catch (const SetupError& broken) {
    if (!best) best = {fmt::format("no case near it could be tried: {}", broken.what())};
  } catch (const std::exception&) {  // of the solver too
    if (!stop_requested()) throw;
    if (!best) best = {"the run was interrupted before it could be explained"};
  }
  best->sentence.insert(0, said);
  return *best;
}

std::optional<bool> Findings::fails(const Program& program, const std::vector<Program>& with) {
  if (stop_requested()) return std::nullopt;
  std::vector<Program> lines = with;
  lines.push_back(program);
  return failed(probe(lines).kind);
}

std::optional<explanation::Explanation> Findings::explain_by_default(
    const Program& program, const std::vector<Program>& with, const explanation::Budget& budget) {
  const auto fails_by_default = [&](const Program& near) -> std::optional<bool> {
    if (stop_requested()) return std::nullopt;
    const VerdictKind kind = check(session(), near).kind;
    pay(near, kind);
    return kind == VerdictKind::timeout && !hang_ ? std::nullopt : failed(kind);
  };
  std::vector<Program> all = with;
  all.insert(all.begin(), program);
  const auto first = std::ranges::find_if(
      all, [&](const Program& some) { return fails_by_default(some) == true; });
  if (first == all.end()) return std::nullopt;
  return explanation::explain(*first, fails_by_default, budget);
}

}  // namespace strideproof
