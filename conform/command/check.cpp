#include "conform/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "conform/check/waivers.h"
#include "conform/command/arguments.h"
#include "conform/command/commands.h"
#include "conform/command/paths.h"
#include "conform/command/target.h"
#include "conform/report/c_test.h"
#include "conform/report/text.h"
#include "conform/report/write.h"

namespace strideproof::commands {
namespace {

struct Arguments {
  TargetArguments target;
  std::vector<std::string> readings;
  std::string op = "*", profile, shard = "1/1", waivers, junit, json, html, sarif, c_tests;
  CheckOptions options;
  int64_t cases = -1;
};

void parse_shard(const std::string& text, CheckOptions& options) {
  long long index = 0, count = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lld/%lld%c", &index, &count, &rest) != 2 || index < 1 ||
      index > count)
    throw SetupError(fmt::format("--shard takes I/N with 1 <= I <= N, but here is '{}'", text));
  options.shard = index - 1;
  options.shards = count;
}

void write_reports(const Arguments& arguments, const RunReport& report) {
  std::vector<std::pair<std::string, std::string>> files;
  const auto is_standard = [](const std::string* path) { return *path == "-"; };
  const auto paths = {&arguments.json, &arguments.junit, &arguments.html, &arguments.sarif};
  if (std::none_of(paths.begin(), paths.end(), is_standard))
    files.emplace_back("-", to_text(report));
  if (!arguments.junit.empty()) files.emplace_back(arguments.junit, to_junit(report));
  if (!arguments.json.empty()) files.emplace_back(arguments.json, to_json(report));
  if (!arguments.html.empty()) files.emplace_back(arguments.html, to_html(report));
  if (!arguments.sarif.empty()) files.emplace_back(arguments.sarif, to_sarif(report));
  write_files(files);
}

int run(Arguments& arguments) {
  CheckOptions& options = arguments.options;
  const std::optional<Target> target = target_of(arguments.target);
  if (!target)
    throw SetupError("check takes one of LIB.so, --exec \"COMMAND\" and --adapter NAME ARGS");
  options.target = *target;
  options.readings = readings_of(arguments.readings);
  std::string held;
  for (const HeldReading& reading : options.readings)
    held += fmt::format("--reading {} ", text(reading));
  set_replay_target(held + words_for_replay(arguments.target));
  options.profile = profile_named(arguments.profile);
  options.operations = operations_on(arguments.op, options.profile);
  if (arguments.cases >= 0) {
    options.cases = arguments.cases;
    options.seconds = std::numeric_limits<double>::infinity();
  }
  parse_shard(arguments.shard, options);
  std::vector<Waiver> waivers;
  if (!arguments.waivers.empty()) waivers = read_waivers(arguments.waivers);
  for (const std::string& path : {arguments.junit, arguments.json, arguments.html, arguments.sarif})
    if (!path.empty()) check_writable(path);
  if (!arguments.c_tests.empty()) {
    if (options.target.kind != Target::Kind::library)
      throw SetupError("--c-tests needs a library: a C test cannot call a command");
    make_directory(arguments.c_tests);
  }

  RunReport report;
  report.command = "check";
  report.implementation = options.target.what;
  report.seed = options.seed;
  report.version = STRIDEPROOF_VERSION;
  report.date = now();
  {
    Progress progress;
    check(options, progress, report);
  }
  apply(waivers, today(), report);
  if (!arguments.c_tests.empty()) write_c_tests(arguments.c_tests, options.readings, report);
  write_reports(arguments, report);
  return exit_status(report);
}

}  // namespace

void add_check(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("check", "Check an implementation against the reference");
  auto a = std::make_shared<Arguments>();
  add_target_options(*command, a->target, "LIB.so");
  command->add_option("--op", a->op, "Operations, a glob")->type_name("GLOB");
  command->add_option("--profile", a->profile,
                      "One profile, or FILE.json; default: every profile that the plug-in accepts");
  auto* seconds = command->add_option("--seconds", a->options.seconds, "Time to spend [30]")
                      ->check(CLI::PositiveNumber);
  command
      ->add_option("--cases", a->cases,
                   "Cases to give on each profile after those on edges, instead of a time")
      ->check(CLI::PositiveNumber)
      ->excludes(seconds);
  command->add_option("--seed", a->options.seed, "Seed of the random cases [1]");
  command->add_option("--timeout", a->options.timeout, "Seconds for one operation [5]")
      ->check(CLI::PositiveNumber);
  command->add_option("--shard", a->shard, "Part I of N, for several machines")->type_name("I/N");
  command
      ->add_option("--reading", a->readings,
                   "Hold it to a reading of a ledger entry, by its number from 0; another one is a "
                   "finding")
      ->type_name("ID=NUMBER")
      ->allow_extra_args(false);
  command->add_flag("--strict", a->options.strict,
                    "A reading that is not the default is a finding");
  command->add_option("--waivers", a->waivers, "Known deviations, with reason and expiry");
  command->add_option("--junit", a->junit, "Write a JUnit report; - is standard output");
  command->add_option("--json", a->json, "Write a JSON report; - is standard output");
  command->add_option("--html", a->html, "Write an HTML page with pictures");
  command->add_option("--sarif", a->sarif, "Write a SARIF report; - is standard output");
  command
      ->add_option("--c-tests", a->c_tests,
                   "A directory: a C program of its own for each finding of a library")
      ->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  strideproof check ./libmine.so\n"
      "  strideproof check ./libmine.so --op 'okk_gdma_*_cpy_*' --profile bm1684 --seconds 300\n"
      "  strideproof check ./libmine.so --cases 100000 --shard 2/8 --junit part2.xml\n"
      "  strideproof check --exec './simulator --stdio' --timeout 60\n\n"
      "Exit status: 0 nothing found, 1 findings, 2 wrong use or an unusable plug-in, 3 "
      "incomplete.");
  command->callback([a, &chosen] { chosen = [a] { return run(*a); }; });
}

}  // namespace strideproof::commands
