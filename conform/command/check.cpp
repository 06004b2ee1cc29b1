#include "conform/check/check.h"

#include <limits>
#include <sstream>

#include "conform/base/text.h"
#include "conform/check/waivers.h"
#include "conform/command/commands.h"
#include "corpus/corpus.h"

namespace strideproof::commands {
namespace {

struct CheckArguments {
  TargetArguments target;
  std::vector<std::string> readings;
  std::string op = "*", profile, shard = "1/1", waivers, c_tests;
  std::vector<WantedReport> reports;
  CheckOptions options;
};

void parse_shard(const std::string& text, CheckOptions& options) {
  std::istringstream in(text);
  int64_t index = 0, count = 0;
  char slash = 0;
  in >> index >> slash >> count;
  const bool whole = !in.fail() && in.peek() == std::istringstream::traits_type::eof();
  if (!whole || slash != '/' || index < 1 || index > count)
    throw SetupError(fmt::format("--shard takes I/N with 1 <= I <= N, but here is '{}'", text));
  options.shard = index - 1;
  options.shards = count;
}

int run(const CheckArguments& arguments) {
  CheckOptions options = arguments.options;
  const std::optional<Target> target = target_of(arguments.target);
  if (!target)
    throw SetupError("check takes one of LIB.so, --exec \"COMMAND\" and --adapter NAME ARGS");
  options.target = *target;
  options.readings = readings_of(arguments.readings);
  RunReport report;
  for (const HeldReading& reading : options.readings)
    report.target += fmt::format("--reading {} ", text(reading));
  if (options.timeout != CheckOptions().timeout)
    report.target += fmt::format("--timeout {:g} ", options.timeout);
  report.target += words_for_replay(arguments.target);
  set_replay_target(report.target);
  options.profile = profile_named(arguments.profile);
  options.operations = operations_on(arguments.op, options.profile);
  if (options.cases) options.seconds = std::numeric_limits<double>::infinity();
  parse_shard(arguments.shard, options);
  if (!options.corpus.empty()) corpus::by_line(corpus::read(options.corpus));  // bad lines throw
  std::vector<Waiver> waivers;
  if (!arguments.waivers.empty()) waivers = read_waivers(arguments.waivers);
  begin_reports(arguments.reports);
  if (!arguments.c_tests.empty()) make_directory(arguments.c_tests);

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
  std::exception_ptr failed;  // the reports are written all the same
  if (!arguments.c_tests.empty()) try {
      const bool starts = options.target.kind == Target::Kind::command;
      write_c_tests(
          arguments.c_tests,
          {options.readings, options.target.rejects_by_abort, starts ? options.target.what : "",
           options.target.start_seconds, options.timeout},
          report);
    } catch (const std::exception&) {
      failed = std::current_exception();
    }
  write_reports(report, arguments.reports);
  if (failed) std::rethrow_exception(failed);
  return exit_status(report);
}

struct MergeArguments {
  std::vector<std::string> files;
  std::vector<WantedReport> reports;
};

int run(const MergeArguments& arguments) {
  const RunReport all = merged(arguments.files);
  begin_reports(arguments.reports);
  write_reports(all, arguments.reports);
  return exit_status(all);
}

}  // namespace

void add_check(CLI::App& app) {
  const auto [command, a] = add_command<CheckArguments>(
      app, "check", "Check an implementation against the reference",
      "  strideproof check ./libmine.so\n"
      "  strideproof check ./libmine.so --op 'okk_gdma_*_cpy_*' --profile bm1684 --seconds 300\n"
      "  strideproof check ./libmine.so --cases 100000 --shard 2/8 --junit part2.xml\n"
      "  strideproof check --exec './simulator --stdio' --timeout 60\n\n"
      "Exit status: 0 nothing found, 1 findings, 2 wrong use or an unusable plug-in, 3 "
      "incomplete.");
  add_target(*command, a->target, "LIB.so");
  command->add_flag("--legal", a->target.legal, "Give no illegal cases");
  add_operations(*command, a->op);
  add_profile(*command, a->profile, "every profile that the plug-in accepts");
  auto* seconds = add_positive<double>(
      *command, "--seconds", a->options.seconds,
      "Time for cases (default 30), without the start; the case or finding at hand "
      "is finished after it");
  add_positive<int64_t>(*command, "--cases", a->options.cases,
                        "Cases to give on each profile after those on edges, instead of a time")
      ->excludes(seconds);
  add_seed(*command, a->options.seed);
  add_timeout(*command, a->options.timeout);
  command->add_option("--shard", a->shard, "Part I of N, for several machines")->type_name("I/N");
  add_readings(*command, a->readings,
               "Require a reading of a ledger entry, by its number from 0; another reading is a "
               "finding");
  command->add_option("--corpus", a->options.corpus, "A folder with cases to give, *.txt")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory);
  command->add_flag("--strict", a->options.strict,
                    "A reading that is not the default is a finding");
  command->add_option("--waivers", a->waivers, "Known deviations, with reason and expiry");
  add_reports(*command, a->reports);
  command
      ->add_option("--c-tests", a->c_tests,
                   "A directory: a C test for each finding that one case or program shows")
      ->type_name("DIR");
}

void add_merge(CLI::App& app) {
  const auto [command, a] = add_command<MergeArguments>(
      app, "merge", "Merge the reports of the shards of a check",
      "  strideproof check ./libmine.so --shard 1/2 --json part1.json   (on one machine)\n"
      "  strideproof check ./libmine.so --shard 2/2 --json part2.json   (on another)\n"
      "  strideproof merge part1.json part2.json --html report.html\n\n"
      "Exit status: that of check, for all parts together; 2 for a file that is no such report.");
  command->add_option("FILE", a->files, "JSON reports of check, of one implementation")->required();
  add_reports(*command, a->reports);
}

}  // namespace strideproof::commands
