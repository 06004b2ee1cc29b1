#include "conform/command/layers/in_process.h"

#include <chrono>

#include "conform/check/findings.h"
#include "conform/explain/explain.h"
#include "model/implementation.h"
#include "props/shrink.h"

namespace strideproof {
namespace {

constexpr int findings_of_an_operation = 3;

}  // namespace

InProcess::InProcess(std::string layer, Progress& progress, RunReport& report)
    : layer_(std::move(layer)), progress_(progress), report_(report) {}

Harness& InProcess::harness(const Profile& profile) {
  std::unique_ptr<Harness>& harness = harnesses_[&profile];
  if (!harness) harness = std::make_unique<Harness>(profile, optimized::run);
  return *harness;
}

void InProcess::check(const Program& program) {
  const Verdict verdict = harness(*program.profile).check(program);
  report_.cases.add(verdict.kind);
  for (size_t i = 0; i < program.steps.size(); ++i)
    if (is_first_of_operation(program, i))
      counts_[program.steps[i].operation].cases.add(verdict.kind);
  if (is_right(verdict.kind))
    report_.boundaries.add(layer_, program, harness(*program.profile).expectation().results);
  if (is_finding(verdict.kind)) found(verdict.culprit ? *verdict.culprit : program, verdict);
  progress_.show(layer_, report_.cases.judged(), static_cast<int64_t>(report_.findings.size()));
}

bool InProcess::check_all(const Source& source, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  constexpr int between_looks = 64;  // calls to the clock
  for (int n = 0;; ++n) {
    if (stop_requested()) return false;
    if (n % between_looks == 0 && std::chrono::steady_clock::now() >= end) return false;
    const std::optional<Program> program = source();
    if (!program) return true;
    check(*program);
  }
}

void InProcess::found(const Program& program, const Verdict& verdict) {
  if (counts_[step_of(program, verdict).operation].failures++ >= findings_of_an_operation) return;
  Verdict shrunk = verdict;
  Harness fresh(*program.profile, optimized::run);
  const Program smallest = props::minimise(program, [&](const Program& candidate) {
                             if (stop_requested()) return false;
                             const Verdict now = fresh.check(candidate);
                             if (now.kind == verdict.kind) shrunk = now;
                             return now.kind == verdict.kind;
                           }).program;
  Finding finding = finding_of(smallest, shrunk, layer_);
  const auto fails = [&](const Program& near) -> std::optional<bool> {
    if (stop_requested()) return std::nullopt;
    return failed(fresh.check(near).kind);
  };
  try {
    const auto explained = explanation::explain(
        smallest, fails, {std::min(explanation::Budget{}.cases, explain_cases_ / 3), [] {
                            return stop_requested();
                          }});
    finding.explanation = explained.sentence;
    explain_cases_ -= std::min(explain_cases_, static_cast<int>(explained.cases));
  } catch (const std::exception&) {  // a finding is kept despite an interruption
    if (!stop_requested()) throw;
    finding.explanation = "the run was interrupted before it could be explained";
  }
  progress_.line(headline(finding));
  report_.findings.push_back(std::move(finding));
}

void InProcess::finish(const Operations& operations, const WhyNone& why_none) {
  for (auto& [profile, harness] : harnesses_)
    if (const std::optional<Difference> difference = harness->sweep()) {
      Finding finding;
      finding.profile = profile->name;
      finding.kind = name(VerdictKind::write_outside);
      finding.detail = "seen by a sweep after the last case: " + describe(*difference, 0);
      finding.explanation = "no case near it was tried: only sweeps of all memory show it";
      finding.layer = layer_;
      finding.difference = difference;
      report_.findings.push_back(finding);
    }
  for (const Operation* operation : operations) {
    const Count& count = counts_[operation];
    Cell cell{std::string(operation->name),
              layer_,
              CellStatus::passed,
              count.cases.judged(),
              "cases",
              {},
              count.cases};
    if (count.failures > 0) {
      cell.status = CellStatus::failed;
    } else if (stop_requested()) {
      cell.status = CellStatus::incomplete;
      cell.note = "interrupted";
    } else if (cell.count == 0) {
      cell.note = why_none(*operation);
      cell.status = cell.note.empty() ? CellStatus::incomplete : CellStatus::not_applicable;
      if (cell.note.empty()) cell.note = "no case of the operation was run";
    }
    report_.matrix.push_back(std::move(cell));
  }
}

}  // namespace strideproof
