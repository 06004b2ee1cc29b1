#include <nlohmann/json.hpp>

#include "conform/report/causes.h"
#include "conform/report/report.h"

namespace strideproof {
namespace {

using Json = nlohmann::ordered_json;

Json json(const Difference& difference) {
  Json j = {{"space", name(difference.space)},
            {"lane", difference.lane},
            {"offset", difference.offset},
            {"expected", difference.expected},
            {"found", difference.found}};
  if (difference.element) {
    j["element"] = *difference.element;
    j["byte_of_element"] = difference.byte_of_element;
  }
  return j;
}

Json json(const Finding& finding) {
  Json j = {{"operation", finding.operation},
            {"profile", finding.profile},
            {"layer", finding.layer},
            {"case", finding.line},
            {"kind", finding.kind},
            {"detail", finding.detail},
            {"explanation", finding.explanation},
            {"labels", finding.labels}};
  if (!finding.line.empty()) j["replay"] = replay_command(finding);
  if (!finding.with.empty()) j["with"] = finding.with;
  if (!finding.readings.empty()) j["readings"] = finding.readings;
  if (finding.difference) j["difference"] = json(*finding.difference);
  return j;
}

Json json(const Hides& hides) { return {{"drawn", hides.drawn}, {"met", hides.met}}; }

Json condition_of(const Finding& finding) {
  return finding.condition.empty() ? Json(nullptr) : Json(finding.condition);
}

Json json(const Cause& cause) {
  Json operations = Json::array();
  for (const Finding* finding : cause.findings)
    operations.push_back({{"operation", finding->operation},
                          {"profile", finding->profile},
                          {"failures", finding->failures},
                          {"condition", condition_of(*finding)},
                          {"hides", json(finding->hides)},
                          {"case", finding->line}});
  return {{"kind", cause.first().kind},
          {"condition", condition_of(cause.first())},
          {"explanation", cause.first().explanation},
          {"rules", cause.rules},
          {"because", cause.because},
          {"failures", cause.failures()},
          {"hides", json(cause.hides())},
          {"operations", std::move(operations)}};
}

// Adds "executed" and "rejected", whose sum is the number of cases, and "reasons" with the number
// not judged for each.
void add(Json& j, const CaseCounts& cases) {
  j["executed"] = cases.executed;
  j["rejected"] = cases.rejected;
  j["reasons"] = cases.not_judged;
}

Json json(const OperationReport& operation) {
  const CaseCounts& cases = operation.cases;
  const int64_t unsupported = cases.not_judged_for("unsupported");
  Json j = {{"name", operation.operation},
            {"profile", operation.profile},
            {"status", name(operation.status)},
            {"cases", cases.judged()},
            {"failures", operation.failures},
            {"unsupported", unsupported},
            {"not_judged", cases.not_judged_at_all() - unsupported}};
  add(j, cases);
  j["edges"] = {{"reachable", operation.edges.reachable},
                {"judged", operation.edges.judged},
                {"missed", operation.edges.missed}};
  return j;
}

Json json(const ReadingReport& reading) {
  return {{"id", reading.id},
          {"operation", reading.operation},
          {"default", reading.by_default},
          {"differs", reading.differs_from_default()},
          {"held", reading.held},
          {"case", reading.line.empty() ? Json(nullptr) : Json(reading.line)},
          {"taken", reading.taken ? Json(*reading.taken) : Json(nullptr)},
          {"left", reading.left},
          {"cases", reading.cases}};
}

Json json(const Waived& waived) {
  Json j = json(waived.finding);
  j["reason"] = waived.reason;
  j["until"] = waived.until;
  return j;
}

Json json(const LayerReport& layer) {
  Json j = {{"name", layer.name}, {"seconds", layer.seconds}, {"count", layer.count}};
  add(j, layer.cases);
  return j;
}

Json json(const Cell& cell) {
  Json j = {{"operation", cell.operation}, {"layer", cell.layer}, {"status", name(cell.status)},
            {"count", cell.count},         {"unit", cell.unit},   {"note", cell.note}};
  if (cell.unit == "cases") add(j, cell.cases);
  return j;
}

Json json(const RunReport& report, const BoundaryTable& table) {
  const std::vector<BoundaryTable::BoundaryRow> rows = table.rows();
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

template <class T>
Json list(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(json(value));
  return array;
}

}  // namespace

std::string to_json(const RunReport& report) {
  Json j = {{"version", report.version},
            {"date", report.date},
            {"command", report.command},
            {"implementation", report.implementation},
            {"profiles", report.profiles},
            {"seed", report.seed},
            {"seconds", report.seconds},
            {"cases", report.cases.judged()},
            {"interrupted", report.interrupted},
            {"restarts", report.restarts},
            {"operations", list(report.operations)},
            {"findings", list(report.findings)},
            {"causes", list(causes_of(report.findings))},
            {"readings", list(report.readings)},
            {"waived", list(report.waived)},
            {"layers", list(report.layers)},
            {"matrix", list(report.matrix)},
            {"notes", report.notes}};
  add(j, report.cases);
  if (report.boundaries.counts()) j["boundaries"] = json(report, report.boundaries);
  // Bytes that are not UTF-8 (output before a crash) become U+FFFD instead of an exception.
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace strideproof
