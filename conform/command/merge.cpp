#include "conform/report/merge.h"

#include "conform/command/commands.h"

namespace strideproof::commands {
namespace {

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

void add_merge(CLI::App& app) {
  const auto [command, a] = add_command<MergeArguments>(
      app, "merge", "Make one report of those that parts of a check wrote",
      "  strideproof check ./libmine.so --shard 1/2 --json part1.json   (on one machine)\n"
      "  strideproof check ./libmine.so --shard 2/2 --json part2.json   (on another)\n"
      "  strideproof merge part1.json part2.json --html report.html\n\n"
      "Exit status: that of check, for all parts together; 2 for a file that is no such report.");
  command->add_option("FILE", a->files, "JSON reports of check, of one implementation")->required();
  add_reports(*command, a->reports);
}

}  // namespace strideproof::commands
