#include "conform/check/check.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>

#include "conform/check/waivers.h"
#include "conform/command/arguments.h"
#include "conform/command/commands.h"
#include "conform/command/paths.h"
#include "conform/report/text.h"
#include "conform/report/write.h"

namespace strideproof::commands {
namespace {

struct Arguments {
  std::string library, command;
  std::vector<std::string> adapter;
  std::string op = "*", profile, shard = "1/1", waivers, junit, json, html;
  CheckOptions options;
  int64_t cases = -1;
};

Target target_of(const Arguments& arguments) {
  const int given = (arguments.library.empty() ? 0 : 1) + (arguments.command.empty() ? 0 : 1) +
                    (arguments.adapter.empty() ? 0 : 1);
  if (given != 1)
    throw SetupError("check takes one of LIB.so, --exec \"COMMAND\" and --adapter NAME ARGS");
  if (!arguments.command.empty()) return {Target::Kind::command, arguments.command};
  std::string library = arguments.library;
  if (!arguments.adapter.empty()) {
    library = adapter_path(arguments.adapter[0]);
    std::string words;
    for (size_t i = 1; i < arguments.adapter.size(); ++i)
      words += (i == 1 ? "" : "\n") + arguments.adapter[i];
    setenv("STRIDEPROOF_ADAPTER_ARGS", words.c_str(), 1);
  }
  if (!std::filesystem::is_regular_file(library))
    throw SetupError(fmt::format("{}: no such file", library));
  return {Target::Kind::library, std::filesystem::absolute(library).string()};
}

void parse_shard(const std::string& text, CheckOptions& options) {
  long long index = 0, count = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lld/%lld%c", &index, &count, &rest) != 2 || index < 1 ||
      index > count)
    throw SetupError(fmt::format("--shard takes I/N with 1 <= I <= N, but here is '{}'", text));
  options.shard = index - 1;
  options.shards = count;
}

int run(Arguments& arguments) {
  CheckOptions& options = arguments.options;
  options.target = target_of(arguments);
  options.profile = profile_named(arguments.profile);
  options.operations = operations_on(arguments.op, options.profile);
  if (arguments.cases >= 0) {
    options.cases = arguments.cases;
    options.seconds = std::numeric_limits<double>::infinity();
  }
  parse_shard(arguments.shard, options);
  std::vector<Waiver> waivers;
  if (!arguments.waivers.empty()) waivers = read_waivers(arguments.waivers);
  for (const std::string& path : {arguments.junit, arguments.json, arguments.html})
    if (!path.empty()) check_writable(path);

  RunReport report;
  report.command = "check";
  report.implementation = options.target.what;
  report.seed = options.seed;
  {
    Progress progress;
    check(options, progress, report);
  }
  apply(waivers, today(), report);
  std::vector<std::pair<std::string, std::string>> files;
  if (arguments.json != "-" && arguments.junit != "-" && arguments.html != "-")
    files.emplace_back("-", to_text(report));
  if (!arguments.junit.empty()) files.emplace_back(arguments.junit, to_junit(report));
  if (!arguments.json.empty()) files.emplace_back(arguments.json, to_json(report));
  if (!arguments.html.empty()) files.emplace_back(arguments.html, to_html(report));
  write_files(files);
  return exit_status(report);
}

}  // namespace

void add_check(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("check", "Check an implementation against the reference");
  auto a = std::make_shared<Arguments>();
  command->add_option("LIB.so", a->library, "A library with the hooks of strideproof.h");
  command->add_option("--exec", a->command,
                      "A command that speaks the protocol of docs/plug-ins.md");
  command->add_option("--adapter", a->adapter, "An adapter of this distribution, and its arguments")
      ->type_name("NAME ARGS")
      ->expected(1, 64);
  command->add_option("--op", a->op, "Operations, a glob")->type_name("GLOB");
  command->add_option("--profile", a->profile,
                      "One profile; default: every profile that the plug-in accepts");
  auto* seconds = command->add_option("--seconds", a->options.seconds, "Time to spend [30]")
                      ->check(CLI::PositiveNumber);
  command->add_option("--cases", a->cases, "Cases to give on each profile, instead of a time")
      ->check(CLI::PositiveNumber)
      ->excludes(seconds);
  command->add_option("--seed", a->options.seed, "Seed of the random cases [1]");
  command->add_option("--timeout", a->options.timeout, "Seconds for one operation [5]")
      ->check(CLI::PositiveNumber);
  command->add_option("--shard", a->shard, "Part I of N, for several machines")->type_name("I/N");
  command->add_option("--waivers", a->waivers, "Known deviations, with reason and expiry");
  command->add_option("--junit", a->junit, "Write a JUnit report; - is standard output");
  command->add_option("--json", a->json, "Write a JSON report; - is standard output");
  command->add_option("--html", a->html, "Write an HTML page with pictures");
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
