#include "model/optimized/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "conform/check/check.h"
#include "conform/commands/arguments.h"
#include "conform/commands/commands.h"
#include "conform/conditions.h"
#include "conform/paths.h"
#include "conform/report/write.h"
#include "props/generate.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::commands {
namespace {

using Json = nlohmann::ordered_json;
using optimized::FaultRow;

struct Arguments {
  std::string glob = "*";
  double seconds = 60;
  uint64_t seed = 1;
  bool json = false;
};

// A fault may be what a documented reading says: then the checker is to tell which one.
std::optional<std::string> reading_taken(const RunReport& report) {
  for (const ReadingReport& row : report.readings) {
    const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(row.id))];
    if (row.taken && *row.taken != entry.readings.front())
      return fmt::format("{}: {}", row.id, *row.taken);
  }
  return std::nullopt;
}

// One fault in libstrideproof_faulty.so, checked through the door until the first finding: a while on
// each profile, as it may show on one of them only, then longer. What seems to be a documented reading
// is one if nothing contradicts it for long.
RunReport look_for(const FaultRow& fault, const Arguments& arguments, Progress& progress) {
  constexpr double long_enough = 1;
  setenv("STRIDEPROOF_FAULT", std::string(fault.name).c_str(), 1);
  CheckOptions options;
  options.target = {Target::Kind::library, library_path("libstrideproof_faulty.so")};
  options.operations = operations_matching(std::string(fault.operations));
  options.seed = arguments.seed;
  options.first_only = true;
  RunReport report;
  for (double slice = 0.5; report.seconds < arguments.seconds; slice *= 2, ++options.seed) {
    for (const Profile& profile : profiles()) {
      if (props::keep_on(options.operations, profile).empty()) continue;
      options.profile = &profile;
      options.seconds = std::min(slice, arguments.seconds - report.seconds);
      if (options.seconds <= 0 || stop_requested()) return report;
      check(options, progress, report);
      if (!report.findings.empty()) return report;
    }
    if (slice >= long_enough && reading_taken(report)) return report;
  }
  return report;
}

bool is_found(const RunReport& report) {
  return !report.findings.empty() || reading_taken(report).has_value();
}

// Whether the explanation says under which condition the fault shows; a documented reading has none.
std::optional<bool> explained(const Condition& condition, const RunReport& report) {
  if (report.findings.empty()) return std::nullopt;
  return condition.is_named_by(report.findings[0].explanation);
}

Json json(const FaultRow& fault, const Condition& condition, const RunReport& report) {
  const bool found = is_found(report);
  Json j = {
      {"fault", fault.name}, {"description", fault.description}, {"operations", fault.operations},
      {"found", found},      {"seconds", report.seconds},        {"cases", report.cases}};
  const auto reading = reading_taken(report);
  if (reading && report.findings.empty()) j["reading"] = *reading;
  if (!report.findings.empty()) {
    j["operation"] = report.findings[0].operation;
    j["kind"] = report.findings[0].kind;
    j["case"] = report.findings[0].line;
    j["explanation"] = report.findings[0].explanation;
    if (const auto names = explained(condition, report)) j["names_condition"] = *names;
    if (!report.findings[0].with.empty()) j["with"] = report.findings[0].with;
  }
  return j;
}

std::string text(const FaultRow& fault, const RunReport& report) {
  const bool found = is_found(report);
  std::string out =
      fmt::format("{:9} {:8.3f} s {:>9} cases  {}: {}\n", found ? "found" : "NOT FOUND",
                  report.seconds, report.cases, fault.name, fault.description);
  if (!report.findings.empty())
    out += fmt::format("  {} ({})\n  {}\n", replay_command(report.findings[0]),
                       report.findings[0].kind, report.findings[0].explanation);
  else if (found)
    out += fmt::format("  a documented reading: {}\n", *reading_taken(report));
  return out;
}

int run(const Arguments& arguments) {
  stop_on_signals();
  Progress progress(true);
  const auto condition = read_conditions(corpus_folder("faults.table"));
  Json all = Json::array();
  int missed = 0, matched = 0, conditions = 0, named = 0;
  for (const FaultRow& fault : optimized::faults()) {
    if (!matches_glob(arguments.glob, std::string(fault.name))) continue;
    ++matched;
    if (stop_requested()) break;
    const RunReport report = look_for(fault, arguments, progress);
    if (stop_requested() && !is_found(report)) break;
    missed += is_found(report) ? 0 : 1;
    const Condition& of_fault = condition.at(std::string(fault.name));
    if (const auto names = explained(of_fault, report)) ++conditions, named += *names ? 1 : 0;
    if (arguments.json)
      all.push_back(json(fault, of_fault, report));
    else
      write_file("-", text(fault, report));
  }
  if (matched == 0) throw Unusable(fmt::format("no fault is called '{}'", arguments.glob));
  if (arguments.json)
    write_file("-", all.dump(2) + "\n");
  else
    write_file("-", fmt::format("{} faults, {} not found; of {} explanations {} name the true "
                                "condition\n",
                                matched, missed, conditions, named));
  if (missed > 0) return 1;
  return stop_requested() ? 3 : 0;
}

}  // namespace

void add_faults(CLI::App& app, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("faults", "Plant known faults and see that the checker finds each");
  auto a = std::make_shared<Arguments>();
  command->add_option("GLOB", a->glob, "Names of faults [*]");
  command->add_option("--seconds", a->seconds, "At most, for each fault [60]")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", a->seed, "Of the random cases [1]");
  command->add_flag("--json", a->json, "For programs");
  command->footer(
      "Examples:\n"
      "  strideproof faults\n"
      "  strideproof faults 'tail_*' --json\n\n"
      "Exit status: 0 all found, 1 one was missed, 2 wrong use, 3 interrupted.");
  command->callback([a, &chosen] { chosen = [a] { return run(*a); }; });
}

}  // namespace strideproof::commands
