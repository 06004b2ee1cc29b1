#include "conform/layers/in_process.h"

#include <chrono>

#include "conform/check/findings.h"
#include "conform/region/region.h"
#include "model/implementation.h"
#include "props/shrink.h"

namespace strideproof {
namespace {

constexpr int findings_of_an_operation = 3;

}  // namespace

InProcess::InProcess(std::string layer, Progress& progress, RunReport& report)
    : layer_(std::move(layer)), progress_(progress), report_(report) {}
InProcess::~InProcess() = default;

Harness& InProcess::harness(const Profile& profile) {
  std::unique_ptr<Harness>& harness = harnesses_[&profile];
  if (!harness) harness = std::make_unique<Harness>(profile, optimized::run);
  return *harness;
}

void InProcess::check(const Program& program) {
  const Verdict verdict = harness(*program.profile).check(program);
  const bool judged = verdict.kind != Kind::too_costly && verdict.kind != Kind::unsupported;
  if (judged) ++report_.cases;
  const Operation* counted = nullptr;
  for (const Case& step : program.steps) {
    if (step.operation != counted && judged) ++counts_[step.operation].cases;
    counted = step.operation;
  }
  if (is_right(verdict.kind))
    report_.boundaries.add(layer_, program, harness(*program.profile).expectation().results);
  if (is_finding(verdict.kind)) found(verdict.culprit ? *verdict.culprit : program, verdict);
  progress_.show(layer_, report_.cases, static_cast<int64_t>(report_.findings.size()));
}

bool InProcess::check_all(Source& source, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  constexpr int between_looks = 64;  // at the clock
  for (int n = 0;; ++n) {
    if (n % between_looks == 0 && (stop_requested() || std::chrono::steady_clock::now() >= end))
      return false;
    const std::optional<Program> program = source.next();
    if (!program) return true;
    check(*program);
  }
}

void InProcess::found(const Program& program, const Verdict& verdict) {
  const auto step = static_cast<size_t>(verdict.step);
  const Operation* operation = program.steps[std::min(step, program.steps.size() - 1)].operation;
  if (counts_[operation].failures++ >= findings_of_an_operation) return;
  Verdict shrunk = verdict;
  Harness fresh(*program.profile, optimized::run);
  const Program smallest = props::minimise(program, [&](const Program& candidate) {
                             const Verdict now = fresh.check(candidate);
                             if (now.kind == verdict.kind) shrunk = now;
                             return now.kind == verdict.kind;
                           }).program;
  Finding finding = finding_of(smallest, shrunk, layer_);
  const auto start = std::chrono::steady_clock::now();
  const auto fails = [&](const Program& near) { return failed(fresh.check(near).kind); };
  finding.explanation =
      region::explain(smallest, fails, {400, std::min(3.0, explain_seconds_ / 3)}).sentence;
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  explain_seconds_ = std::max(0.0, explain_seconds_ - spent.count());
  report_.findings.push_back(std::move(finding));
}

void InProcess::finish(const Operations& operations, const WhyNone& why_none) {
  for (auto& [profile, harness] : harnesses_)
    if (const std::optional<Difference> difference = harness->sweep()) {
      Finding finding;
      finding.profile = profile->name;
      finding.kind = name(Kind::write_outside);
      finding.detail = "seen by a sweep behind the last case: " + describe(*difference, 0);
      finding.explanation = "no case near it was tried: only sweeps of all memory show it";
      finding.layer = layer_;
      finding.difference = difference;
      report_.findings.push_back(finding);
    }
  for (const Operation* operation : operations) {
    const Count& count = counts_[operation];
    Cell cell{std::string(operation->name), layer_, CellStatus::passed, count.cases, "cases", {}};
    if (count.failures > 0) {
      cell.status = CellStatus::failed;
    } else if (stop_requested()) {
      cell.status = CellStatus::incomplete;
      cell.note = "interrupted";
    } else if (count.cases == 0) {
      cell.note = why_none(*operation);
      cell.status = cell.note.empty() ? CellStatus::incomplete : CellStatus::not_applicable;
      if (cell.note.empty()) cell.note = "no case of it was run";
    }
    report_.matrix.push_back(std::move(cell));
  }
}

}  // namespace strideproof
