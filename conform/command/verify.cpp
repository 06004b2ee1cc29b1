#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <map>

#include "conform/check/edges.h"
#include "conform/check/process.h"
#include "conform/check/waivers.h"
#include "conform/command/arguments.h"
#include "conform/command/commands.h"
#include "conform/command/layers/layer.h"
#include "conform/report/report.h"
#include "conform/report/write.h"

namespace strideproof::commands {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// By operation, then layer, as the order of execution differs from the order of columns.
void order(const Operations& operations, RunReport& report) {
  const auto place = [&](const Cell& cell) {
    const auto row = std::ranges::find(operations, cell.operation, &Operation::name);
    const auto column = std::ranges::find(report.layers, cell.layer, &LayerReport::name);
    return std::pair(row - operations.begin(), column - report.layers.begin());
  };
  std::ranges::stable_sort(report.matrix, {}, place);
}

void summarize(const Operations& operations, RunReport& report) {
  for (const Operation* operation : operations) {
    OperationReport row{std::string(operation->name), "", Conformance::conforms, {}, 0};
    for (const Cell& cell : report.matrix)
      if (cell.operation == operation->name && cell.unit == "cases") row.cases += cell.cases;
    for (const Finding& finding : report.findings)
      if (finding.operation == operation->name) ++row.failures;
    if (row.failures > 0)
      row.status = Conformance::fails;
    else if (row.cases.judged() == 0)
      row.status = Conformance::incomplete;
    report.operations.push_back(std::move(row));
  }
}

RunReport run_alone(const Layer& layer, const LayerRequest& request) {
  const auto start = Clock::now();
  Progress quiet(true);
  RunReport own;
  layer.run(request, quiet, own);
  own.seconds = since(start);
  return own;
}

// Waits for a layer that runs beside the others and adds what it found. Returns its seconds.
double add_result(std::future<RunReport> result, std::string_view layer, Progress& progress,
                  RunReport& report) {
  while (result.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready)
    progress.show(layer, report.cases.judged(), static_cast<int64_t>(report.findings.size()));
  const RunReport own = result.get();
  for (const Finding& finding : own.findings) {
    progress.line(headline(finding));
    report.findings.push_back(finding);
  }
  report.matrix.insert(report.matrix.end(), own.matrix.begin(), own.matrix.end());
  report.theorems += own.theorems;
  return own.seconds;
}

// Layers that are short and never cut have their own time; the others share the rest.
void run_layers(const VerifyArguments& arguments, LayerRequest request, RunReport& report) {
  const auto start = Clock::now();
  Progress progress;
  std::vector<Layer> all = layers();
  double shares = 0;
  for (const Layer& layer : all) shares += layer.share;
  for (const Layer& layer : all) report.layers.push_back({std::string(layer.name), 0, 0});
  std::stable_partition(all.begin(), all.end(),
                        [](const Layer& layer) { return layer.share == 0; });
  std::map<std::string_view, std::future<RunReport>> beside;
  for (const Layer& layer : all)
    if (layer.runs_beside)
      beside[layer.name] = std::async(std::launch::async, run_alone, layer, request);
  for (const Layer& layer : all) {
    // On a slow machine the layers that are never cut use all the time; the others still get a
    // minimum.
    const double left = std::max(arguments.seconds / 4, arguments.seconds - since(start));
    request.seconds = layer.share == 0 ? 0 : left * layer.share / shares;
    shares -= layer.share;
    const auto begin = Clock::now();
    double seconds = 0;  // of a layer that ran beside others
    const CaseCounts cases = report.cases;
    const int64_t theorems = report.theorems;
    try {
      if (layer.runs_beside)
        seconds = add_result(std::move(beside[layer.name]), layer.name, progress, report);
      else
        layer.run(request, progress, report);
      // For example a corrupt file of the corpus: the other layers continue.
    } catch (const std::exception& broken) {
      report.broken.push_back(fmt::format("{}: {}", layer.name, broken.what()));
      report.notes.push_back(report.broken.back());
      for (const Operation* operation : request.operations)
        report.matrix.push_back({std::string(operation->name), std::string(layer.name),
                                 CellStatus::incomplete, 0, "cases", broken.what()});
    }
    for (LayerReport& row : report.layers)
      if (row.name == layer.name) {
        row.seconds = std::max(seconds, since(begin));
        row.cases = report.cases.since(cases);
        row.count = row.cases.judged() + report.theorems - theorems;
        progress.line(fmt::format("{:>10}: {} {} in {:.1f} s", row.name, row.count,
                                  report.theorems > theorems ? "theorems" : "cases", row.seconds));
      }
  }
  report.seconds = since(start);
}

// Holds the edges that no case meets, from corpus/boundary. An operation without a file has no such
// edges.
BoundaryTable boundary_table(const Operations& operations) {
  BoundaryTable table;
  for (const Operation* operation : operations) {
    std::map<const Profile*, BoundaryTable::Unreachable> elsewhere;
    for (const Profile* profile : operation->profiles)
      if (profile != operation->profiles.front())
        elsewhere[profile] = unreachable_on(*operation, *profile);
    table.add_operation(*operation, unreachable_on(*operation, *operation->profiles.front()),
                        std::move(elsewhere));
  }
  return table;
}

// Reports each case on an edge that is proved unreachable as a finding.
void add_refuted(RunReport& report) {
  for (const BoundaryTable::Refuted& refuted : report.boundaries.refuted()) {
    const Operation& operation = *refuted.witness.operation;
    const std::string edge = operation.label(*refuted.goal.constraint);
    Finding finding;
    finding.operation = operation.name;
    finding.profile = refuted.witness.profile->name;
    finding.line = print(refuted.witness);
    finding.kind = "refuted";
    finding.detail = fmt::format("meets {} {}, which corpus/boundary calls unreachable ({})", edge,
                                 name(refuted.goal.side), refuted.why);
    finding.layer = refuted.layer;
    finding.labels = {edge};
    report.findings.push_back(std::move(finding));
  }
}

}  // namespace

int run(const VerifyArguments& arguments) {
  LayerRequest request;
  request.seed = arguments.seed;
  const Profile* only = profile_named(arguments.profile);
  request.operations = operations_on(arguments.op, only);
  for (const Profile& profile : profiles())
    if (only == nullptr || only == &profile) request.profiles.push_back(&profile);
  std::vector<WantedReport> wanted;
  if (!arguments.report.empty()) {
    make_directory(arguments.report);
    const std::string stem = arguments.report + "/report.";
    wanted = {{stem + "json", to_json}, {stem + "xml", to_junit}, {stem + "html", to_html}};
    for (const WantedReport& each : wanted) check_writable(each.path);
  }

  RunReport report;
  report.command = "verify";
  report.implementation = "strideproof optimized";
  report.seed = arguments.seed;
  report.version = STRIDEPROOF_VERSION;
  report.date = now();
  for (const Profile* profile : request.profiles) report.profiles.emplace_back(profile->name);
  report.boundaries = boundary_table(request.operations);
  report.all_boundaries = only == nullptr;  // not every operation exists on one profile
  run_layers(arguments, request, report);
  add_refuted(report);
  report.interrupted = report.interrupted || stop_requested();
  order(request.operations, report);
  summarize(request.operations, report);

  for (const std::string& broken : report.broken)
    fmt::print(stderr, "strideproof: {}\n", printable(broken));
  write_reports(report, wanted);
  const bool broken = !report.broken.empty() && report.findings.empty();
  return broken ? 2 : exit_status(report);
}

}  // namespace strideproof::commands
