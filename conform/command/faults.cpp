#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "conform/check/check.h"
#include "conform/command/commands.h"
#include "conform/command/layers/layer.h"
#include "mutants/mutants.h"
#include "oracle/harness.h"
#include "proofs/theorems/theorems.h"
#include "props/generate.h"
#include "spec/stop.h"

namespace strideproof::commands {
namespace {

struct FaultsArguments {
  std::string glob = "*";
  std::optional<int64_t> cases;  // default: 2,000,000, or 20,000 with --layers
  double seconds = 60;
  uint64_t seed = 1;
  bool json = false, layers = false;
};

using mutants::FaultRow;

// A fault may equal a documented reading: then the checker must name the reading.
std::optional<std::string> reading_taken(const RunReport& report) {
  for (const ReadingReport& row : report.readings)
    if (row.taken && row.differs_from_default()) return fmt::format("{}: {}", row.id, *row.taken);
  return std::nullopt;
}

// One fault in libstrideproof_faulty.so, checked as a plug-in until the first finding: some cases
// on each profile, as it may show on only one of them, then more. A suspected documented reading
// counts as one if many cases do not contradict it. `interrupted`: the seconds ended before the
// cases.
RunReport look_for(const FaultRow& fault, int64_t cases, double seconds, uint64_t seed,
                   Progress& progress) {
  constexpr int64_t first_slice = 10'000, long_enough = 20'000;
  setenv("STRIDEPROOF_FAULT", std::string(fault.name).c_str(), 1);
  CheckOptions options;
  options.target = {Target::Kind::library, library_path("libstrideproof_faulty.so")};
  set_replay_target("--on " + shell_quoted(options.target.what));
  options.operations = operations_matching(std::string(fault.operations));
  options.seed = seed;
  options.first_only = true;
  RunReport report;
  int64_t given = 0;
  for (int64_t slice = first_slice; given < cases; slice *= 2, ++options.seed) {
    for (const Profile& profile : profiles()) {
      if (props::keep_on(options.operations, profile).empty()) continue;
      options.profile = &profile;
      options.cases = std::min(slice, cases - given);
      options.seconds = seconds - report.seconds;
      report.interrupted = report.interrupted || options.seconds <= 0 || stop_requested();
      if (report.interrupted || *options.cases <= 0) return report;
      check(options, progress, report);
      given += *options.cases;
      if (!report.findings.empty()) return report;
    }
    if (slice >= long_enough && reading_taken(report)) return report;
  }
  return report;
}

bool is_found(const RunReport& report) {
  return !report.findings.empty() || reading_taken(report).has_value();
}

Json json(const FaultRow& fault, const RunReport& report) {
  const bool found = is_found(report);
  Json j = {
      {"fault", fault.name}, {"description", fault.description}, {"operations", fault.operations},
      {"found", found},      {"seconds", report.seconds},        {"cases", report.cases.judged()}};
  if (!found) j["incomplete"] = report.interrupted;
  const auto reading = reading_taken(report);
  if (reading && report.findings.empty()) j["reading"] = *reading;
  if (!report.findings.empty()) {
    j["operation"] = report.findings[0].operation;
    j["kind"] = name(report.findings[0].kind);
    j["case"] = report.findings[0].line;
    j["explanation"] = report.findings[0].explanation;
    if (!report.findings[0].with.empty()) j["with"] = report.findings[0].with;
  }
  return j;
}

std::string text(const FaultRow& fault, const RunReport& report) {
  const bool found = is_found(report);
  std::string out =
      fmt::format("{:9} {:8.3f} s {:>9} cases  {}: {}\n",
                  found                ? "found"
                  : report.interrupted ? "no time"
                                       : "NOT FOUND",
                  report.seconds, report.cases.judged(), fault.name, fault.description);
  if (!report.findings.empty())
    out += fmt::format("  {} ({})\n  {}\n", replay_command(report.findings[0]),
                       name(report.findings[0].kind), report.findings[0].explanation);
  else if (found)
    out += fmt::format("  a documented reading: {}\n", *reading_taken(report));
  return out;
}

std::vector<FaultRow> matching_faults(const std::string& glob) {
  std::vector<FaultRow> some;
  for (const FaultRow& fault : mutants::faults())
    if (matches_glob(glob, fault.name)) some.push_back(fault);
  if (!some.empty()) return some;
  throw SetupError(fmt::format("there is no fault '{}'{}", glob,
                               did_you_mean(glob, mutants::faults(), &FaultRow::name)));
}

// ---- the page docs/faults.md ----

// The number of cases until a layer found the fault, or of controls that plant it; no value: not
// found.
using FoundAfter = std::optional<int64_t>;
// In this process, on one profile after the other. A write far from every operand is seen by the
// sweep after the last case.
FoundAfter found_in_process(const FaultRow& fault, const Layer& layer, int64_t most) {
  mutants::activate(fault);
  int64_t cases = 0;
  for (const Profile& profile : profiles()) {
    const Operations there =
        props::keep_on(operations_matching(std::string(fault.operations)), profile);
    if (there.empty()) continue;
    const Source source = layer.source(there, profile);
    Harness harness(profile, mutants::run);
    for (int64_t i = 0; i < most && !stop_requested(); ++i) {
      const std::optional<Program> program = source();
      if (!program) break;
      ++cases;
      if (is_finding(harness.check(*program).kind)) return cases;
    }
    if (harness.sweep()) return cases;
  }
  return std::nullopt;
}

constexpr const char* head = R"(# Faults and the layers that find them

Written by `strideproof faults --layers --cases {} --seed {}`, which takes minutes. Tests compare the rows with
the faults of the code, and the column of proofs with the controls, not the other numbers, which move with the
generators and the corpus.

A number counts the cases until the layer found the fault. `-` means not found within {} cases on each
profile: the small world in an order that spreads over it, each corpus from its start. `plug-in` is a check
of the library with the fault, of cases on edges and then {} others on all profiles together. `proofs` counts
the theorems whose control plants the fault and must be refuted. A fault that is a documented reading counts
as found; `strideproof check` names the reading.

| fault | what it does | exhaustive | properties | fuzz | boundary | networks | plug-in | proofs |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
)";

// Writes Markdown, each row as soon as it is known.
int write_layers(const FaultsArguments& arguments) {
  const int64_t most = arguments.cases.value_or(20'000);
  const uint64_t seed = arguments.seed;
  const std::vector<Layer> all = layers(seed, 101);
  write_file("-", fmt::format(head, most, seed, most, most));
  Progress quiet(true);
  int missed = 0;
  for (const FaultRow& fault : matching_faults(arguments.glob)) {
    std::vector<FoundAfter> found;
    for (const Layer& layer : all)
      if (layer.source) found.push_back(found_in_process(fault, layer, most));
    mutants::activate(mutants::Fault::none);
    const RunReport plug_in = look_for(fault, most, HUGE_VAL, seed, quiet);
    found.push_back(is_found(plug_in) ? FoundAfter(plug_in.cases.judged()) : std::nullopt);
    // A control has the first of the rows of its fault.
    const int64_t proofs = solver::theorems_with_mutant(mutants::row_of(fault.fault).description);
    found.push_back(proofs > 0 ? FoundAfter(proofs) : std::nullopt);
    if (stop_requested()) break;
    std::string row = fmt::format("| {} | {} |", fault.name, fault.description);
    for (const FoundAfter& layer : found) row += layer ? fmt::format(" {} |", *layer) : " - |";
    write_file("-", row + "\n");
    if (std::ranges::none_of(found, [](const FoundAfter& layer) { return layer.has_value(); }))
      ++missed;
  }
  return missed > 0 ? 1 : stop_requested() ? 3 : 0;
}

int run(const FaultsArguments& arguments) {
  if (arguments.layers) return write_layers(arguments);
  Progress progress(!arguments.json);
  Json all = Json::array();
  int missed = 0, open = 0;
  const std::vector<FaultRow> some = matching_faults(arguments.glob);
  for (const FaultRow& fault : some) {
    if (stop_requested()) break;
    const RunReport report = look_for(fault, arguments.cases.value_or(2'000'000), arguments.seconds,
                                      arguments.seed, progress);
    if (stop_requested() && !is_found(report)) break;
    if (!is_found(report)) ++(report.interrupted ? open : missed);
    if (arguments.json)
      all.push_back(json(fault, report));
    else
      write_file("-", text(fault, report));
  }
  if (arguments.json)
    write_file("-", json_text(all));
  else
    write_file("-", fmt::format("{} faults, {} not found{}\n", some.size(), missed,
                                open > 0 ? fmt::format(", {} without time", open) : ""));
  if (missed > 0) return 1;
  return open > 0 || stop_requested() ? 3 : 0;
}

}  // namespace

void add_faults(CLI::App& app) {
  const auto [command, a] = add_command<FaultsArguments>(
      app, "faults", "Check that every planted fault is found",
      "  strideproof faults\n"
      "  strideproof faults 'tail_*' --json\n"
      "  strideproof faults --layers > docs/faults.md\n\n"
      "Exit status: 0 all found, 1 one was missed, 2 wrong use, 3 interrupted, or "
      "the seconds ended before the cases.");
  command->add_option("GLOB", a->glob, "Names of faults (default all)");
  add_positive<int64_t>(*command, "--cases", a->cases,
                        "Limit for each fault (default 2000000); with --layers, for each layer and "
                        "profile (default 20000)");
  auto* seconds = add_positive<double>(
      *command, "--seconds", a->seconds,
      "Limit for each fault (default 60); a fault not found in that time is open, not missed");
  add_seed(*command, a->seed);
  auto* json = command->add_flag("--json", a->json, "Write JSON");
  command->add_flag("--layers", a->layers, "Write the page of the layers that find each fault")
      ->excludes(json)
      ->excludes(seconds);
}

}  // namespace strideproof::commands
