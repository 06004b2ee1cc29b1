#include <nlohmann/json.hpp>

#include "conform/report/causes.h"
#include "conform/report/report.h"

namespace strideproof {

using Json = nlohmann::ordered_json;

namespace {

Json null_if_empty(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// Adds "executed" and "rejected", whose sum is the number of cases, "reasons" with the number not
// judged for each, and "left_out" likewise.
void add(Json& j, const CaseCounts& cases) {
  j["executed"] = cases.executed;
  j["rejected"] = cases.rejected;
  j["reasons"] = cases.not_judged;
  j["left_out"] = cases.left_out;
}

}  // namespace

static void to_json(Json& j, const Difference& difference) {
  j = {{"space", name(difference.space)},
       {"lane", difference.lane},
       {"offset", difference.offset},
       {"expected", difference.expected},
       {"found", difference.found}};
  if (!difference.element) return;
  j["element"] = *difference.element;
  j["byte_of_element"] = difference.byte_of_element;
}

static void to_json(Json& j, const Hides& hides) {
  j = {{"drawn", hides.drawn}, {"met", hides.met}};
}

static void to_json(Json& j, const Finding& finding) {
  j = {{"operation", finding.operation},
       {"profile", finding.profile},
       {"layer", finding.layer},
       {"case", finding.line},
       {"kind", name(finding.kind)},
       {"detail", finding.detail},
       {"explanation", finding.explanation},
       {"labels", finding.labels},
       {"condition", null_if_empty(finding.condition)},
       {"examined", finding.examined},
       {"unused_stride", finding.unused_stride},
       {"failures", finding.failures},
       {"hides", finding.hides}};
  if (!finding.line.empty()) j["replay"] = replay_command(finding);
  if (!finding.with.empty()) j["with"] = finding.with;
  if (!finding.readings.empty()) j["readings"] = finding.readings;
  if (finding.difference) j["difference"] = *finding.difference;
}

static void to_json(Json& j, const Cause& cause) {
  Json operations = Json::array();
  for (const Finding* finding : cause.findings)
    operations.push_back({{"operation", finding->operation},
                          {"profile", finding->profile},
                          {"failures", finding->failures},
                          {"condition", null_if_empty(finding->condition)},
                          {"hides", finding->hides},
                          {"case", finding->line}});
  j = {{"kind", name(cause.first().kind)},
       {"condition", null_if_empty(cause.first().condition)},
       {"explanation", cause.first().explanation},
       {"rules", cause.rules},
       {"because", cause.because},
       {"failures", cause.failures()},
       {"hides", cause.hides()},
       {"operations", std::move(operations)}};
}

static void to_json(Json& j, const EdgeCount& edges) {
  j = {{"reachable", edges.reachable}, {"judged", edges.judged}, {"missed", edges.missed}};
}

static void to_json(Json& j, const OperationReport& operation) {
  const CaseCounts& cases = operation.cases;
  const int64_t unsupported = cases.not_judged_for("unsupported");
  j = {{"name", operation.operation},
       {"profile", operation.profile},
       {"status", name(operation.status)},
       {"cases", cases.judged()},
       {"failures", operation.failures},
       {"unsupported", unsupported},
       {"not_judged", cases.not_judged_at_all() - unsupported}};
  add(j, cases);
  j["edges"] = operation.edges;
}

static void to_json(Json& j, const ReadingReport& reading) {
  j = {{"id", reading.id},
       {"operation", reading.operation},
       {"default", reading.by_default},
       {"differs", reading.differs_from_default()},
       {"held", reading.held},
       {"case", null_if_empty(reading.line)},
       {"taken", null_if_empty(reading.taken.value_or(""))},
       {"left", reading.left},
       {"cases", reading.cases}};
}

static void to_json(Json& j, const Waived& waived) {
  j = waived.finding;
  j["reason"] = waived.reason;
  j["until"] = waived.until;
}

static void to_json(Json& j, const LayerReport& layer) {
  j = {{"name", layer.name}, {"seconds", layer.seconds}, {"count", layer.count}};
  add(j, layer.cases);
}

static void to_json(Json& j, const Cell& cell) {
  j = {{"operation", cell.operation}, {"layer", cell.layer}, {"status", name(cell.status)},
       {"count", cell.count},         {"unit", cell.unit},   {"note", cell.note}};
  if (cell.unit == "cases") add(j, cell.cases);
}

static Json boundaries(const RunReport& report) {
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

std::string to_json(const RunReport& report) {
  Json j = {{"version", report.version},
            {"date", report.date},
            {"command", report.command},
            {"implementation", report.implementation},
            {"target", report.target},
            {"profiles", report.profiles},
            {"seed", report.seed},
            {"seconds", report.seconds},
            {"cases", report.cases.judged()},
            {"interrupted", report.interrupted},
            {"restarts", report.restarts},
            {"operations", report.operations},
            {"findings", report.findings},
            {"causes", causes_of(report.findings)},
            {"readings", report.readings},
            {"waived", report.waived},
            {"layers", report.layers},
            {"matrix", report.matrix},
            {"notes", report.notes}};
  add(j, report.cases);
  if (report.boundaries.counts()) j["boundaries"] = boundaries(report);
  // Bytes that are not UTF-8 (output before a crash) become U+FFFD instead of an exception.
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace strideproof
