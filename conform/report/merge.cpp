#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "conform/base/setup_error.h"
#include "conform/report/report.h"
#include "conform/report/write.h"

namespace strideproof {
namespace {

// Keeps the values that `other` has too.
template <class T>
void intersect(std::vector<T>& values, const std::vector<T>& other) {
  std::erase_if(values, [&](const T& value) { return std::ranges::count(other, value) == 0; });
}

// ---- Rows with equal keys are about the same thing in both parts ----

std::string key_of(const std::string& note_or_profile) { return note_or_profile; }

auto key_of(const OperationReport& operation) {
  return std::tuple(operation.operation, operation.profile);
}

auto key_of(const ReadingReport& reading) { return std::tuple(reading.operation, reading.id); }

auto key_of(const Finding& finding) {
  return std::tuple(finding.operation, finding.line, finding.kind, finding.readings,
                    finding.line.empty() ? finding.detail : std::string());
}

template <class Entry, class Other>
auto find_same(std::vector<Entry>& rows, const Other& other) {
  return std::ranges::find_if(rows, [&](const Entry& row) { return key_of(row) == key_of(other); });
}

// ---- Adding a row to that of the same key ----

void add(std::string&, const std::string&) {}

// A part that fails decides; then one that conforms, or edges that only the parts together meet.
Conformance status_of(Conformance a, Conformance b, const OperationReport& both) {
  using enum Conformance;
  for (const Conformance decides : {fails, waived, conforms})
    if (a == decides || b == decides) return decides;
  if (a == b && a != incomplete) return a;
  const bool conforms_in_all = both.cases.judged() > 0 && both.edges.missed.empty();
  return conforms_in_all ? conforms : incomplete;
}

void add(OperationReport& operation, const OperationReport& other) {
  operation.cases += other.cases;
  operation.failures += other.failures;
  EdgeCount& edges = operation.edges;
  intersect(edges.missed, other.edges.missed);
  edges.reachable = std::max(edges.reachable, other.edges.reachable);
  edges.judged = edges.reachable - std::ssize(edges.missed);
  operation.status = status_of(operation.status, other.status, operation);
}

// The readings that both parts leave. If there is none, the default, if one part leaves the default
// and the other one ruled it out by a rejection alone, which may have had another reason.
std::vector<std::string> left_in_both(const ReadingReport& one, const ReadingReport& other) {
  std::vector<std::string> both = one.left;
  intersect(both, other.left);
  const auto leaves_default = [](const ReadingReport& part) {
    return std::ranges::count(part.left, part.by_default) > 0;
  };
  const bool is_by_default =
      (one.by_rejections && leaves_default(other)) || (other.by_rejections && leaves_default(one));
  if (both.empty() && is_by_default) return {one.by_default};
  return both;
}

void add(ReadingReport& reading, const ReadingReport& other) {
  const auto is_shown = [](const ReadingReport& one) {
    return one.differs_from_default() && !one.by_rejections;
  };
  const bool shown = is_shown(reading) || is_shown(other);
  reading.left = left_in_both(reading, other);
  reading.by_rejections = reading.differs_from_default() && !shown;
  reading.taken.reset();
  if (reading.left.size() == 1) reading.taken = reading.left.front();
  reading.cases += other.cases;
  if (reading.line.empty()) reading.line = other.line;
  reading.compared += other.compared;
  if (reading.candidate.empty()) reading.candidate = other.candidate;
  if (reading.contradicted_by.empty()) reading.contradicted_by = other.contradicted_by;
  const auto is_explained = [](const ReadingReport& of) {
    return of.needs_illegal || !of.no_effect.empty();
  };
  reading.needs_illegal = (reading.needs_illegal || other.needs_illegal) && is_explained(reading) &&
                          is_explained(other);
  if (reading.no_effect != other.no_effect) reading.no_effect.clear();
  if (reading.left.size() > 1) return;
  reading.compared = 0;
  reading.needs_illegal = false;
  for (std::string* of_open : {&reading.candidate, &reading.no_effect}) of_open->clear();
}

void add(Finding& finding, const Finding& other) {
  finding.failures += other.failures;
  finding.hides += other.hides;
}

template <class Entry>
void add_rows(std::vector<Entry>& into, const std::vector<Entry>& from) {
  for (const Entry& row : from)
    if (const auto same = find_same(into, row); same != into.end())
      add(*same, row);
    else
      into.push_back(row);
}

// ---- Parts that differ ----

// Adds a finding if the two parts read an entry of the ledger differently; the rows of its
// operation fail.
void find_contradiction(RunReport& report, const ReadingReport& one, const ReadingReport& other) {
  if (!left_in_both(one, other).empty() || one.left.empty() || other.left.empty()) return;
  Finding finding;
  finding.operation = one.operation;
  finding.kind = VerdictKind::no_reading_explains;
  finding.detail = fmt::format("{}: one part takes '{}', another one '{}'", one.id,
                               fmt::join(one.left, " | "), fmt::join(other.left, " | "));
  finding.entry = one.id;
  finding.explanation = "each part alone replays without a finding";
  finding.layer = plugin_layer;
  for (OperationReport& operation : report.operations) {
    if (operation.operation != one.operation || operation.cases.judged() == 0) continue;
    operation.status = Conformance::fails;
    ++operation.failures;
    finding.profile = operation.profile;
  }
  report.findings.push_back(std::move(finding));
}

// Counts the findings that this part waives and the other one does not. Their cases were not
// counted as failures.
void count_unless_waived_in(RunReport& other, RunReport& part) {
  std::erase_if(part.waived, [&](const Finding& waived) {
    if (find_same(other.findings, waived) == other.findings.end()) return false;
    for (OperationReport& row : part.operations)
      if (is_about(waived, row)) row.failures += waived.failures;
    part.findings.push_back(waived);
    part.findings.back().reason = part.findings.back().until = "";
    return true;
  });
}

void add(RunReport& report, RunReport other) {
  count_unless_waived_in(other, report);
  count_unless_waived_in(report, other);
  add_rows(report.profiles, other.profiles);
  add_rows(report.notes, other.notes);
  add_rows(report.findings, other.findings);
  add_rows(report.waived, other.waived);
  add_rows(report.operations, other.operations);
  add_readings(report, other.readings);
  report.cases += other.cases;
  report.seconds += other.seconds;
  report.restarts += other.restarts;
  report.interrupted = report.interrupted || other.interrupted;
}

std::string_view cases_given(const RunReport& report) {
  const bool only_legal = std::ranges::any_of(
      report.notes, [](const std::string& note) { return note.starts_with("--legal"); });
  return only_legal ? "legal cases" : "all cases";
}

// Throws SetupError if they are not parts of one check.
void require_parts(const RunReport& report, const RunReport& other) {
  const auto require_equal = [](const char* what, const auto& one, const auto& another) {
    if (one != another)
      throw SetupError(fmt::format("the reports are of two {}: {} and {}", what, one, another));
  };
  require_equal("implementations", report.implementation, other.implementation);
  require_equal("versions", report.version, other.version);
  require_equal("targets", report.target, other.target);
  require_equal("seeds", report.seed, other.seed);
  require_equal("kinds of check", cases_given(report), cases_given(other));
}

}  // namespace

void add_readings(RunReport& report, const std::vector<ReadingReport>& part) {
  for (const ReadingReport& row : part)
    if (const auto same = find_same(report.readings, row); same != report.readings.end()) {
      find_contradiction(report, *same, row);
      add(*same, row);
    } else {
      report.readings.push_back(row);
    }
}

RunReport merged(const std::vector<std::string>& files) {
  std::optional<RunReport> all;
  std::map<std::string, std::string> known;  // files by their text
  for (const std::string& file : files) {
    const std::string text = read_file(file);
    const auto [same, is_new] = known.emplace(text, file);
    if (!is_new) throw SetupError(fmt::format("{} and {} are the same report", same->second, file));
    RunReport part;
    try {
      part = parse_report(text);
    } catch (const SetupError& problem) {
      throw SetupError(fmt::format("{}: {}", file, problem.what()));
    }
    if (!all) {
      all = std::move(part);
    } else {
      require_parts(*all, part);
      add(*all, std::move(part));
    }
  }
  return *all;
}

}  // namespace strideproof
