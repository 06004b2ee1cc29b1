// How reports show which boundaries were met.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conform/report/picture.h"
#include "conform/report/report.h"
#include "proofs/boundary/pairs.h"

namespace strideproof {
namespace {

using BoundaryRow = BoundaryTable::BoundaryRow;
using Rows = std::vector<BoundaryRow>;

// Formats 2621 as "2,621".
std::string grouped(int64_t count) {
  std::string digits = fmt::format("{}", count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

// Percent are rounded down: 100 only if nothing is left.
std::string summary(const Rows& rows) {
  const EdgeCount edges = count(rows);
  const int64_t tenths = edges.reachable == 0 ? 1000 : 1000 * edges.judged / edges.reachable;
  return fmt::format("{} of {} reachable edges and landmarks met ({:.4g} %); {} proved unreachable",
                     grouped(edges.judged), grouped(edges.reachable),
                     static_cast<double>(tenths) / 10,
                     grouped(static_cast<int64_t>(rows.size()) - edges.reachable));
}

std::string cell(const BoundaryRow& row) {
  if (row.is_gap()) return "<td class=\"gap\">not met</td>";
  if (!row.met())
    return fmt::format("<td class=\"never\">unreachable: {}</td>", escape(row.unreachable));
  return fmt::format("<td class=\"met\">{}</td>",
                     escape(fmt::format("{}", fmt::join(row.layers, ", "))));
}

// The rows of an operation, expanded if a goal was not met.
std::string table(const Rows& rows) {
  const EdgeCount edges = count(rows);
  const auto unreachable = static_cast<int64_t>(rows.size()) - edges.reachable;
  std::string out = fmt::format(
      "<details data-op=\"{1}\"{0}><summary><code>{1}</code> <span class=\"{2}\">{3} of "
      "{4}</span>{5}</summary>\n<table class=\"edges\"><tr><th>edge or landmark</th>"
      "<th>met by</th></tr>\n",
      edges.missed.empty() ? "" : " open", escape(rows.front().operation->name),
      edges.missed.empty() ? "good" : "bad", edges.judged, edges.reachable,
      unreachable > 0 ? fmt::format(" <span class=\"dim\">{} unreachable</span>", unreachable)
                      : "");
  for (const BoundaryRow& row : rows)
    out += fmt::format("<tr><td><code>{}</code></td>{}</tr>\n", escape(solver::label(row.goal)),
                       cell(row));
  return out + "</table></details>\n";
}

}  // namespace

std::string boundaries_text(const RunReport& report) {
  const Rows rows = report.boundaries.rows();
  if (rows.empty()) return {};
  std::string out;
  for (const Operation* operation : report.boundaries.operations()) {
    const EdgeCount edges = count(report.boundaries.rows_of(*operation));
    if (report.all_boundaries && !edges.missed.empty())
      out += fmt::format("not met: {}: {}\n", operation->name, fmt::join(edges.missed, ", "));
  }
  return out + fmt::format("boundaries: {}{}\n", summary(rows),
                           report.all_boundaries ? "" : "; not required of part of the profiles");
}

std::string boundaries_html(const RunReport& report) {
  const Rows rows = report.boundaries.rows();
  if (rows.empty()) return {};
  std::string out = fmt::format("<h2>Boundaries</h2>\n<p>{}.</p>\n", summary(rows));
  for (const Operation* operation : report.boundaries.operations())
    out += table(report.boundaries.rows_of(*operation));
  return out;
}

}  // namespace strideproof
