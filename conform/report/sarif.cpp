// SARIF 2.1.0: a rule for each constraint that a finding violates, or else for its kind.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "conform/report/describe.h"
#include "conform/report/report.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

using Json = nlohmann::ordered_json;

// "wrong-byte", or the first constraint that the case violates.
std::string rule_of(const Finding& finding) {
  if (!finding.labels.empty()) return finding.labels.front();
  std::string rule = finding.kind;
  std::ranges::replace(rule, ' ', '-');
  return rule;
}

std::string sentence_of(const Finding& finding) {
  if (finding.labels.empty()) return fmt::format("A finding of the kind '{}'", finding.kind);
  const std::string& label = finding.labels.front();
  const Constraint* constraint = constraint_of(label);
  if (constraint == nullptr) return label;
  const int entry = ledger_index(constraint->citation);
  return fmt::format("{}: {}", name(constraint->grade),
                     constraint->grade == Grade::assumed && entry >= 0
                         ? ledger()[static_cast<size_t>(entry)].question
                         : constraint->citation);
}

// FNV-1a, so that a finding keeps its number from run to run and from machine to machine.
std::string hash(const std::string& text) {
  uint64_t value = 0xcbf29ce484222325;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", value);
}

std::string message(const Finding& finding) {
  std::string text = finding.kind + (finding.detail.empty() ? "" : ": " + finding.detail);
  if (!finding.explanation.empty()) text += "\n" + finding.explanation;
  return finding.line.empty() ? text : text + "\n" + replay_command(finding);
}

class Sarif {
 public:
  explicit Sarif(const RunReport& report) : report_(report) {
    for (const Finding& finding : report.findings) add(finding);
    for (const Waived& waived : report.waived) {
      Json& result = add(waived.finding);
      result["suppressions"] = {
          {{"kind", "external"},
           {"justification", fmt::format("{} (until {})", waived.reason, waived.until)}}};
    }
  }

  Json whole() const {
    const Json driver = {{"name", "strideproof"}, {"version", report_.version}, {"rules", rules_}};
    const Json invocation = {{"executionSuccessful", !report_.interrupted},
                             {"exitCode", exit_status(report_)},
                             {"startTimeUtc", report_.date}};
    const Json run = {
        {"tool", {{"driver", driver}}},
        {"automationDetails",
         {{"id", fmt::format("strideproof {}/{}/", report_.command, report_.implementation)}}},
        {"invocations", {invocation}},
        {"results", results_},
        {"columnKind", "unicodeCodePoints"}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({run})}};
  }

 private:
  Json& add(const Finding& finding) {
    const std::string rule = rule_of(finding);
    const auto [at, is_new] = index_.try_emplace(rule, rules_.size());
    if (is_new)
      rules_.push_back({{"id", rule},
                        {"shortDescription", {{"text", sentence_of(finding)}}},
                        {"defaultConfiguration", {{"level", "error"}}}});
    const std::string same =
        fmt::format("{}/{}/{}/{}", finding.operation, finding.profile, finding.kind, rule);
    const std::string where = fmt::format("{}/{}", finding.profile, finding.operation);
    results_.push_back(
        {{"ruleId", rule},
         {"ruleIndex", at->second},
         {"level", "error"},
         {"message", {{"text", message(finding)}}},
         {"locations",
          {{{"logicalLocations",
             {{{"name", finding.operation},
               {"fullyQualifiedName", where},
               {"kind", "function"}}}}}}},
         {"partialFingerprints",
          {{"strideproofFinding/v1", hash(fmt::format("{}/{}", same, count_[same]++))}}},
         {"properties",
          {{"kind", finding.kind},
           {"layer", finding.layer},
           {"case", finding.line},
           {"labels", finding.labels}}}});
    return results_.back();
  }

  const RunReport& report_;
  Json rules_ = Json::array(), results_ = Json::array();
  std::map<std::string, size_t> index_;  // of each rule
  std::map<std::string, int> count_;     // findings that differ in their case alone
};

}  // namespace

std::string to_sarif(const RunReport& report) {
  return Sarif(report).whole().dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace strideproof
