#include "conform/report/merge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <tuple>

#include "conform/check/findings.h"
#include "conform/check/setup_error.h"

namespace strideproof {
namespace {

using nlohmann::json;

// The value of an enumeration, all of whose values up to `last` have names.
template <class Enum>
Enum named(const std::string& text, Enum last) {
  for (int value = 0; value <= static_cast<int>(last); ++value)
    if (name(static_cast<Enum>(value)) == text) return static_cast<Enum>(value);
  throw SetupError(fmt::format("'{}' is unknown", text));
}

CaseCounts counts_in(const json& j) {
  return {j.at("executed"), j.at("rejected"), j.at("reasons"), j.at("left_out")};
}

OperationReport operation_in(const json& j) {
  const json& edges = j.at("edges");
  return {j.at("name"),
          j.at("profile"),
          named(j.at("status"), Conformance::waived),
          counts_in(j),
          j.at("failures"),
          {edges.at("reachable"), edges.at("judged"), edges.at("missed")}};
}

Difference difference_in(const json& j) {
  Difference difference{};
  difference.space = named(j.at("space"), Space::l0b);
  difference.lane = j.at("lane");
  difference.offset = j.at("offset");
  difference.expected = j.at("expected");
  difference.found = j.at("found");
  if (j.contains("element")) {
    difference.element = j.at("element").get<std::array<int64_t, 4>>();
    difference.byte_of_element = j.at("byte_of_element");
  }
  return difference;
}

Finding finding_in(const json& j) {
  Finding finding;
  finding.operation = j.at("operation");
  finding.profile = j.at("profile");
  finding.line = j.at("case");
  finding.kind = named(j.at("kind"), VerdictKind::control_passed);
  finding.detail = j.at("detail");
  finding.explanation = j.at("explanation");
  finding.layer = j.at("layer");
  finding.labels = j.at("labels");
  finding.with = j.value("with", finding.with);
  finding.readings = j.value("readings", finding.readings);
  if (j.contains("difference")) finding.difference = difference_in(j.at("difference"));
  if (!j.at("condition").is_null()) finding.condition = j.at("condition");
  finding.examined = j.at("examined");
  finding.unused_stride = j.at("unused_stride");
  finding.failures = j.at("failures");
  finding.hides = {j.at("hides").at("drawn"), j.at("hides").at("met")};
  return finding;
}

ReadingReport reading_in(const json& j) {
  ReadingReport reading{j.at("id"), j.at("operation"), {}, j.at("left"), j.at("cases")};
  if (!j.at("taken").is_null()) reading.taken = j.at("taken").get<std::string>();
  if (!j.at("case").is_null()) reading.line = j.at("case");
  reading.by_default = j.at("default");
  reading.held = j.at("held");
  return reading;
}

RunReport report_in(const json& j) {
  RunReport report;
  report.command = j.at("command");
  if (report.command != "check") throw SetupError("only reports of check are merged");
  report.implementation = j.at("implementation");
  report.target = j.at("target");
  report.profiles = j.at("profiles");
  report.seed = j.at("seed");
  report.version = j.at("version");
  report.date = j.at("date");
  report.seconds = j.at("seconds");
  report.cases = counts_in(j);
  report.restarts = j.at("restarts");
  report.interrupted = j.at("interrupted");
  report.notes = j.at("notes");
  for (const json& each : j.at("operations")) report.operations.push_back(operation_in(each));
  for (const json& each : j.at("findings")) report.findings.push_back(finding_in(each));
  for (const json& each : j.at("readings")) report.readings.push_back(reading_in(each));
  for (const json& each : j.at("waived"))
    report.waived.push_back({finding_in(each), each.at("reason"), each.at("until")});
  return report;
}

// Keeps the values that `other` has too.
template <class T>
void intersect(std::vector<T>& values, const std::vector<T>& other) {
  std::erase_if(values, [&](const T& value) { return std::ranges::count(other, value) == 0; });
}

// Appends the values of `from` that no value of `into` equals.
template <class T, class Key>
void append_new(std::vector<T>& into, const std::vector<T>& from, Key key) {
  for (const T& value : from)
    if (std::ranges::find(into, std::invoke(key, value), key) == into.end()) into.push_back(value);
}

// Findings of two parts with equal keys are one finding.
auto key_of(const Finding& finding) {
  return std::tuple(finding.operation, finding.line, finding.kind, finding.readings,
                    finding.line.empty() ? finding.detail : std::string());
}

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

// Adds a finding if the two parts read an entry of the ledger in different ways, and lets the rows of
// its operation fail.
void find_contradiction(RunReport& report, const ReadingReport& one, const ReadingReport& other) {
  std::vector<std::string> both = one.left;
  intersect(both, other.left);
  if (!both.empty() || one.left.empty() || other.left.empty()) return;
  Finding finding;
  finding.operation = one.operation;
  finding.kind = VerdictKind::no_reading_explains;
  finding.detail = fmt::format("{}: one part takes '{}', another one '{}'", one.id,
                               fmt::join(one.left, " | "), fmt::join(other.left, " | "));
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

void add(ReadingReport& reading, const ReadingReport& other) {
  intersect(reading.left, other.left);
  reading.taken.reset();
  if (reading.left.size() == 1) reading.taken = reading.left.front();
  reading.cases += other.cases;
  if (reading.line.empty()) reading.line = other.line;
}

// The row of the same operation with the same second key; nullptr: there is none.
template <class Row, class Second>
Row* row_like(const Row& row, std::vector<Row>& rows, Second second) {
  const auto same = std::ranges::find_if(rows, [&](const Row& other) {
    return other.operation == row.operation &&
           std::invoke(second, other) == std::invoke(second, row);
  });
  return same == rows.end() ? nullptr : &*same;
}

void add(RunReport& report, const RunReport& other) {
  append_new(report.profiles, other.profiles, std::identity());
  append_new(report.notes, other.notes, std::identity());
  append_new(report.findings, other.findings, key_of);
  append_new(report.waived, other.waived,
             [](const Waived& waived) { return key_of(waived.finding); });
  for (const OperationReport& row : other.operations) {
    if (OperationReport* same = row_like(row, report.operations, &OperationReport::profile))
      add(*same, row);
    else
      report.operations.push_back(row);
  }
  add_readings(report, other.readings);
  report.cases += other.cases;
  report.seconds += other.seconds;
  report.restarts += other.restarts;
  report.interrupted = report.interrupted || other.interrupted;
}

}  // namespace

RunReport read_report(const std::string& path) try {
  std::ifstream file(path);
  if (!file) throw SetupError(std::strerror(errno));
  if (std::filesystem::is_directory(path)) throw SetupError("is a directory");
  return report_in(json::parse(file));
} catch (const json::exception&) {
  throw SetupError(fmt::format("{}: no report of strideproof check --json of this version", path));
} catch (const SetupError& problem) {
  throw SetupError(fmt::format("{}: {}", path, problem.what()));
}

void add_readings(RunReport& report, const std::vector<ReadingReport>& part) {
  for (const ReadingReport& row : part) {
    if (ReadingReport* same = row_like(row, report.readings, &ReadingReport::id)) {
      find_contradiction(report, *same, row);
      add(*same, row);
    } else {
      report.readings.push_back(row);
    }
  }
}

RunReport merged(std::vector<RunReport> reports) {
  RunReport all = std::move(reports.front());
  for (const RunReport& other : std::span(reports).subspan(1)) {
    if (other.implementation != all.implementation)
      throw SetupError(fmt::format("the reports are of two implementations: {} and {}",
                                   all.implementation, other.implementation));
    if (other.version != all.version)
      throw SetupError(
          fmt::format("the reports are of two versions: {} and {}", all.version, other.version));
    add(all, other);
  }
  return all;
}

}  // namespace strideproof
