#include <algorithm>
#include <chrono>
#include <future>
#include <map>

#include "conform/base/text.h"
#include "conform/check/edges.h"
#include "conform/command/commands.h"
#include "conform/command/layers/layer.h"
#include "spec/stop.h"

namespace strideproof::commands {
namespace {

struct VerifyArguments {
  std::string op = "*", profile, report;
  std::vector<std::string> layers;  // none: all
  double seconds = 60;
  uint64_t seed = 1;
};

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
    row.edges = count(report.boundaries.rows_of(*operation));
    bool passed = false;
    for (const Cell& cell : report.matrix) {
      if (cell.operation != operation->name) continue;
      passed = passed || cell.status == CellStatus::passed;
      if (cell.unit == "cases") row.cases += cell.cases;
    }
    for (const Finding& finding : report.findings)
      if (finding.operation == operation->name) ++row.failures;
    const bool missed = report.all_boundaries && !row.edges.missed.empty();
    if (row.failures > 0)
      row.status = Conformance::fails;
    else if (missed || !passed)
      row.status = Conformance::incomplete;
    report.operations.push_back(std::move(row));
  }
}

std::vector<Layer> layers_named(const std::vector<std::string>& names, uint64_t seed) {
  std::vector<Layer> all = layers(seed);
  for (const std::string& name : names)
    if (std::ranges::find(all, name, &Layer::name) == all.end())
      throw SetupError(fmt::format("--layer {}: there is no such layer{}", name,
                                   did_you_mean(name, all, &Layer::name)));
  std::erase_if(all, [&](const Layer& layer) {
    return !names.empty() && std::ranges::find(names, layer.name) == names.end();
  });
  return all;
}

// The report of a layer alone. It counts edges in the table given.
RunReport run(const Layer& layer, const LayerRequest& request, BoundaryTable boundaries,
              Progress& progress) {
  const auto start = Clock::now();
  RunReport own;
  own.boundaries = std::move(boundaries);
  try {
    layer.run(request, progress, own);
    // For example a corrupt file of the corpus: the other layers continue.
  } catch (const std::exception& problem) {
    own.failed_layers.push_back(fmt::format("{}: {}", layer.name, problem.what()));
    own.notes.push_back(own.failed_layers.back());
    for (const Operation* operation : request.operations)
      own.matrix.push_back({std::string(operation->name), std::string(layer.name),
                            CellStatus::incomplete, 0, "cases", problem.what()});
  }
  own.seconds = since(start);
  return own;
}

// Waits for a layer that runs at the same time as the others, and shows what it found.
RunReport result_of(std::future<RunReport>& running, const Layer& layer, Progress& progress) {
  while (running.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready)
    progress.show(layer.name, 0, 0);
  RunReport own = running.get();
  for (const Finding& finding : own.findings) progress.line(headline(finding));
  return own;
}

void add(RunReport own, LayerReport& row, Progress& progress, RunReport& report) {
  row.seconds = own.seconds;
  row.cases = own.cases;
  row.count = own.cases.judged() + own.theorems;
  progress.line(fmt::format("{:>10}: {} in {:.1f} s", row.name,
                            counted(row.count, own.theorems > 0 ? "theorem" : "case"),
                            row.seconds));
  report.cases += own.cases;
  report.interrupted = report.interrupted || own.interrupted;
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(report.findings, own.findings);
  append(report.readings, own.readings);
  append(report.matrix, own.matrix);
  append(report.failed_layers, own.failed_layers);
  append(report.notes, own.notes);
}

// Layers that are short and never cut have their own time; the others share the rest.
void run_layers(const VerifyArguments& arguments, std::vector<Layer> all, LayerRequest request,
                RunReport& report) {
  const auto start = Clock::now();
  Progress progress, quiet(true);
  double shares = 0;
  for (const Layer& layer : all) shares += layer.share;
  for (const Layer& layer : all) report.layers.push_back({std::string(layer.name), 0, 0});
  std::stable_partition(all.begin(), all.end(),
                        [](const Layer& layer) { return layer.share == 0; });
  std::map<std::string_view, std::future<RunReport>> concurrent;
  for (const Layer& layer : all)
    if (layer.is_concurrent)
      concurrent[layer.name] = std::async(
          std::launch::async, [&layer, request, &quiet] { return run(layer, request, {}, quiet); });
  for (const Layer& layer : all) {
    // On a slow machine the layers that are never cut use all the time; the others still get a
    // minimum.
    const double left = std::max(arguments.seconds / 4, arguments.seconds - since(start));
    request.seconds = layer.share == 0 ? 0 : left * layer.share / shares;
    shares -= layer.share;
    LayerReport& row = *std::ranges::find(report.layers, layer.name, &LayerReport::name);
    if (layer.is_concurrent) {
      add(result_of(concurrent[layer.name], layer, progress), row, progress, report);
      continue;
    }
    RunReport own = run(layer, request, std::move(report.boundaries), progress);
    report.boundaries = std::move(own.boundaries);
    add(std::move(own), row, progress, report);
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
    Finding finding;
    finding.operation = operation.name;
    finding.profile = refuted.witness.profile->name;
    finding.line = print(refuted.witness);
    finding.kind = VerdictKind::refuted;
    finding.detail = fmt::format("meets {}.{}, which corpus/boundary calls unreachable ({})",
                                 operation.name, solver::label(refuted.goal), refuted.why);
    finding.layer = refuted.layer;
    finding.labels = {fmt::format("{}.{}", operation.name, refuted.goal.label())};
    report.findings.push_back(std::move(finding));
  }
}

int run(const VerifyArguments& arguments) {
  LayerRequest request;
  request.seed = arguments.seed;
  const Profile* only = profile_named(arguments.profile);
  request.operations = operations_on(arguments.op, only);
  const std::vector<Layer> chosen = layers_named(arguments.layers, arguments.seed);
  for (const Profile& profile : profiles())
    if (only == nullptr || only == &profile) request.profiles.push_back(&profile);
  std::vector<WantedReport> wanted;
  if (!arguments.report.empty()) {
    make_directory(arguments.report);
    const std::string stem = arguments.report + "/report.";
    wanted = {{stem + "json", to_json}, {stem + "xml", to_junit}, {stem + "html", to_html}};
    begin_reports(wanted);
  }

  RunReport report;
  report.command = "verify";
  report.implementation = "strideproof optimized";
  report.seed = arguments.seed;
  report.version = STRIDEPROOF_VERSION;
  report.date = now();
  for (const Profile* profile : request.profiles) report.profiles.emplace_back(profile->name);
  report.boundaries = boundary_table(request.operations);
  // Not every operation exists on one profile.
  report.all_boundaries = only == nullptr && std::ranges::any_of(chosen, &Layer::meets_edges);
  run_layers(arguments, chosen, request, report);
  add_refuted(report);
  report.interrupted = report.interrupted || stop_requested();
  order(request.operations, report);
  summarize(request.operations, report);

  for (const std::string& problem : report.failed_layers)
    fmt::print(stderr, "strideproof: {}\n", printable(problem));
  write_reports(report, wanted);
  const bool unusable = !report.failed_layers.empty() && report.findings.empty();
  return unusable ? 2 : exit_status(report);
}

}  // namespace

void add_verify(CLI::App& app) {
  const auto [command, a] = add_command<VerifyArguments>(
      app, "verify", "Check the optimized implementation by every layer",
      "  strideproof verify\n"
      "  strideproof verify --op '*_matrix_*' --profile bm1684 --seconds 600 --report out\n"
      "  strideproof verify --layer properties --layer fuzz\n\n"
      "Exit status: 0 nothing found, 1 findings, 2 broken environment, 3 incomplete.\n"
      "On all profiles, a run with the layer properties or boundary is also incomplete if it\n"
      "misses a reachable edge.");
  add_operations(*command, a->op);
  add_profile(*command, a->profile, "all");
  add_positive<double>(
      *command, "--seconds", a->seconds,
      "Approximate time (default 60). Layers of fixed size run whole. Random cases and the plug-in "
      "layer share the rest of the time, but at least a quarter");
  add_seed(*command, a->seed);
  command->add_option("--layer", a->layers, "A layer to run (default all); may be given again")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--report", a->report, "Write report.json, report.xml (JUnit), report.html")
      ->type_name("DIR");
}

}  // namespace strideproof::commands
