#include "conform/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "conform/check/waivers.h"
#include "conform/command/arguments.h"
#include "conform/command/commands.h"
#include "conform/command/paths.h"
#include "conform/report/c_test.h"
#include "conform/report/report.h"
#include "conform/report/write.h"

namespace strideproof::commands {
namespace {

void parse_shard(const std::string& text, CheckOptions& options) {
  long long index = 0, count = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lld/%lld%c", &index, &count, &rest) != 2 || index < 1 ||
      index > count)
    throw SetupError(fmt::format("--shard takes I/N with 1 <= I <= N, but here is '{}'", text));
  options.shard = index - 1;
  options.shards = count;
}

std::vector<WantedReport> wanted_reports(const CheckArguments& arguments) {
  std::vector<WantedReport> wanted = {{arguments.junit, to_junit},
                                      {arguments.json, to_json},
                                      {arguments.html, to_html},
                                      {arguments.sarif, to_sarif}};
  std::erase_if(wanted, [](const WantedReport& report) { return report.path.empty(); });
  if (std::ranges::count(wanted, "-", &WantedReport::path) > 1)
    throw SetupError("only one report can go to standard output: give the others a file");
  return wanted;
}

}  // namespace

int run(const CheckArguments& arguments) {
  CheckOptions options = arguments.options;
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
  const std::vector<WantedReport> wanted = wanted_reports(arguments);
  for (const WantedReport& each : wanted) make_empty(each.path);
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
  write_reports(report, wanted);
  if (!arguments.c_tests.empty()) write_c_tests(arguments.c_tests, options.readings, report);
  return exit_status(report);
}

}  // namespace strideproof::commands
