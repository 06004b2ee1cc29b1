#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>
#include <utility>

#include "conform/command/commands.h"
#include "spec/vocabulary/profile_file.h"

namespace strideproof::commands {
namespace {

// The profile of a file is there before the command begins, in child processes too.
void use_profile_file(const std::string& name) {
  if (is_profile_file(name)) setenv(profile_variable, std::filesystem::absolute(name).c_str(), 1);
}

// Adds the subcommands. The one on the command line becomes the command of the request.
class Options {
 public:
  Options(CLI::App& app, Request& request) : app_(app), request_(request) {
    for (const auto add :
         {&Options::add_list, &Options::add_verify, &Options::add_check, &Options::add_prove,
          &Options::add_boundary, &Options::add_replay, &Options::add_explain,
          &Options::add_vectors, &Options::add_faults, &Options::add_new_plugin})
      (this->*add)();
  }

 private:
  template <class Arguments>
  std::pair<CLI::App*, Arguments*> add(const std::string& name, const std::string& description,
                                       const std::string& examples) {
    CLI::App* command = app_.add_subcommand(name, description);
    command->footer("Examples:\n" + examples);
    auto arguments = std::make_shared<Arguments>();
    command->callback(
        [this, arguments] { request_.command = [arguments] { return run(*arguments); }; });
    return {command, arguments.get()};
  }

  static void add_operations(CLI::App& command, std::string& op) {
    command.add_option("--op", op, "Operations, a glob")->type_name("GLOB");
  }
  static void add_profile(CLI::App& command, std::string& profile, const std::string& otherwise) {
    command.add_option("--profile", profile, "One profile, or FILE.json; default: " + otherwise)
        ->each(use_profile_file);
  }
  static CLI::Option* add_positive(CLI::App& command, const char* name, auto& value,
                                   const std::string& help) {
    const auto above_zero = [](const std::string& text) {
      double number = 0;
      const bool is_above = CLI::detail::lexical_cast(text, number) && number > 0;
      return is_above ? std::string() : fmt::format("'{}' is not a number above 0", text);
    };
    return command.add_option(name, value, help)->check(CLI::Validator(above_zero, "NUMBER"));
  }
  static void add_seed(CLI::App& command, uint64_t& seed) {
    command.add_option("--seed", seed, "Seed of the random cases [1]");
  }
  static void add_timeout(CLI::App& command, double& seconds) {
    add_positive(command, "--timeout", seconds, "Seconds for one operation [5]");
  }
  static void add_readings(CLI::App& command, std::vector<std::string>& readings,
                           const std::string& help) {
    command.add_option("--reading", readings, help)
        ->type_name("ID=NUMBER")
        ->allow_extra_args(false);
  }
  // The library is a positional argument, "LIB.so", or "--on".
  static void add_target(CLI::App& command, TargetArguments& target, const std::string& library) {
    command.add_option(library, target.library, "A library with the hooks of strideproof.h");
    command.add_option("--exec", target.command,
                       "A command that speaks the protocol of docs/plug-ins.md");
    command
        .add_option("--adapter", target.adapter,
                    "An adapter of this distribution, and its arguments")
        ->type_name("NAME ARGS")
        ->expected(1, 64);
    command.add_flag("--sweep", target.sweep,
                     "Compare all memory of a command at intervals, as that of a library");
    add_positive(command, "--start-timeout", target.start_seconds,
                 "Seconds for the start of the implementation [30]");
    command
        .add_option(
            "--abort", target.abort,
            "The implementation rejects a case by ending its process: illegal cases are given")
        ->type_name("rejects")
        ->check(CLI::IsMember({"rejects"}));
  }

  void add_list() {
    const auto [command, a] =
        add<ListArguments>("list", "List the operations",
                           "  strideproof list\n  strideproof list --json | jq '.[].name'");
    command->add_flag("--json", a->json, "With labels and layers, for programs");
  }

  void add_verify() {
    const auto [command, a] = add<VerifyArguments>(
        "verify", "Check the optimized implementation by every layer",
        "  strideproof verify\n"
        "  strideproof verify --op '*_matrix_*' --profile bm1684 --seconds 600 --report out\n\n"
        "Exit status: 0 nothing found, 1 findings, 2 broken environment, 3 incomplete; so is a run "
        "on\n"
        "all profiles that does not meet every reachable boundary of the operations.");
    add_operations(*command, a->op);
    add_profile(*command, a->profile, "all");
    add_positive(*command, "--seconds", a->seconds,
                 "Approximate time; random cases and the plug-in layer share the rest after the "
                 "other layers, which are never cut, and get at least a quarter [60]");
    add_seed(*command, a->seed);
    command->add_option("--report", a->report, "Write report.json, report.xml (JUnit), report.html")
        ->type_name("DIR");
  }

  void add_check() {
    const auto [command, a] = add<CheckArguments>(
        "check", "Check an implementation against the reference",
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
    auto* seconds = add_positive(*command, "--seconds", a->options.seconds, "Time to spend [30]");
    add_positive(*command, "--cases", a->cases,
                 "Cases to give on each profile after those on edges, instead of a time")
        ->excludes(seconds);
    add_seed(*command, a->options.seed);
    add_timeout(*command, a->options.timeout);
    command->add_option("--shard", a->shard, "Part I of N, for several machines")->type_name("I/N");
    add_readings(*command, a->readings,
                 "Hold it to a reading of a ledger entry, by its number from 0; another one is a "
                 "finding");
    command->add_option("--corpus", a->options.corpus, "A folder with cases to give, *.txt")
        ->type_name("DIR")
        ->check(CLI::ExistingDirectory);
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
  }

  void add_prove() {
    const auto [command, a] = add<ProveArguments>(
        "prove", "Prove theorems, each with a control that fails",
        "  strideproof prove\n"
        "  strideproof prove 'okk_gdma_*_cpy_S2L' --json\n"
        "  strideproof prove 'layout.*' --smt2 questions\n"
        "  strideproof prove --second none\n\n"
        "Exit status: 0 proved, 1 refuted or vacuous, solvers that disagree, or a control that did "
        "not fail, 2 wrong use, 3 undecided, the theorem or its control, or a second solver that "
        "hung.");
    command->add_option("GLOB", a->glob, "Names of theorems or operations [*]");
    command->add_flag("--json", a->json, "For programs");
    command->add_option("--smt2", a->smt2, "Write every question in SMT-LIB")->type_name("DIR");
    command->add_option("--page", a->page, "Write docs/proofs.md, for all theorems")
        ->type_name("FILE");
    command
        ->add_option("--second", a->second,
                     "Second solver for the same questions, reading SMT-LIB; none: no second "
                     "solver [cvc5 --nl-ext-tplanes-interleave, if installed]")
        ->type_name("COMMAND");
  }

  void add_boundary() {
    const auto [command, a] = add<BoundaryArguments>(
        "boundary", "Find a case on each side of every edge of an operation",
        "  strideproof boundary okk_gdma_32bit_cpy_S2L\n"
        "  strideproof boundary okk_gdma_8bit_set_C_local --profile toy --json\n"
        "  strideproof boundary data_move --pairs\n\n"
        "Exit status: 0 all decided, 2 wrong use, 3 some not decided.");
    command->add_option("OP", a->op, "An operation")->required();
    add_profile(*command, a->profile, "the operation's first");
    command->add_flag("--pairs", a->pairs, "Also two edges or landmarks at once");
    command->add_flag("--json", a->json, "For programs");
  }

  void add_replay() {
    const auto [command, a] = add<ReplayArguments>(
        "replay", "Run a case line, or a file of case lines, again",
        "  strideproof replay 'okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,3 "
        "dst_stride=null fill=1'\n"
        "  strideproof replay corpus/regressions/okk_gdma.txt\n"
        "  strideproof replay --on ./libmine.so 'okk_gdma_...'\n"
        "  strideproof replay --on ./libmine.so --reading copy-overlap=1 'okk_gdma_...'\n\n"
        "Exit status: 0 passes, 1 findings, 2 wrong use, 3 nothing could be judged.");
    command
        ->add_option("LINE|FILE", a->what,
                     "Case or program lines, or files of such lines; judged together")
        ->required()
        ->type_name("");
    add_target(*command, a->target, "--on");
    add_readings(*command, a->readings, "Fix the reading of a ledger entry, by its number from 0");
    add_timeout(*command, a->timeout);
    command->add_flag("--json", a->json, "For programs");
  }

  void add_explain() {
    const auto [command, a] = add<ExplainArguments>(
        "explain", "Explain an operation, a label, a case, or an ambiguity",
        "  strideproof explain okk_gdma_32bit_cpy_S2L\n"
        "  strideproof explain okk_gdma_32bit_cpy_S2L.dst_addr.aligned\n"
        "  strideproof explain copy-overlap\n"
        "  strideproof explain 'okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,3 "
        "dst_stride=null fill=1' --svg case.svg");
    command
        ->add_option("OP|LABEL|LINE|ID", a->what,
                     "An operation, OPERATION.LABEL of a constraint or landmark, a case or program "
                     "line, or a ledger entry")
        ->required();
    command->add_option("--svg", a->svg, "A picture of the (first) case; - for standard output")
        ->type_name("FILE");
  }

  void add_vectors() {
    const auto [command, a] = add<VectorsArguments>(
        "vectors", "Write cases with the bytes that they read and write, for other test benches",
        "  strideproof vectors --out vectors\n"
        "  strideproof vectors --out vectors --op 'okk_gdma_*' --profile bm1684");
    command
        ->add_option("--out", a->out,
                     "A directory: a JSON file for each operation, their README and schema")
        ->type_name("DIR")
        ->required();
    add_operations(*command, a->op);
    add_profile(*command, a->profile, "all");
    add_seed(*command, a->seed);
  }

  void add_faults() {
    const auto [command, a] = add<FaultsArguments>(
        "faults", "Plant known faults and check that each is found",
        "  strideproof faults\n"
        "  strideproof faults 'tail_*' --json\n"
        "  strideproof faults --layers > docs/faults.md\n\n"
        "Exit status: 0 all found, 1 one was missed, 2 wrong use, 3 interrupted, or "
        "the seconds ended before the cases.");
    command->add_option("GLOB", a->glob, "Names of faults [*]");
    add_positive(
        *command, "--cases", a->cases,
        "Limit for each fault [2000000]; with --layers, for each layer and profile [20000]");
    auto* seconds =
        add_positive(*command, "--seconds", a->seconds,
                     "Limit for each fault [60]; a fault that it ends is open, not missed");
    add_seed(*command, a->seed);
    auto* json = command->add_flag("--json", a->json, "For programs");
    command->add_flag("--layers", a->layers, "Write the page of the layers that find each fault")
        ->excludes(json)
        ->excludes(seconds);
  }

  void add_new_plugin() {
    const auto [command, a] = add<NewPluginArguments>(
        "new-plugin", "Write a plug-in to start from: it builds and conforms",
        "  strideproof new-plugin c mine\n"
        "  strideproof new-plugin python mine");
    command->add_option("c|cpp|python", a->language, "The language")
        ->required()
        ->check(CLI::IsMember({"c", "cpp", "python"}));
    command->add_option("DIR", a->folder, "A folder that has none of its files")->required();
  }

  CLI::App& app_;
  Request& request_;
};

}  // namespace

Request parse_command_line(int argc, char** argv) {
  CLI::App app{"strideproof: verification of the data movement of tensor accelerators"};
  app.name("strideproof");
  app.require_subcommand(1);
  app.set_version_flag("--version", STRIDEPROOF_VERSION);
  app.footer(
      "Exit status: 0 nothing found, 1 findings, 2 wrong use or a broken environment,\n"
      "3 nothing found but incomplete.");
  Request request;
  const Options options(app, request);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    app.exit(help, text);
    request.help = text.str();
  } catch (const CLI::ParseError& error) {
    request.error = std::string(error.what()) + "; see: strideproof --help";
  }
  return request;
}

}  // namespace strideproof::commands
