// The page of a report: page.html next to the corpus, with the report in it as JSON, from which its
// script makes the page, and as text for readers without scripts.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conform/base/text.h"
#include "conform/report/causes.h"
#include "conform/report/json_fields.h"
#include "conform/report/report.h"
#include "conform/report/write.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

// The picture of the failing step of the finding's program, if the line is a case.
std::string picture_of(const Finding& finding) {
  try {
    const Program program = parse_program(finding.line);
    const auto step = std::ranges::find_if(
        program.steps, [&](const Case& c) { return c.operation->name == finding.operation; });
    return picture(step == program.steps.end() ? program.steps.back() : *step, finding.difference);
  } catch (const LineError&) {
    return {};  // a finding without a case, such as an unreadable line of a corpus
  }
}

}  // namespace

std::string to_html(const RunReport& report) {
  Json data = {{"report", Json::parse(to_json(report))},
               {"status", exit_status(report)},
               {"causes", Json::array()},
               {"conditions", Json::array()},
               {"shares", Json::array()},
               {"pictures", Json::array()}};
  for (const Cause& cause : causes_of(report.findings)) {
    Json& numbers = data["causes"].emplace_back(Json::array());
    for (const Finding* finding : cause.findings)
      numbers.push_back(finding - report.findings.data());
    data["conditions"].push_back(common_condition(cause));
    data["shares"].push_back(share_hidden(cause));
  }
  for (const Finding& finding : report.findings) data["pictures"].push_back(picture_of(finding));
  // No text ends the script.
  const std::string json = fmt::format("{}", fmt::join(split(data.dump(), "</"), "\\u003c/"));
  return from_template("report.html", {{"text", escape(to_text(report))}, {"data", json}});
}

}  // namespace strideproof
