// SARIF 2.1.0: a rule for each constraint that a finding violates, or else for its kind.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "conform/report/describe.h"
#include "conform/report/json_fields.h"
#include "conform/report/report.h"

namespace strideproof {
namespace {

// "wrong-byte", or the first constraint that the case violates.
std::string rule_of(const Finding& finding) {
  if (!finding.labels.empty()) return finding.labels.front();
  std::string rule(name(finding.kind));
  std::ranges::replace(rule, ' ', '-');
  return rule;
}

std::string sentence_of(const Finding& finding) {
  if (finding.labels.empty()) return fmt::format("A finding of the kind '{}'", name(finding.kind));
  const Constraint* constraint = constraint_of(finding.labels.front());
  return constraint == nullptr ? finding.labels.front() : because(*constraint);
}

// FNV-1a, so that a finding keeps its number from run to run and from machine to machine.
std::string hash(const std::string& text) {
  uint64_t value = 0xcbf29ce484222325;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", value);
}

std::string message(const Finding& finding) {
  std::string text(name(finding.kind));
  if (!finding.detail.empty()) text += ": " + finding.detail;
  if (!finding.explanation.empty()) text += "\n" + finding.explanation;
  return finding.line.empty() ? text : text + "\n" + replay_command(finding);
}

}  // namespace

std::string to_sarif(const RunReport& report) {
  Json rules = Json::array(), results = Json::array();
  std::map<std::string, size_t> index;  // of each rule
  std::map<std::string, int> count;     // findings that differ in their case alone
  const auto add = [&](const Finding& finding) -> Json& {
    const std::string rule = rule_of(finding);
    const auto [at, is_new] = index.try_emplace(rule, rules.size());
    if (is_new)
      rules.push_back({{"id", rule},
                       {"shortDescription", {{"text", sentence_of(finding)}}},
                       {"defaultConfiguration", {{"level", "error"}}}});
    const std::string same =
        fmt::format("{}/{}/{}/{}", finding.operation, finding.profile, name(finding.kind), rule);
    const Json location = {
        {"name", finding.operation},
        {"fullyQualifiedName", fmt::format("{}/{}", finding.profile, finding.operation)},
        {"kind", "function"}};
    results.push_back(
        {{"ruleId", rule},
         {"ruleIndex", at->second},
         {"level", "error"},
         {"message", {{"text", message(finding)}}},
         {"locations", Json::array({{{"logicalLocations", Json::array({location})}}})},
         {"partialFingerprints",
          {{"strideproofFinding/v1", hash(fmt::format("{}/{}", same, count[same]++))}}},
         {"properties",
          {{"kind", name(finding.kind)},
           {"layer", finding.layer},
           {"case", finding.line},
           {"labels", finding.labels}}}});
    return results.back();
  };
  for (const Finding& finding : report.findings) add(finding);
  for (const Finding& finding : report.waived)
    add(finding)["suppressions"] = Json::array(
        {{{"kind", "external"},
          {"justification", fmt::format("{} (until {})", finding.reason, finding.until)}}});

  const Json driver = {{"name", "strideproof"}, {"version", report.version}, {"rules", rules}};
  const Json invocation = {{"executionSuccessful", !report.interrupted},
                           {"exitCode", exit_status(report)},
                           {"startTimeUtc", report.date}};
  const std::string run_id =
      fmt::format("strideproof {}/{}/", report.command, report.implementation);
  const Json run = {{"tool", {{"driver", driver}}},
                    {"automationDetails", {{"id", run_id}}},
                    {"invocations", Json::array({invocation})},
                    {"results", results},
                    {"columnKind", "unicodeCodePoints"}};
  const Json whole = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({run})}};
  return json_text(whole);
}

}  // namespace strideproof
