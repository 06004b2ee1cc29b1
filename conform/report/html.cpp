// One self-contained page: the verdict, the matrix, each finding with its picture, the readings
// taken.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conform/report/causes.h"
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
.met{background:#dafbe1}.gap{background:#ffebe9;font-weight:600}
.never{background:#f6f8fa;color:#6e7781}
.finding h3{margin:.4em 0;font-size:1em}svg{max-width:100%;height:auto}
[hidden]{display:none}@media print{#filter{display:none}.finding{break-inside:avoid}}
</style>)";

// Hides what is about operations whose name lacks the words; FILE.html#filter=WORDS begins so.
constexpr std::string_view filter = R"(<p><input id="filter" type="search" size="40"
placeholder="show operations with ..."></p>
<script>
const box = document.getElementById("filter");
function apply() {
  for (const part of document.querySelectorAll("[data-op]"))
    part.hidden = !part.dataset.op.includes(box.value);
}
box.addEventListener("input", apply);
window.addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
});
document.addEventListener("DOMContentLoaded", () => {
  const words = /^#filter=(.*)$/.exec(location.hash);
  if (words) box.value = decodeURIComponent(words[1]);
  apply();
});
</script>
)";

std::string_view css(CellStatus status) {
  constexpr std::string_view classes[] = {"good", "bad", "open", "dim"};
  return classes[static_cast<int>(status)];
}

std::string_view css(Conformance status) {
  constexpr std::string_view classes[] = {"good", "bad", "dim", "open", "open", "open"};
  return classes[static_cast<int>(status)];
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
      "{} restarts &middot; profiles{} &middot; seed {} &middot; {} {}{}</p>\n",
      escape(report.command), escape(report.implementation), verdict, report.cases.judged(),
      report.seconds, escape(describe(report.cases)), report.restarts, profiles, report.seed,
      escape(report.version), escape(report.date),
      report.interrupted ? " &middot; <b class=\"open\">interrupted</b>" : "");
}

std::string tooltip(const Cell& cell) {
  if (cell.unit != "cases") return cell.note;
  return cell.note + (cell.note.empty() ? "" : "; ") + describe(cell.cases);
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
      out += fmt::format("</tr>\n<tr data-op=\"{0}\"><td><code>{0}</code></td>",
                         escape(cell.operation));
    row = cell.operation;
    out += fmt::format("<td class=\"{}\" title=\"{}\">{}{}</td>", css(cell.status),
                       escape(tooltip(cell)), name(cell.status),
                       cell.count > 0 ? fmt::format(" <span class=\"dim\">{} {}</span>", cell.count,
                                                    escape(cell.unit))
                                      : "");
  }
  for (const auto& [title, of_layers] : count_rows(report)) {
    out += fmt::format("</tr>\n<tr><td class=\"dim\">{}</td>", escape(title));
    for (const int64_t count : of_layers) out += fmt::format("<td class=\"dim\">{}</td>", count);
  }
  return out + "</tr></table>\n";
}

std::string row(const OperationReport& o) {
  return fmt::format(
      "<tr data-op=\"{0}\"><td><code>{0}</code></td><td>{1}</td><td class=\"{2}\">{3}</td>"
      "<td>{4}</td>"
      "<td>{5}</td><td>{6}</td><td>{7}</td><td>{8}</td><td title=\"{9}\">{10}</td></tr>\n",
      escape(o.operation), escape(o.profile), css(o.status), name(o.status), o.cases.judged(),
      o.cases.executed, o.cases.rejected, o.failures, escape(describe_not_judged(o.cases)),
      escape(fmt::format("{}", fmt::join(o.edges.missed, ", "))),
      o.edges.reachable > 0 ? fmt::format("{} of {}", o.edges.judged, o.edges.reachable) : "");
}

std::string operations(const RunReport& report) {
  if (report.operations.empty()) return {};
  std::string out =
      "<h2>Operations</h2>\n<table><tr><th>operation</th><th>profile</th><th>status</th>"
      "<th>cases</th><th>executed</th><th>rejected</th><th>failures</th><th>others</th>"
      "<th>edges</th></tr>\n";
  for (const OperationReport& o : report.operations)
    if (o.status != Conformance::not_provided) out += row(o);
  out += "</table>\n";
  const std::set<std::string> none = not_provided(report);
  if (none.empty()) return out;
  out += fmt::format("<details><summary class=\"dim\">{} not provided</summary>\n<p>", none.size());
  for (const std::string& operation : none)
    out += fmt::format("<code>{}</code> ", escape(operation));
  return out + "</p></details>\n";
}

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

std::string finding_text(const Finding& f) {
  std::string labels;
  for (const std::string& label : f.labels)
    labels += fmt::format(" <code>{}</code>", escape(label));
  std::string out = fmt::format(
      "<div class=\"finding\" data-op=\"{1}\"><h3><span class=\"bad\">{0}</span> in "
      "<code>{1}</code> <span class=\"dim\">{2} {3}</span></h3>\n<p>{4}</p>\n",
      name(f.kind), escape(f.operation), escape(f.profile), escape(f.layer), escape(f.detail));
  if (!f.explanation.empty()) out += fmt::format("<p>{}</p>\n", escape(f.explanation));
  if (!labels.empty()) out += fmt::format("<p>Violates{}</p>\n", labels);
  if (!f.line.empty())
    out += fmt::format("<pre>{}</pre>\n{}", escape(replay_command(f)), picture_of(f));
  return out + "</div>\n";
}

std::string cause_text(const Cause& cause) {
  std::string out = finding_text(cause.first());
  const std::string hidden = describe(cause.hides());
  if (cause.findings.size() == 1 && hidden.empty() && cause.because.empty()) return out;
  out += "<details class=\"cause\"><summary>";
  out += fmt::format("{}, {} failing cases", counted(std::ssize(cause.findings), "operation"),
                     cause.failures());
  for (const std::string& more : {cause.because, hidden})
    if (!more.empty()) out += fmt::format("; {}", escape(more));
  out += "</summary>\n<ul>\n";
  for (const Finding* f : cause.findings)
    out +=
        fmt::format("<li><code>{}</code> {}: {}{}</li>\n", escape(f->operation), escape(f->profile),
                    counted(f->failures, "case"), f == &cause.first() ? "" : finding_text(*f));
  return out + "</ul></details>\n";
}

std::string findings(const RunReport& report) {
  if (report.findings.empty()) return {};
  const std::vector<Cause> causes = causes_of(report.findings);
  std::string out =
      fmt::format("<h2>Findings: {}, causes: {}</h2>\n", report.findings.size(), causes.size());
  for (const Cause& cause : causes) out += cause_text(cause);
  return out;
}

std::string row(const ReadingReport& r) {
  const std::string left = escape(fmt::format("{}", fmt::join(r.left, " | ")));
  std::string taken =
      r.taken ? left : fmt::format("<span class=\"dim\">not determined: {}</span>", left);
  if (r.left.empty()) taken = "<span class=\"bad\">no reading explains</span>";
  if (r.held) taken += " <span class=\"dim\">(held to it)</span>";
  if (r.differs_from_default() && !r.held)
    taken += fmt::format("<br><span class=\"open\">differs from the default: {}</span>",
                         escape(r.by_default));
  if (r.differs_from_default() && !r.line.empty())
    taken += fmt::format("<br><code>{}</code>", escape(r.line));
  return fmt::format(
      "<tr data-op=\"{1}\"><td>{0}</td><td><code>{1}</code></td><td>{2}</td><td>{3}</td></tr>\n",
      escape(r.id), escape(r.operation), taken, r.cases);
}

// Those that no case determined are folded away, and those of functions that are not provided left
// out.
std::string readings(const RunReport& report) {
  const std::set<std::string> none = not_provided(report);
  std::string told, open;
  for (const ReadingReport& r : report.readings)
    if (!none.contains(r.operation)) (r.cases > 0 || r.held ? told : open) += row(r);
  if (told.empty() && open.empty()) return {};
  const std::string head =
      "<table><tr><th>entry</th><th>operation</th><th>takes</th><th>deciding cases</th></tr>\n";
  std::string out = "<h2>Readings of points that the documents leave open</h2>\n";
  if (!told.empty()) out += head + told + "</table>\n";
  if (!open.empty())
    out += "<details><summary class=\"dim\">not determined</summary>\n" + head + open +
           "</table></details>\n";
  return out;
}

std::string waived(const RunReport& report) {
  if (report.waived.empty()) return {};
  std::string out = "<h2>Waived</h2>\n<ul>\n";
  for (const Finding& w : report.waived)
    out += fmt::format("<li><code>{}</code>: {} (until {})</li>\n", escape(w.line),
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
         summary(report) + std::string(filter) + findings(report) + matrix(report) +
         operations(report) + boundaries_html(report) + readings(report) + waived(report) +
         notes(report) + "</body></html>\n";
}

}  // namespace strideproof
