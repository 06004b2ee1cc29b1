#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "conform/check/findings.h"
#include "conform/check/session.h"
#include "conform/commands/arguments.h"
#include "conform/commands/commands.h"
#include "conform/oracle/harness.h"
#include "conform/report/write.h"

namespace strideproof::commands {
namespace {

struct Arguments {
  std::string what, library, command;
  double timeout = 5;
};

// What the reference says of each step: "done", or the labels it rejects by.
std::string reference_says(const Program& program) {
  Oracle oracle(*program.profile);
  const Expectation& expectation = oracle.expect(program);
  if (expectation.verdict_only) return "too large to run";
  std::string text;
  for (size_t i = 0; i < expectation.results.size(); ++i) {
    const Judgement& judgement = expectation.results[i].judgement;
    text += i == 0 ? "" : "; ";
    text += judgement.too_costly ? "too costly to decide"
            : judgement.legal()
                ? "done"
                : "rejected by " + labels(*program.steps[i].operation, judgement.violated);
  }
  return text;
}

std::string text_of(const Verdict& verdict) {
  return verdict.detail.empty() ? std::string(name(verdict.kind))
                                : fmt::format("{}: {}", name(verdict.kind), verdict.detail);
}

int run(const Arguments& arguments) {
  const std::vector<Program> programs = programs_of(arguments.what);
  std::optional<Target> target;
  if (!arguments.command.empty()) target = Target{Target::Kind::command, arguments.command};
  if (!arguments.library.empty()) {
    if (!std::filesystem::is_regular_file(arguments.library))
      throw Unusable(fmt::format("{}: no such file", arguments.library));
    target = Target{Target::Kind::library, std::filesystem::absolute(arguments.library).string()};
  }
  int findings = 0;
  std::string out;
  for (const Program& program : programs) {
    out += fmt::format("{}\n  reference: {}\n", print(program), reference_says(program));
    const auto show = [&](std::string_view who, const Verdict& verdict) {
      out += fmt::format("  {}: {}\n", who, text_of(verdict));
      findings += is_finding(verdict.kind) ? 1 : 0;
    };
    if (!target) {
      Harness harness(*program.profile, optimized::run);
      show("optimized", harness.check(program));
      continue;
    }
    Session session(*target, *program.profile, arguments.timeout, Session::Memory::in_step);
    if (!session.accepted())
      throw Unusable(fmt::format("sp_reset refuses profile {}", program.profile->name));
    show(session.offer().name, check(session, program));
  }
  write_file("-", out);
  return findings > 0 ? 1 : 0;
}

}  // namespace

void add_replay(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("replay", "Run a case line, or a file of them, again");
  auto a = std::make_shared<Arguments>();
  command->add_option("LINE|FILE", a->what, "A case or program line, or a file of such lines")
      ->required();
  auto* on = command->add_option("--on", a->library, "A plug-in; default: the optimized one")
                 ->type_name("LIB.so");
  command->add_option("--exec", a->command, "A command, as in check")->excludes(on);
  command->add_option("--timeout", a->timeout, "Seconds for one operation [5]")
      ->check(CLI::PositiveNumber);
  command->footer(
      "Examples:\n"
      "  strideproof replay 'okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,3 "
      "dst_stride=null fill=1'\n"
      "  strideproof replay corpus/regressions/okk_gdma.txt\n"
      "  strideproof replay --on ./libmine.so 'okk_gdma_...'\n\n"
      "Exit status: 0 passes, 1 findings, 2 wrong use.");
  command->callback([a, &chosen] { chosen = [a] { return run(*a); }; });
}

}  // namespace strideproof::commands
