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

// Write or read members as fields of the same names.
#define MEMBER(name) archive.field(#name, of.name);
#define MEMBER_IF_ANY(name) archive.field_if_any(#name, of.name);
#define FIELDS(...) NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(MEMBER, __VA_ARGS__))
#define FIELDS_IF_ANY(...) NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(MEMBER_IF_ANY, __VA_ARGS__))

void fields(auto archive, Is<CaseCounts> auto& of) {
  FIELDS(executed, rejected);
  archive.field("reasons", of.not_judged);
  FIELDS(left_out);
}

void fields(auto archive, Is<EdgeCount> auto& of) { FIELDS(reachable, judged, missed); }

void fields(auto archive, Is<OperationReport> auto& of) {
  const CaseCounts& cases = of.cases;
  const int64_t unsupported = cases.not_judged_for("unsupported");
  archive.field("name", of.operation);
  FIELDS(profile, status);
  archive.derived("cases", cases.judged());
  FIELDS(failures);
  archive.derived("unsupported", unsupported);
  archive.derived("not_judged", cases.not_judged_at_all() - unsupported);
  fields(archive, of.cases);
  FIELDS(edges);
}

void fields(auto archive, Is<Difference> auto& of) {
  FIELDS(space, lane, offset, expected, found);
  FIELDS_IF_ANY(element);
  if (of.element) archive.field("byte_of_element", of.byte_of_element);
}

void fields(auto archive, Is<Hides> auto& of) { FIELDS(drawn, met); }

void fields(auto archive, Is<ConditionOfCause> auto& of) {
  archive.field("condition", of.text);
  FIELDS(is_met, met, failed);
}

void fields(auto archive, Is<Finding> auto& of) {
  FIELDS(operation, profile, layer);
  archive.field("case", of.line);
  FIELDS(kind, detail, explanation, labels);
  archive.field_or_null("condition", of.condition);
  FIELDS(examined, repeats, unused_stride, failures, hides);
  archive.made("replay", replay_command(of), of.replay);
  FIELDS_IF_ANY(with, readings, difference, of_cause, same_cause, end, entry, reason, until);
}

void fields(auto archive, Is<ReadingReport> auto& of) {
  FIELDS(id, operation);
  archive.field("default", of.by_default);
  archive.derived("differs", of.differs_from_default());
  FIELDS(held, by_rejections);
  archive.field_or_null("case", of.line);
  archive.field_or_null("taken", of.taken);
  FIELDS(left, cases, compared);
  archive.field_or_null("candidate", of.candidate);
  archive.field_or_null("contradicted_by", of.contradicted_by);
  archive.field_or_null("no_effect", of.no_effect);
  FIELDS(needs_illegal);
}

void fields(auto archive, Is<LayerReport> auto& of) {
  FIELDS(name, seconds, count);
  fields(archive, of.cases);
}

void fields(auto archive, Is<Cell> auto& of) {
  FIELDS(operation, layer, status, count, unit, note);
  if (of.unit == "cases") fields(archive, of.cases);
}

Json boundaries(const RunReport& report) {
  const std::vector<BoundaryTable::BoundaryRow> rows = report.boundaries.rows();
  const EdgeCount all = count(rows);
  Json goals = Json::array();
  for (const BoundaryTable::BoundaryRow& row : rows) {
    Json goal = {{"operation", row.operation->name},
                 {"label", row.goal.label()},
                 {"side", row.goal.landmark ? Json(nullptr) : Json(name(row.goal.side))},
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

void fields(auto archive, Is<RunReport> auto& of) {
  FIELDS(version, date, command, implementation, target, profiles, seed, seconds);
  archive.derived("cases", of.cases.judged());
  FIELDS(interrupted, restarts, operations, findings);
  archive.derived("causes", causes_of(of.findings));
  if (of.command == "check") archive.derived("failures", count_failures(of));
  FIELDS(readings, waived, layers, matrix, notes);
  fields(archive, of.cases);
  if (of.boundaries.counts()) archive.derived("boundaries", boundaries(of));
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

std::string to_json(const RunReport& report) {
  // Bytes that are not UTF-8 (output before a crash) become U+FFFD instead of an exception.
  return Json(report).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

RunReport parse_report(const std::string& json) try {
  RunReport report = Json::parse(json);
  if (report.command != "check") throw SetupError("only reports of check are merged");
  return report;
} catch (const Json::exception&) {
  throw SetupError("no report of strideproof check --json of this version");
}

}  // namespace strideproof
