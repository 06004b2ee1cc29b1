// The JSON report, written and read: each field stands once, in fields().

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "conform/base/setup_error.h"
#include "conform/report/causes.h"
#include "conform/report/json_fields.h"
#include "conform/report/report.h"

namespace strideproof {
namespace {

using namespace json;

void fields(auto archive, Is<CaseCounts> auto& cases) {
  archive.field("executed", cases.executed);
  archive.field("rejected", cases.rejected);
  archive.field("reasons", cases.not_judged);
  archive.field("left_out", cases.left_out);
}

void fields(auto archive, Is<EdgeCount> auto& edges) {
  archive.field("reachable", edges.reachable);
  archive.field("judged", edges.judged);
  archive.field("missed", edges.missed);
}

void fields(auto archive, Is<OperationReport> auto& operation) {
  const CaseCounts& cases = operation.cases;
  const int64_t unsupported = cases.not_judged_for("unsupported");
  archive.field("name", operation.operation);
  archive.field("profile", operation.profile);
  archive.field("status", operation.status);
  archive.derived("cases", cases.judged());
  archive.field("failures", operation.failures);
  archive.derived("unsupported", unsupported);
  archive.derived("not_judged", cases.not_judged_total() - unsupported);
  fields(archive, operation.cases);
  archive.field("edges", operation.edges);
}

void fields(auto archive, Is<Difference> auto& difference) {
  archive.field("space", difference.space);
  archive.field("lane", difference.lane);
  archive.field("offset", difference.offset);
  archive.field("expected", difference.expected);
  archive.field("found", difference.found);
  archive.field_if_any("element", difference.element);
  if (difference.element) archive.field("byte_of_element", difference.byte_of_element);
}

void fields(auto archive, Is<Hides> auto& hides) {
  archive.field("drawn", hides.drawn);
  archive.field("met", hides.met);
}

void fields(auto archive, Is<ConditionOfCause> auto& condition) {
  archive.field("condition", condition.text);
  archive.field("is_met", condition.is_met);
  archive.field("met", condition.met);
  archive.field("failed", condition.failed);
}

void fields(auto archive, Is<Finding> auto& finding) {
  archive.field("operation", finding.operation);
  archive.field("profile", finding.profile);
  archive.field("layer", finding.layer);
  archive.field("case", finding.line);
  archive.field("kind", finding.kind);
  archive.field("detail", finding.detail);
  archive.field("explanation", finding.explanation);
  archive.field("labels", finding.labels);
  archive.field_or_null("condition", finding.condition);
  archive.field("examined", finding.examined);
  archive.field("repeats", finding.repeats);
  archive.field("unused_stride", finding.unused_stride);
  archive.field("failures", finding.failures);
  archive.field("hides", finding.hides);
  archive.made("replay", replay_command(finding), finding.replay);
  archive.field_if_any("with", finding.with);
  archive.field_if_any("readings", finding.readings);
  archive.field_if_any("difference", finding.difference);
  archive.field_if_any("of_cause", finding.of_cause);
  archive.field_if_any("same_cause", finding.same_cause);
  archive.field_if_any("end", finding.end);
  archive.field_if_any("entry", finding.entry);
  archive.field_if_any("reason", finding.reason);
  archive.field_if_any("until", finding.until);
}

void fields(auto archive, Is<ReadingReport> auto& reading) {
  archive.field("id", reading.id);
  archive.field("operation", reading.operation);
  archive.field("default", reading.by_default);
  archive.derived("differs", reading.differs_from_default());
  archive.field("held", reading.held);
  archive.field("by_rejections", reading.by_rejections);
  archive.field_or_null("case", reading.line);
  archive.field_or_null("taken", reading.taken);
  archive.field("left", reading.left);
  archive.field("cases", reading.cases);
  archive.field("compared", reading.compared);
  archive.field_or_null("candidate", reading.candidate);
  archive.field_or_null("contradicted_by", reading.contradicted_by);
  archive.field_or_null("no_effect", reading.no_effect);
  archive.field("needs_illegal", reading.needs_illegal);
}

void fields(auto archive, Is<LayerReport> auto& layer) {
  archive.field("name", layer.name);
  archive.field("seconds", layer.seconds);
  archive.field("count", layer.count);
  fields(archive, layer.cases);
}

void fields(auto archive, Is<Cell> auto& cell) {
  archive.field("operation", cell.operation);
  archive.field("layer", cell.layer);
  archive.field("status", cell.status);
  archive.field("count", cell.count);
  archive.field("unit", cell.unit);
  archive.field("note", cell.note);
  if (cell.unit == "cases") fields(archive, cell.cases);
}

Json boundaries(const RunReport& report) {
  const std::vector<BoundaryTable::BoundaryRow> rows = report.boundaries.rows();
  const EdgeCount all = count(rows);
  Json goals = Json::array();
  for (const BoundaryTable::BoundaryRow& row : rows) {
    Json goal = {{"operation", row.operation->name},
                 {"label", row.goal.label()},
                 {"side", row.goal.landmark ? Json(nullptr) : Json(name(row.goal.edge))},
                 {"layers", row.layers}};
    if (!row.unreachable.empty()) goal["unreachable"] = row.unreachable;
    goals.push_back(std::move(goal));
  }
  return {{"reachable", all.reachable},
          {"met", all.judged},
          {"unreachable", static_cast<int64_t>(rows.size()) - all.reachable},
          {"required", report.all_boundaries},
          {"goals", std::move(goals)}};
}

void fields(auto archive, Is<RunReport> auto& report) {
  archive.field("version", report.version);
  archive.field("date", report.date);
  archive.field("command", report.command);
  archive.field("implementation", report.implementation);
  archive.field("target", report.target);
  archive.field("profiles", report.profiles);
  archive.field("seed", report.seed);
  archive.field("seconds", report.seconds);
  archive.derived("cases", report.cases.judged());
  archive.field("interrupted", report.interrupted);
  archive.field("restarts", report.restarts);
  archive.field("operations", report.operations);
  archive.field("findings", report.findings);
  archive.derived("causes", causes_of(report.findings));
  if (report.command == "check") archive.derived("failures", count_failures(report));
  archive.field("readings", report.readings);
  archive.field("waived", report.waived);
  archive.field("layers", report.layers);
  archive.field("matrix", report.matrix);
  archive.field("notes", report.notes);
  fields(archive, report.cases);
  if (report.boundaries.counts()) archive.derived("boundaries", boundaries(report));
}

constexpr Conformance last(Conformance) { return Conformance::waived; }
constexpr CellStatus last(CellStatus) { return CellStatus::not_applicable; }
constexpr VerdictKind last(VerdictKind) { return VerdictKind::control_passed; }
constexpr Space last(Space) { return Space::l0b; }

template <class T>
concept Enumeration = std::is_enum_v<T>;

}  // namespace

// nlohmann::json finds these by the namespace of the type.

static void to_json(Json& j, const Enumeration auto& value) { j = name(value); }

template <Enumeration Enum>
static void from_json(const Json& j, Enum& value) {
  for (int number = 0; number <= static_cast<int>(last(Enum())); ++number)
    if (j == name(value = static_cast<Enum>(number))) return;
  throw SetupError(fmt::format("{} is unknown", j.dump()));
}

static void to_json(Json& j, const StatedCondition& condition) { j = condition.text(); }

static void from_json(const Json& j, StatedCondition& condition) {
  condition = StatedCondition(j.get<std::string>());
}

template <class T>
static void to_json(Json& j, const T& object) requires requires {
  fields(Writer{j}, object);
}
{ fields(Writer{j}, object); }

template <class T>
static void from_json(const Json& j, T& object) requires requires {
  fields(Reader{j}, object);
}
{ fields(Reader{j}, object); }

static void to_json(Json& j, const FailureCount& count) {
  j = {{"cases", count.cases},
       {"explained", count.explained},
       {"not_examined", count.not_examined},
       {"not_kept", count.not_kept()}};
}

static void to_json(Json& j, const Cause& cause) {
  Json operations = Json::array();
  for (const Cause::OfOperation& one : cause.of_operations())
    operations.push_back({{"operation", one.shortest->operation},
                          {"profile", one.shortest->profile},
                          {"failures", one.failures},
                          {"condition", or_null(one.shortest->condition)},
                          {"hides", one.hides},
                          {"case", one.shortest->line}});
  const Cause::Stated common = cause.condition();
  j = {{"kind", cause.first().kind},
       {"condition", or_null(common.text)},
       {"findings_compared", common.compared},
       {"findings_meeting", common.meeting},
       {"explanation", cause.first().explanation},
       {"rules", cause.rules},
       {"because", cause.because()},
       {"failures", cause.failures()},
       {"hides", cause.hides()},
       {"operations", std::move(operations)}};
}

std::string to_json(const RunReport& report) { return json_text(Json(report)); }

RunReport parse_report(const std::string& json) try {
  RunReport report = Json::parse(json);
  if (report.command != "check") throw SetupError("only reports of check are merged");
  return report;
} catch (const Json::exception&) {
  throw SetupError("no report of strideproof check --json of this version");
}

}  // namespace strideproof
