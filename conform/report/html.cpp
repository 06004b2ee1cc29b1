// One self-contained page: the verdict, the matrix, each finding with its picture, the readings
// taken.

#include <fmt/format.h>

#include <algorithm>

#include "conform/report/boundaries.h"
#include "conform/report/picture.h"
#include "conform/report/report.h"

namespace strideproof {
namespace {

constexpr std::string_view style = R"(<style>
body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#24292f}
h1{font-size:1.5em;margin-bottom:.2em}h2{font-size:1.15em;margin-top:2em}
table{border-collapse:collapse;font-size:13px}th,td{padding:.25em .7em;text-align:left;
border-bottom:1px solid #d8dee4}th{position:sticky;top:0;background:#fff}
code,pre{font:13px/1.45 monospace}pre{background:#f6f8fa;padding:.7em;overflow-x:auto;
white-space:pre-wrap;word-break:break-all}
.good{color:#1a7f37}.bad{color:#cf222e;font-weight:600}.open{color:#9a6700}.dim{color:#6e7781}
.finding{border:1px solid #d8dee4;border-radius:6px;padding:.4em 1em 1em;margin:1em 0}
.edges td,.edges th{padding:.05em .7em}summary{cursor:pointer}
.met{background:#dafbe1;font-family:monospace}.gap{background:#ffebe9;font-weight:600}
.never{background:#f6f8fa;color:#6e7781}
.finding h3{margin:.4em 0;font-size:1em}svg{max-width:100%;height:auto}
</style>)";

std::string_view css(CellStatus status) {
  switch (status) {
    case CellStatus::passed: return "good";
    case CellStatus::failed: return "bad";
    case CellStatus::incomplete: return "open";
    case CellStatus::not_applicable: break;
  }
  return "dim";
}

std::string_view css(Conformance status) {
  switch (status) {
    case Conformance::conforms: return "good";
    case Conformance::fails: return "bad";
    case Conformance::unsupported:
    case Conformance::not_run: return "open";
    case Conformance::not_provided: break;
  }
  return "dim";
}

std::string summary(const RunReport& report) {
  const int status = exit_status(report);
  const std::string_view verdict = status == 0   ? "<b class=\"good\">nothing found</b>"
                                   : status == 1 ? "<b class=\"bad\">findings</b>"
                                                 : "<b class=\"open\">nothing found, but "
                                                   "incomplete</b>";
  std::string profiles;
  for (const std::string& p : report.profiles) profiles += " " + escape(p);
  return fmt::format(
      "<h1>strideproof {}: {}</h1>\n<p>{} &middot; {} cases in {:.0f} s: {} &middot; "
      "profiles{} &middot; seed {}{}</p>\n",
      escape(report.command), escape(report.implementation), verdict, report.cases.judged(),
      report.seconds, escape(describe(report.cases)), profiles, report.seed,
      report.interrupted ? " &middot; <b class=\"open\">interrupted</b>" : "");
}

std::string tooltip(const Cell& cell) {
  if (cell.unit != "cases") return cell.note;
  return cell.note + (cell.note.empty() ? "" : "; ") + describe(cell.cases);
}

// Counts of the cases of each layer, below its column.
template <class Number>
std::string counts_row(const RunReport& report, const std::string& title, Number number) {
  std::string out = fmt::format("</tr>\n<tr><td class=\"dim\">{}</td>", escape(title));
  for (const LayerReport& layer : report.layers)
    out += fmt::format("<td class=\"dim\">{}</td>", number(layer.cases));
  return out;
}

std::string matrix(const RunReport& report) {
  if (report.layers.empty()) return {};
  std::string out = "<h2>Functions and layers</h2>\n<table><tr><th>function</th>";
  for (const LayerReport& layer : report.layers)
    out += fmt::format("<th>{}<br><span class=\"dim\">{:.0f} s</span></th>", escape(layer.name),
                       layer.seconds);
  std::string_view row;
  for (const Cell& cell : report.matrix) {
    if (cell.operation != row)
      out += fmt::format("</tr>\n<tr><td><code>{}</code></td>", escape(cell.operation));
    row = cell.operation;
    out += fmt::format("<td class=\"{}\" title=\"{}\">{}{}</td>", css(cell.status),
                       escape(tooltip(cell)), name(cell.status),
                       cell.count > 0 ? fmt::format(" <span class=\"dim\">{} {}</span>", cell.count,
                                                    escape(cell.unit))
                                      : "");
  }
  out += counts_row(report, "executed", [](const CaseCounts& cases) { return cases.executed; });
  out += counts_row(report, "rejected", [](const CaseCounts& cases) { return cases.rejected; });
  for (const auto& [reason, all] : report.cases.not_judged)
    out += counts_row(report, "not judged: " + reason, [&why = reason](const CaseCounts& cases) {
      return cases.not_judged_for(why);
    });
  return out + "</tr></table>\n";
}

std::string operations(const RunReport& report) {
  if (report.operations.empty()) return {};
  std::string out =
      "<h2>Operations</h2>\n<table><tr><th>operation</th><th>profile</th><th>status</th>"
      "<th>cases</th><th>executed</th><th>rejected</th><th>failures</th><th>not judged</th></tr>\n";
  for (const OperationReport& o : report.operations)
    out += fmt::format(
        "<tr><td><code>{}</code></td><td>{}</td><td class=\"{}\">{}</td><td>{}</td>"
        "<td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
        escape(o.operation), escape(o.profile), css(o.status), name(o.status), o.cases.judged(),
        o.cases.executed, o.cases.rejected, o.failures, escape(describe_not_judged(o.cases)));
  return out + "</table>\n";
}

// The picture of the failing step of the finding's program, if the line is a case.
std::string picture_of(const Finding& finding) {
  try {
    const Program program = parse_program(finding.line);
    const auto step = std::find_if(program.steps.begin(), program.steps.end(), [&](const Case& c) {
      return c.operation->name == finding.operation;
    });
    return picture(step == program.steps.end() ? program.steps.back() : *step, finding.difference);
  } catch (const LineError&) {
    return {};  // a finding without a case, such as an unreadable line of a corpus
  }
}

std::string finding_text(const Finding& f) {
  std::string labels;
  for (const std::string& label : f.labels)
    labels += fmt::format(" <code>{}</code>", escape(label));
  std::string out = fmt::format(
      "<div class=\"finding\"><h3><span class=\"bad\">{}</span> in <code>{}</code> "
      "<span class=\"dim\">{} {}</span></h3>\n<p>{}</p>\n",
      escape(f.kind), escape(f.operation), escape(f.profile), escape(f.layer), escape(f.detail));
  if (!f.explanation.empty()) out += fmt::format("<p>{}</p>\n", escape(f.explanation));
  if (!labels.empty()) out += fmt::format("<p>Violates{}</p>\n", labels);
  if (!f.line.empty())
    out += fmt::format("<pre>{}</pre>\n{}", escape(replay_command(f)), picture_of(f));
  return out + "</div>\n";
}

std::string findings(const RunReport& report) {
  if (report.findings.empty()) return {};
  std::string out = fmt::format("<h2>Findings: {}</h2>\n", report.findings.size());
  for (const Finding& f : report.findings) out += finding_text(f);
  return out;
}

std::string readings(const RunReport& report) {
  if (report.readings.empty()) return {};
  std::string out =
      "<h2>Readings of points that the documents leave open</h2>\n<table><tr><th>entry</th>"
      "<th>operation</th><th>takes</th><th>deciding cases</th></tr>\n";
  for (const ReadingReport& r : report.readings) {
    std::string left;
    for (const std::string& reading : r.left) left += (left.empty() ? "" : " | ") + reading;
    const std::string taken = r.taken          ? escape(*r.taken)
                              : r.left.empty() ? "<span class=\"bad\">no reading explains</span>"
                                               : fmt::format(
                                                     "<span class=\"dim\">not determined: "
                                                     "{}</span>",
                                                     escape(left));
    out += fmt::format("<tr><td>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n",
                       escape(r.id), escape(r.operation), taken, r.cases);
  }
  return out + "</table>\n";
}

std::string waived(const RunReport& report) {
  if (report.waived.empty()) return {};
  std::string out = "<h2>Waived</h2>\n<ul>\n";
  for (const Waived& w : report.waived)
    out += fmt::format("<li><code>{}</code>: {} (until {})</li>\n", escape(w.finding.line),
                       escape(w.reason), escape(w.until));
  return out + "</ul>\n";
}

std::string notes(const RunReport& report) {
  if (report.notes.empty()) return {};
  std::string out = "<h2>Notes</h2>\n<ul>\n";
  for (const std::string& note : report.notes) out += fmt::format("<li>{}</li>\n", escape(note));
  return out + "</ul>\n";
}

}  // namespace

std::string to_html(const RunReport& report) {
  return fmt::format(
             "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
             "<title>strideproof {}</title>\n{}</head><body>\n",
             escape(report.command), style) +
         summary(report) + findings(report) + matrix(report) + operations(report) +
         boundaries_html(report) + readings(report) + waived(report) + notes(report) +
         "</body></html>\n";
}

}  // namespace strideproof
