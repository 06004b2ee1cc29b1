// The part of the text of a report about readings of the ledger.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <utility>

#include "conform/base/text.h"
#include "conform/report/report.h"

namespace strideproof {
namespace {

std::string text(const ReadingReport& r) {
  const std::string several =
      r.left.empty() ? "none of them" : fmt::format("narrowed to {}", fmt::join(r.left, " | "));
  const std::string read = r.taken ? *r.taken : several;
  if (r.held) return fmt::format("{}: {}, held to it", r.id, read);
  if (!r.differs_from_default()) return fmt::format("{}: {}", r.id, read);
  return fmt::format("differs from the default: {}: {}; the default{}: {}", r.id, read,
                     r.by_rejections ? ", ruled out by rejections alone" : "", r.by_default);
}

// "OPERATION, OPERATION" or "N operations".
std::string names_or_count(const std::vector<std::string>& operations) {
  return operations.size() <= 2 ? fmt::format("{}", fmt::join(operations, ", "))
                                : fmt::format("{} operations", operations.size());
}

std::string in_parentheses(const std::vector<std::string>& operations) {
  return fmt::format(" ({})", names_or_count(operations));
}

// The operations that leave several readings of an entry open: those with a finding that none of
// them explains, those with a case that could decide, those for which they are the same, and the
// others. Before them those that take one, and contradict it in another case.
std::string open_lines(const std::string& id, const std::vector<const ReadingReport*>& readings) {
  std::string out, contradiction;
  std::vector<std::string> others, contradicted;
  std::map<std::string, std::vector<std::string>> same;  // operations by the reason
  int64_t compared = 0;
  for (const ReadingReport* r : readings) {
    if (r->left.size() == 1) {
      contradicted.push_back(r->operation);
      if (contradiction.empty()) contradiction = r->contradicted_by;
    } else if (!r->contradicted_by.empty()) {
      out += fmt::format("  not determined: {} ({}); no reading that is left explains {}\n", id,
                         r->operation, r->contradicted_by);
    } else if (!r->no_effect.empty()) {
      same[r->no_effect].push_back(r->operation);
    } else if (r->candidate.empty()) {
      others.push_back(r->operation);
      compared += r->compared;
    } else {
      out += fmt::format(
          "  not determined: {} ({}); this case distinguishes some readings and decided nothing: "
          "{}\n",
          id, r->operation, r->candidate);
    }
  }
  if (!contradicted.empty())
    out = fmt::format("  contradicted: {}{}; no reading explains, for example, {}\n", id,
                      in_parentheses(contradicted), contradiction) +
          out;
  for (const auto& [why, operations] : same)
    out += fmt::format("  no effect: {}{}; {}\n", id, in_parentheses(operations), why);
  if (others.empty()) return out;
  return out + fmt::format("  not determined: {}{}; {}\n", id, in_parentheses(others),
                           compared == 0
                               ? "no case was compared under its readings"
                               : fmt::format("none of {} distinguishes its readings, run or not",
                                             counted(compared, "case")));
}

}  // namespace

std::set<std::string> not_provided(const RunReport& report) {
  std::set<std::string> names;
  for (const OperationReport& o : report.operations)
    if (o.status == Conformance::not_provided) names.insert(o.operation);
  return names;
}

std::string reading_lines(const RunReport& report) {
  struct Takers {
    std::vector<std::string> operations;
    int64_t cases = 0;  // that ruled readings out
  };
  std::map<std::pair<bool, std::string>, Takers> takers;
  std::map<std::string, std::vector<const ReadingReport*>> open;
  std::set<std::string> need_illegal;
  const std::set<std::string> none = not_provided(report);
  for (const ReadingReport& r : report.readings) {
    const bool provided = !none.contains(r.operation);
    if (r.cases > 0 || (r.held && provided)) {
      Takers& same = takers[{!r.differs_from_default() || r.held, text(r)}];
      same.operations.push_back(r.operation);
      same.cases += r.cases;
    }
    const bool is_contradicted = r.left.size() == 1 && !r.contradicted_by.empty();
    if (!provided || (r.left.size() < 2 && !is_contradicted)) continue;
    if (r.needs_illegal && r.contradicted_by.empty())
      need_illegal.insert(r.id);
    else
      open[r.id].push_back(&r);
  }
  if (takers.empty()) return {};
  std::string out =
      "\nReadings determined or narrowed (explain ID has the document; --strict makes those that "
      "differ findings):\n";
  for (const auto& [key, same] : takers)
    out += fmt::format("  {} ({}{})\n", key.second, names_or_count(same.operations),
                       same.cases > 0 ? "; from " + counted(same.cases, "case") : "");
  for (const auto& [id, readings] : open) out += open_lines(id, readings);
  if (!need_illegal.empty())
    out +=
        fmt::format("  not determined: {}: only illegal cases decide them, and none were given\n",
                    fmt::join(need_illegal, ", "));
  return out;
}

}  // namespace strideproof
