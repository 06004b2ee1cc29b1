#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "conform/check/process.h"
#include "conform/commands/arguments.h"
#include "conform/commands/commands.h"
#include "conform/progress.h"
#include "conform/report/write.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::commands {
namespace {

using Json = nlohmann::ordered_json;
using solver::ProofGoal;
using solver::Report;
using solver::Status;
using solver::Theorem;

struct Arguments {
  std::string glob = "*", smt2;
  bool json = false;
};

// By its own name, or by that of an operation that it is about.
bool named(const Theorem& theorem, const std::string& glob) {
  const auto matches = [&](const std::string& name) { return matches_glob(glob, name); };
  return matches(theorem.name) ||
         std::any_of(theorem.operations.begin(), theorem.operations.end(), matches);
}

Json json(const Report& report) {
  return {{"theorem", report.theorem},
          {"meaning", report.meaning},
          {"operations", report.operations},
          {"status", solver::name(report.status)},
          {"reason", report.reason},
          {"seconds", report.seconds},
          {"paths", report.paths},
          {"goals", report.goals.size()},
          {"solvers", report.solvers},
          {"control",
           {{"planted", report.control.planted},
            {"status", solver::name(report.control.status)},
            {"case", report.control.case_line},
            {"confirmed", report.control.confirmed}}}};
}

std::string text(const Report& report) {
  std::string out = fmt::format("{:8} {:6.1f} s  {}: {}\n", solver::name(report.status),
                                report.seconds, report.theorem, report.meaning);
  if (!report.reason.empty()) out += fmt::format("  {}\n", report.reason);
  if (report.control.status != Status::refuted || !report.control.confirmed)
    out += fmt::format("  control ({}): {}, {}\n", report.control.planted,
                       solver::name(report.control.status),
                       report.control.confirmed ? "confirmed" : "not confirmed");
  return out;
}

void write_questions(const std::string& directory, const Report& report) {
  for (size_t i = 0; i < report.goals.size(); ++i)
    if (!report.goals[i].smt2.empty())
      write_file(fmt::format("{}/{}.{}.smt2", directory, report.theorem, i), report.goals[i].smt2);
}

int run(const Arguments& arguments) {
  if (!arguments.smt2.empty()) make_directory(arguments.smt2);
  solver::Options options;
  options.keep_smt2 = !arguments.smt2.empty();
  stop_on_signals();
  Json all = Json::array();
  int status = 0, matched = 0;
  for (const Theorem& theorem : solver::theorems()) {
    if (!named(theorem, arguments.glob)) continue;
    ++matched;
    if (stop_requested()) {
      status = std::max(status, 3);
      continue;
    }
    const Report report = solver::run(theorem, options);
    if (!arguments.smt2.empty()) write_questions(arguments.smt2, report);
    if (arguments.json)
      all.push_back(json(report));
    else
      write_file("-", text(report));
    const bool doubted =
        report.status == Status::unknown || report.control.status == Status::unknown;
    if (!report.holds()) status = doubted && status != 1 ? 3 : 1;
  }
  if (matched == 0)
    throw Unusable(fmt::format("no theorem is called, or is about, '{}'", arguments.glob));
  if (arguments.json) write_file("-", all.dump(2) + "\n");
  return status;
}

}  // namespace

void add_prove(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("prove", "Prove theorems, each with a control that fails");
  auto a = std::make_shared<Arguments>();
  command->add_option("GLOB", a->glob, "Names of theorems or operations [*]");
  command->add_flag("--json", a->json, "For programs");
  command->add_option("--smt2", a->smt2, "Write every question in SMT-LIB")->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  strideproof prove\n"
      "  strideproof prove 'okk_gdma_*_cpy_S2L' --json\n"
      "  strideproof prove 'layout.*' --smt2 questions\n\n"
      "Exit status: 0 proved, 1 refuted or a control that did not fail, 2 wrong use, 3 unproved.");
  command->callback([a, &chosen] { chosen = [a] { return run(*a); }; });
}

}  // namespace strideproof::commands
