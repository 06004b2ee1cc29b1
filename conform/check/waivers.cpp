#include "conform/check/waivers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <span>

#include "conform/base/setup_error.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/names.h"

namespace strideproof {
namespace {

bool is_date(const std::string& text) {
  if (!matches_glob("[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]", text)) return false;
  const auto number = [&](size_t at, size_t digits) { return std::stoi(text.substr(at, digits)); };
  return std::chrono::year_month_day(std::chrono::year(number(0, 4)),
                                     std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                     std::chrono::day(static_cast<unsigned>(number(8, 2))))
      .ok();
}

// Throws SetupError if its names match no operation, constraint or kind.
void require_known(const Waiver& waiver, const std::string& where) {
  std::vector<std::string> labels, words;  // words: labels as a waiver may name them
  for (const Operation& operation : catalogue()) {
    if (!matches_glob(waiver.op, operation.name)) continue;
    for (const Constraint& constraint : operation.constraints) {
      labels.push_back(operation.label(constraint));
      words.push_back(fmt::format("*.{}", constraint.label));
    }
  }
  words.insert(words.end(), labels.begin(), labels.end());
  if (matching(waiver.op).empty())
    throw SetupError(fmt::format("{}: no operation matches op={}{}", where, waiver.op,
                                 did_you_mean(waiver.op, catalogue(), &Operation::name)));
  const auto matches = [&](const std::string& label) { return matches_glob(waiver.label, label); };
  if (!waiver.label.empty() && std::ranges::none_of(labels, matches))
    throw SetupError(fmt::format("{}: no constraint of op={} matches label={}{}", where, waiver.op,
                                 waiver.label, did_you_mean(waiver.label, words)));
  const std::span<const std::string_view> kinds = names_of_findings();
  if (!waiver.kind.empty() && std::ranges::find(kinds, waiver.kind) == kinds.end())
    throw SetupError(fmt::format("{}: no finding has the kind '{}'{}; kinds: {}", where,
                                 waiver.kind, did_you_mean(waiver.kind, kinds),
                                 fmt::join(kinds, ", ")));
}

Waiver parse(const std::string& text, const std::string& where) {
  Waiver waiver;
  const struct {
    const char* name;
    std::string& value;
  } fields[] = {{"op", waiver.op},
                {"kind", waiver.kind},
                {"label", waiver.label},
                {"until", waiver.until},
                {"reason", waiver.reason}};
  for (size_t at = 0; (at = text.find_first_not_of(" \t\r", at)) != std::string::npos;) {
    const size_t equals = text.find('=', at);
    const std::string name = text.substr(at, std::min(equals, text.size()) - at);
    const auto field = std::ranges::find_if(fields, [&](const auto& f) { return name == f.name; });
    if (equals == std::string::npos || field == std::end(fields))
      throw SetupError(
          fmt::format("{}: '{}' is not one of op= kind= label= until= reason=", where, name));
    if (!field->value.empty()) throw SetupError(fmt::format("{}: two {}=", where, name));
    const bool quoted = equals + 1 < text.size() && text[equals + 1] == '"';
    const size_t from = equals + (quoted ? 2 : 1);
    const size_t end = quoted ? text.find('"', from) : text.find_first_of(" \t\r", from);
    if (quoted && end == std::string::npos)
      throw SetupError(fmt::format("{}: the quote of {} does not end", where, name));
    field->value = text.substr(from, end - from);
    at = end == std::string::npos ? text.size() : end + 1;
  }
  if (waiver.op.empty() || waiver.reason.empty() || waiver.until.empty())
    throw SetupError(fmt::format("{}: a waiver needs op=, reason= and until=YYYY-MM-DD", where));
  if (!is_date(waiver.until))
    throw SetupError(fmt::format("{}: until={} is no date YYYY-MM-DD", where, waiver.until));
  require_known(waiver, where);
  return waiver;
}

// The first word of the waiver that does not match the finding; empty: it names the finding.
std::string_view mismatch(const Waiver& waiver, const Finding& finding) {
  if (!matches_glob(waiver.op, finding.operation)) return "op";
  if (!waiver.kind.empty() && waiver.kind != name(finding.kind)) return "kind";
  const auto matches = [&](const std::string& label) { return matches_glob(waiver.label, label); };
  const bool any = waiver.label.empty() || std::ranges::any_of(finding.labels, matches);
  return any ? "" : "label";
}

// Names the word of a waiver that no finding matches: "no finding of op=okk_* has kind=crash".
std::string why_unmatched(const Waiver& waiver, const RunReport& report) {
  const auto any_fails_at = [&](std::string_view word) {
    const auto fails = [&](const Finding& finding) { return mismatch(waiver, finding) == word; };
    return std::ranges::any_of(report.findings, fails) || std::ranges::any_of(report.waived, fails);
  };
  const std::string kind = waiver.kind.empty() ? "" : fmt::format(" kind='{}'", waiver.kind);
  if (any_fails_at("label"))
    return fmt::format("no finding of op={}{} has label={}", waiver.op, kind, waiver.label);
  if (any_fails_at("kind")) return fmt::format("no finding of op={} has{}", waiver.op, kind);
  if (report.findings.empty() && report.waived.empty()) return "the run has no finding";
  return fmt::format("no finding has op={}", waiver.op);
}

}  // namespace

std::vector<Waiver> read_waivers(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw SetupError(fmt::format("cannot read waivers {}: {}", path, std::strerror(errno)));
  std::vector<Waiver> waivers;
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    const size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos || text[first] == '#') continue;
    waivers.push_back(parse(text, fmt::format("{}:{}", path, line)));
    waivers.back().line = line;
  }
  if (file.bad()) throw SetupError(fmt::format("cannot read waivers {}", path));
  return waivers;
}

void apply(const std::vector<Waiver>& waivers, const std::string& today, RunReport& report) {
  std::vector<bool> met(waivers.size());
  std::vector<Finding> counted;
  for (Finding& finding : report.findings) {
    size_t by = waivers.size();
    for (size_t i = 0; i < waivers.size(); ++i) {
      if (!mismatch(waivers[i], finding).empty()) continue;
      met[i] = true;
      if (waivers[i].until >= today && by == waivers.size()) by = i;
    }
    if (by == waivers.size()) {
      counted.push_back(std::move(finding));
      continue;
    }
    finding.reason = waivers[by].reason;
    finding.until = waivers[by].until;
    report.waived.push_back(std::move(finding));
  }
  report.findings = std::move(counted);
  for (OperationReport& operation : report.operations) {
    if (operation.status != Conformance::fails) continue;
    const auto is_of_it = [&](const Finding& finding) { return is_about(finding, operation); };
    for (const Finding& waived : report.waived)
      if (is_of_it(waived)) operation.failures -= waived.failures;
    if (std::ranges::any_of(report.findings, is_of_it) ||
        std::ranges::none_of(report.waived, is_of_it))
      continue;
    operation.status = Conformance::waived;
    operation.failures = 0;
  }
  for (size_t i = 0; i < waivers.size(); ++i) {
    if (waivers[i].until < today)
      report.notes.push_back(fmt::format("waiver of line {} ({}) expired on {}", waivers[i].line,
                                         waivers[i].op, waivers[i].until));
    else if (!met[i])
      report.notes.push_back(fmt::format("waiver of line {} ({}) is unused: {}", waivers[i].line,
                                         waivers[i].op, why_unmatched(waivers[i], report)));
  }
}

}  // namespace strideproof
