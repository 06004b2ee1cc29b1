// How reports show which boundaries were met.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

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

// Rounded down: 100 only if nothing is left.
std::string percent(const BoundarySum& all) {
  const int64_t tenths = all.reachable == 0 ? 1000 : 1000 * all.met / all.reachable;
  return fmt::format("{:.4g}", static_cast<double>(tenths) / 10);
}

std::string summary(const BoundarySum& all) {
  return fmt::format("{} of {} reachable edges and landmarks met ({} %); {} proved unreachable",
                     grouped(all.met), grouped(all.reachable), percent(all),
                     grouped(all.unreachable));
}

std::vector<Rows> by_operation(const Rows& rows) {
  std::vector<Rows> all;
  for (const BoundaryRow& row : rows) {
    if (all.empty() || all.back().front().operation != row.operation) all.emplace_back();
    all.back().push_back(row);
  }
  return all;
}

// By layer: the first letter of its name that no layer before it has.
std::map<std::string, char> letters(const std::vector<std::string>& layers) {
  std::map<std::string, char> all;
  std::string taken = "- ";
  for (const std::string& layer : layers) {
    const size_t letter = layer.find_first_not_of(taken);
    all[layer] = letter == std::string::npos ? '?' : layer[letter];
    taken += all[layer];
  }
  return all;
}

std::string cell(const BoundaryRow& row, const std::map<std::string, char>& letter) {
  if (row.is_gap()) return "<td class=\"gap\">not met</td>";
  if (!row.met())
    return fmt::format("<td class=\"never\" title=\"{0}\">unreachable: {0}</td>",
                       escape(row.unreachable));
  std::string some;
  for (const std::string& layer : row.layers) some += letter.at(layer);
  return fmt::format("<td class=\"met\" title=\"{}\">{}</td>",
                     escape(fmt::format("{}", fmt::join(row.layers, ", "))), some);
}

// The rows of an operation, expanded if a goal was not met.
std::string table(const Rows& rows, const std::map<std::string, char>& letter) {
  const BoundarySum all = sum(rows);
  std::string out = fmt::format(
      "<details data-op=\"{1}\"{0}><summary><code>{1}</code> <span class=\"{2}\">{3} of "
      "{4}</span>{5}</summary>\n"
      "<table class=\"edges\"><tr><th>constraint</th><th>inside</th><th>outside</th></tr>\n",
      all.met < all.reachable ? " open" : "", escape(rows.front().operation->name),
      all.met < all.reachable ? "bad" : "good", all.met, all.reachable,
      all.unreachable > 0
          ? fmt::format(" <span class=\"dim\">{} unreachable</span>", all.unreachable)
          : "");
  bool in_landmarks = false;
  for (size_t i = 0; i < rows.size(); ++i) {
    const solver::Goal& goal = rows[i].goal;
    if (goal.landmark != nullptr && !in_landmarks)
      out += "<tr><th>landmark</th><th colspan=\"2\"></th></tr>\n";
    in_landmarks = goal.landmark != nullptr;
    out +=
        fmt::format("<tr><td><code>{}</code></td>{}", escape(goal.label()), cell(rows[i], letter));
    if (!in_landmarks) out += cell(rows[++i], letter);  // goals_of(): inside before outside
    out += "</tr>\n";
  }
  return out + "</table></details>\n";
}

}  // namespace

std::string boundaries_text(const RunReport& report) {
  const Rows rows = report.boundaries.rows();
  if (rows.empty()) return {};
  std::string out;
  if (report.all_boundaries)
    for (const Rows& of_one : by_operation(rows)) {
      std::string gaps;
      for (const BoundaryRow& row : of_one)
        if (row.is_gap()) gaps += (gaps.empty() ? "" : ", ") + solver::label(row.goal);
      if (!gaps.empty())
        out += fmt::format("not met: {}: {}\n", of_one.front().operation->name, gaps);
    }
  return out + fmt::format("boundaries: {}{}\n", summary(sum(rows)),
                           report.all_boundaries ? "" : "; not required of part of the profiles");
}

std::string boundaries_html(const RunReport& report) {
  const Rows rows = report.boundaries.rows();
  if (rows.empty()) return {};
  const std::map<std::string, char> letter = letters(report.boundaries.layers());
  std::string key;
  for (const std::string& layer : report.boundaries.layers())
    key += fmt::format(" &middot; <b>{}</b> {}", letter.at(layer), escape(layer));
  std::string out = fmt::format("<h2>Boundaries</h2>\n<p>{}. By the layers that met each{}.</p>\n",
                                summary(sum(rows)), key);
  for (const Rows& of_one : by_operation(rows)) out += table(of_one, letter);
  return out;
}

}  // namespace strideproof
