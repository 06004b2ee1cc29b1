// The part of Checker that reports each operation after the run.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "conform/base/text.h"
#include "conform/check/checker.h"
#include "conform/report/causes.h"
#include "conform/report/report.h"
#include "proofs/boundary/goal.h"

namespace strideproof {

void Checker::report() {
  while (findings_.has_waiting() && !has_found_enough()) add_next_finding({});
  for (const Operation* operation : provided_)
    findings_.causes().count_more(
        *operation, random_source({operation}, profile_, seed_of_shard(options_.shards),
                                  session_.illegal_given() ? Cases::all : Cases::legal,
                                  session_.capabilities()));
  findings_.explain_causes();
  const auto answered = [&](const Operation* operation) {
    const CaseCounts& cases = tally_[*operation].cases;
    return cases.judged() + cases.not_judged_for("unsupported") > 0;
  };
  if (std::ranges::any_of(there_, answered)) report_.profiles.emplace_back(profile_.name);
  report_.restarts += session_.restarts() + findings_.restarts();
  const PluginCapabilities& capabilities = session_.capabilities();
  const ImplementationTraits traits{
      profile_, session_.target().rejects_by_abort && !capabilities.has_status,
      capabilities.offers_window_end(profile_), session_.illegal_given()};
  std::vector<ReadingReport> readings;
  for (const Operation* operation : there_) {
    Tally& tally = tally_[*operation];
    if (options_.strict) add_ruled_out_defaults(*operation, tally);
    OperationReport row;
    row.operation = operation->name;
    row.profile = profile_.name;
    for (const Finding& finding : report_.findings)
      if (is_about(finding, row)) row.failures += finding.failures;
    // The examined failures followed failures of other operations, and the rest are alike.
    if (tally.has_followed && row.failures == 0) tally.failures = 0;
    row.failures = std::max(row.failures, tally.failures);
    row.cases = tally.cases;
    if (capabilities.provides(*operation))
      row.edges = edges_.count(*operation, session_.illegal_given());
    row.status = status(*operation, tally, row.edges);
    report_.operations.push_back(std::move(row));
    // An operation that executes nothing right takes no reading.
    if (tally.right > 0) readings_.report(*operation, traits, readings);
    note(*operation);
    if (!readings_.is_undecided(*operation)) continue;
    for (std::string& line : readings_.undecided(*operation, deciding_candidates(*operation)))
      report_.notes.push_back(std::move(line));
  }
  note_contradictions(readings);
  add_readings(report_, readings);
  note_idle();
  note_edges_not_found();
}

std::string Checker::rows_so_far() const {
  std::string rows;
  for (const Operation* operation : provided_) {
    const Tally& tally = tally_[*operation];
    const EdgeCount edges = edges_.count(*operation, session_.illegal_given());
    rows += fmt::format("\n  {:33} {:8} {:>9} cases, {} of {} edges{}", operation->name,
                        profile_.name, tally.cases.judged(), edges.judged, edges.reachable,
                        tally.failures > 0 ? fmt::format(", {} failed", tally.failures) : "");
  }
  return rows;
}

// Notes, for each entry, a finding that none of the readings left explains.
void Checker::note_contradictions(std::vector<ReadingReport>& readings) const {
  for (ReadingReport& reading : readings) {
    const auto contradicts = [&](const Finding& finding) {
      return finding.kind == VerdictKind::no_reading_explains && finding.end.empty() &&
             finding.operation == reading.operation && finding.profile == profile_.name &&
             rules_of(finding) == std::vector{reading.id};
    };
    const auto found = std::ranges::find_if(report_.findings, contradicts);
    if (!reading.held && found != report_.findings.end()) reading.contradicted_by = found->line;
  }
}

Conformance Checker::status(const Operation& operation, const Tally& tally,
                            const EdgeCount& edges) const {
  if (!session_.capabilities().provides(operation)) return Conformance::not_provided;
  if (tally.failures > 0) return Conformance::fails;
  if (tally.cases.judged() == 0 && tally.cases.not_judged_for("unsupported") > 0)
    return Conformance::unsupported;
  const bool judged = tally.right > 0 && edges.missed.empty();
  return judged ? Conformance::conforms : Conformance::incomplete;
}

// Operations of which no legal case was judged, by the reason.
void Checker::note_idle() {
  std::map<std::string, std::vector<std::string>> idle;
  for (const Operation* operation : provided_) {
    const Tally& tally = tally_[*operation];
    if (tally.right > 0 || tally.failures > 0 || tally.cases.not_judged_for("unsupported") > 0)
      continue;
    std::string reason = describe_not_judged(tally.cases);
    if (reason.empty())
      reason = edges_.unanswered(*operation).empty() ? "no case fits the memory offered"
                                                     : "the run ended before";
    idle[reason].emplace_back(operation->name);
  }
  for (const auto& [reason, operations] : idle)
    report_.notes.push_back(fmt::format("no legal case judged on {} ({}): {}", profile_.name,
                                        reason, first_of(operations)));
}

void Checker::note(const Operation& operation) {
  const PluginCapabilities& capabilities = session_.capabilities();
  const std::string missing = capabilities.missing(operation);
  if (capabilities.provides(operation) && !missing.empty())
    report_.notes.push_back(
        fmt::format("{} on {}: not provided: {}", operation.name, profile_.name, missing));
  if (!has_solved_edges(profile_) || capabilities.offered.empty()) return;
  if (const std::vector<std::string> edges = edges_that_do_not_count(operation); !edges.empty())
    report_.notes.push_back(
        fmt::format("{} on {}: no case was found in the memory offered that meets {}",
                    operation.name, profile_.name, fmt::join(edges, ", ")));
}

// The edges for which the check has no case, if a case of the operation was judged.
std::vector<std::string> Checker::edges_that_do_not_count(const Operation& operation) const {
  std::vector<std::string> labels;
  if (tally_[operation].cases.judged() == 0) return labels;
  for (const solver::Goal& edge : edges_.not_offered(operation))
    if (session_.illegal_given() || !edge.is_outside()) labels.push_back(solver::label(edge));
  return labels;
}

// One note for all operations, as most of them have such edges.
void Checker::note_edges_not_found() {
  if (has_solved_edges(profile_)) return;
  std::vector<std::string> edges;
  for (const Operation* operation : provided_)
    for (const std::string& label : edges_that_do_not_count(*operation))
      edges.push_back(fmt::format("{}.{}", operation->name, label));
  if (!edges.empty())
    report_.notes.push_back(
        fmt::format("{}: no case was found on {}, which the rows do not count: {}; 'boundary OP' "
                    "solves those of an operation",
                    profile_.name, counted(std::ssize(edges), "edge"), first_of(edges)));
}

// Readings that are not the default, with --strict.
void Checker::add_ruled_out_defaults(const Operation& operation, Tally& tally) {
  for (const ReadingTable::RuledOutDefault& ruled_out : readings_.ruled_out_defaults(operation)) {
    ++tally.failures;
    findings_.add_ruled_out_default(operation, ruled_out);
    show_last_finding();
  }
}

}  // namespace strideproof
