#include "conform/check/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conform/command/paths.h"
#include "corpus/corpus.h"
#include "props/generate.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// After so many ends of its process in legal cases of an operation, or in illegal ones, only one in
// so many of these cases is given, as each end costs a start.
constexpr int most_ends = 3;
constexpr int64_t given_one_in = 8;
constexpr const char* held_back = "held back after 3 crashes";
constexpr int64_t cases_after_departure = 20'000;
// Time after the deadline of a profile to finish a finding: this many seconds, at most a fifth of
// the total.
constexpr double longest_delay = 9;

OfferedMemory offered_memory(const Profile& profile, const PluginCapabilities& capabilities) {
  OfferedMemory offered;
  if (capabilities.windows.empty()) return offered;
  offered.holds = [&capabilities](const Program& program) { return capabilities.holds(program); };
  for (const Window& window : profile.windows)
    for (const MemoryRange& part : capabilities.clip({Space::system, 0, window.first, window.size}))
      offered.windows.push_back({part.first, part.size});
  return offered;
}

}  // namespace

Checker::Checker(const CheckOptions& options, const Profile& profile, Session& session,
                 Clock::time_point deadline, Progress& progress, RunReport& report)
    : options_(options),
      profile_(profile),
      there_(props::keep_on(options.operations, profile)),
      session_(session),
      deadline_(deadline),
      progress_(progress),
      report_(report),
      doing_(fmt::format("{} on {}", session.capabilities().name, profile.name)),
      tally_(catalogue().size()),
      readings_(profile),
      findings_(
          options.target, profile, options.timeout, "plug-in",
          [this] { return stop_requested() || Clock::now() >= deadline_ + delay(); }, readings_,
          report.findings),
      edges_(there_, profile) {
  Operations provided;
  for (const Operation* operation : there_)
    if (session.capabilities().provides(*operation)) provided.push_back(operation);
  if (provided.empty()) return;
  Suite suite = edge_suite(provided, profile, session.capabilities());
  if (!session_.illegal_given()) suite.illegal.clear();
  for (const Case& c : suite.outside) edges_.not_given(c);
  of_legal_suite_ = static_cast<int64_t>(suite.legal.size());
  of_suites_ = of_legal_suite_ + static_cast<int64_t>(suite.illegal.size());
  source_ = sequence(list_source(std::move(suite.legal)),
                     sequence(list_source(std::move(suite.illegal)), later_source(provided)));
}

std::optional<Program> Checker::next() {
  if (!source_ || over()) return std::nullopt;
  if (options_.cases && given_ - of_suites_ >= *options_.cases) return std::nullopt;
  std::optional<Program> program = source_->next();
  if (program) ++given_;
  return program;
}

bool Checker::admits(const Program& program) {
  if (over()) return false;
  const char* reason = reason_not_given(program);
  if (reason == nullptr && hold_back(program)) reason = held_back;
  if (reason != nullptr) not_judged(program, reason);
  return reason == nullptr;
}

const char* Checker::reason_not_given(const Program& program) const {
  const PluginCapabilities& capabilities = session_.capabilities();
  if (!session_.illegal_given() && !surely_legal(program)) return "without sp_status";
  if (!std::all_of(program.steps.begin(), program.steps.end(),
                   [&](const Case& c) { return capabilities.provides(c); }))
    return "not provided";
  if (!capabilities.holds(program)) return "outside sp_window";
  if (too_costly(program)) return "too costly";
  if (!hold_every_reading(program)) return spread_too_far;
  return nullptr;
}

// A program of the suites is given unless a legal case ends the process: edges must be judged.
bool Checker::hold_back(const Program& program) {
  const bool legal = surely_legal(program);
  if (!legal && options_.target.rejects_by_abort && answered_ < of_suites_) return false;
  return std::any_of(program.steps.begin(), program.steps.end(), [&](const Case& c) {
    Tally& tally = tally_[static_cast<size_t>(c.operation->index)];
    return (legal ? tally.legal_ends : tally.illegal_ends) >= most_ends &&
           ++tally.held_back % given_one_in != 0;
  });
}

void Checker::judged(const Program& program, const Expectation& expectation, const Verdict& verdict,
                     const Outcome& outcome, const Found& found) {
  const Verdict settled = readings_.learn(program, verdict, outcome, found);
  report_.cases.add(settled.kind);
  if (departed_at_ < 0 && readings_.departs()) departed_at_ = report_.cases.judged();
  count(program, [&](Tally& tally) {
    tally.cases.add(settled.kind);
    if (is_finding(settled.kind)) ++tally.failures;
  });
  if (session_.restarts() > restarts_) count_end(program, settled);
  if (is_right(settled.kind)) report_.boundaries.add("plug-in", program, expectation.results);
  if (is_right(settled.kind) || is_finding(settled.kind))
    edges_.judged(program, expectation.results);
  if (is_finding(settled.kind)) {
    if (answered_ < of_legal_suite_ && !options_.first_only)
      failures_.push_back({program, settled});
    else
      add_finding(program, settled);
  }
  findings_.saw(program);
  progress_.show(doing_, report_.cases.judged(), static_cast<int64_t>(report_.findings.size()));
  answered();
}

void Checker::not_judged(const Program& program, const char* reason) {
  ++report_.cases.not_judged[reason];
  count(program, [&](Tally& tally) { ++tally.cases.not_judged[reason]; });
  if (answered_ < of_suites_ && reason != held_back)
    for (const Case& step : program.steps) edges_.not_given(step);
  answered();
}

// Programs are answered in the order in which they were given.
void Checker::answered() {
  if (++answered_ == of_legal_suite_) add_findings_of_suite();
}

void Checker::add_findings_of_suite() {
  for (const Failure& failure : std::exchange(failures_, {}))
    add_finding(failure.program, failure.verdict);
}

void Checker::add_finding(const Program& program, const Verdict& verdict) {
  if (options_.first_only && !report_.findings.empty()) return;
  const size_t known = report_.findings.size();
  findings_.add(program, verdict);
  if (report_.findings.size() > known) progress_.line(headline(report_.findings.back()));
}

// The process of the plug-in ended during the step of the verdict.
void Checker::count_end(const Program& program, const Verdict& verdict) {
  restarts_ = session_.restarts();
  const auto step = static_cast<size_t>(verdict.step);
  Tally& tally = tally_[static_cast<size_t>(program.steps[step].operation->index)];
  ++(surely_legal(program) ? tally.legal_ends : tally.illegal_ends);
}

void Checker::write_outside_window(const WriteOutsideWindow& write) {
  Verdict verdict;
  verdict.kind = VerdictKind::write_outside;
  verdict.difference = write.difference;
  verdict.detail = fmt::format("far from every operand: {}", write.place);
  if (!write.replayed)
    verdict.detail += fmt::format(
        "; seen in the sweep of {} programs that ended with this one, but not when they were "
        "replayed",
        Session::sweep_period);
  count(write.program, [](Tally& tally) { ++tally.failures; });
  // Not shrunk: the windows do not show it in a worker of its own.
  Finding finding = finding_of(write.program, verdict, "plug-in");
  finding.explanation = "no case near it was tried: only sweeps of all memory show it";
  const auto same =
      std::count_if(report_.findings.begin(), report_.findings.end(), [&](const Finding& other) {
        return other.operation == finding.operation && other.kind == finding.kind;
      });
  if (same >= 3) return;
  progress_.line(headline(finding));
  report_.findings.push_back(std::move(finding));
}

void Checker::report() {
  add_findings_of_suite();
  report_.restarts += session_.restarts();
  for (const Operation* operation : there_) {
    const Tally& tally = tally_[static_cast<size_t>(operation->index)];
    EdgeCount edges = edges_.count(*operation, session_.illegal_given());
    const Conformance conformance = status(*operation, tally, edges);
    report_.operations.push_back({std::string(operation->name), std::string(profile_.name),
                                  conformance, tally.cases, tally.failures, std::move(edges)});
    readings_.report(*operation, report_.readings);
    note(*operation);
    for (std::string& line : readings_.undecided(*operation))
      report_.notes.push_back(std::move(line));
  }
}

// The suites of our own libraries are not cut, so that load changes no result.
bool Checker::over() const {
  const bool late = Clock::now() >= deadline_ && (!options_.target.ours || given_ >= of_suites_);
  return stop_requested() || late ||
         (options_.first_only && (!report_.findings.empty() || departed_for_long()));
}

Checker::Clock::duration Checker::delay() const {
  const std::chrono::duration<double> most(std::min(longest_delay, options_.seconds / 5));
  return std::chrono::duration_cast<Clock::duration>(most);
}

// A deviation that is a documented reading may become a finding soon, or never.
bool Checker::departed_for_long() const {
  return departed_at_ >= 0 && report_.cases.judged() > departed_at_ + cases_after_departure;
}

// Layer shapes are large and many: few at a time, so that other sources do not wait. Programs
// outside the memory offered are left out.
std::unique_ptr<Source> Checker::later_source(const Operations& provided) const {
  const auto part = [&](std::unique_ptr<Source> source, int times) {
    return WeightedSource{
        shard(std::move(source), options_.shard, options_.shards, [this] { return over(); }),
        times};
  };
  const PluginCapabilities& capabilities = session_.capabilities();
  const Cases cases = session_.illegal_given() ? Cases::all : Cases::legal;
  // Each shard has its own seed instead of every n-th case, so random sampling is as dense as
  // without shards.
  const uint64_t seed = options_.seed + 0x9e3779b97f4a7c15 * static_cast<uint64_t>(options_.shard);
  std::vector<WeightedSource> parts;
  const OfferedMemory offered = offered_memory(profile_, capabilities);
  parts.push_back({random_source(provided, profile_, seed, cases, offered), 64});
  for (const std::string& folder : corpus_folders()) {
    std::vector<Program> programs;
    for (const corpus::Entry& entry : corpus::by_line(corpus::read(folder)))
      if (entry.program.profile == &profile_)
        if (const std::optional<Program> program = move_into(entry.program, capabilities))
          programs.push_back(*program);
    parts.push_back(part(list_source(programs, provided, profile_), 2));
  }
  parts.push_back(part(exhaustive_source(provided, profile_, cases, offered), 64));
  return mix(std::move(parts));
}

template <class Change>
void Checker::count(const Program& program, Change change) {
  for (size_t i = 0; i < program.steps.size(); ++i)
    if (is_first_of_operation(program, i))
      change(tally_[static_cast<size_t>(program.steps[i].operation->index)]);
}

// Boundaries are solved for the first profile of an operation, so only there each must be judged.
Conformance Checker::status(const Operation& operation, const Tally& tally,
                            const EdgeCount& edges) const {
  if (!session_.capabilities().provides(operation)) return Conformance::not_provided;
  if (tally.failures > 0) return Conformance::fails;
  if (tally.cases.judged() == 0 && tally.cases.not_judged_for("unsupported") > 0)
    return Conformance::unsupported;
  const bool required = &profile_ == operation.profiles.front();
  return tally.cases.judged() > 0 && (!required || edges.missed.empty()) ? Conformance::conforms
                                                                         : Conformance::incomplete;
}

void Checker::note(const Operation& operation) {
  const PluginCapabilities& capabilities = session_.capabilities();
  const std::string missing = capabilities.missing(operation);
  if (capabilities.provides(operation) && !missing.empty())
    report_.notes.push_back(
        fmt::format("{} on {}: not provided: {}", operation.name, profile_.name, missing));
}

}  // namespace strideproof
