#include <map>

#include "conform/check/session.h"
#include "conform/command/commands.h"
#include "oracle/harness.h"
#include "spec/stop.h"

namespace strideproof::commands {
namespace {

struct ReplayArguments {
  std::vector<std::string> what, readings;
  TargetArguments target;
  double timeout = 5;
  bool json = false;
};

// A plug-in on a profile, and its known readings.
struct CheckedPlugin {
  Session session;
  ReadingTable table;

  CheckedPlugin(const Target& target, const Profile& profile, const ReplayArguments& arguments)
      : session(target, profile, arguments.timeout),
        table(profile, readings_of(arguments.readings)) {
    if (!session.accepted()) throw SetupError(session.refusal());
  }
};

// The answer of the reference for each step: "done", or the labels for which it rejects.
std::string text_of(const Program& program, const Expectation& expectation) {
  if (expectation.verdict_only) return "too large to run";
  std::string text;
  for (size_t i = 0; i < expectation.results.size(); ++i) {
    const ConstraintResults& constraint_results = expectation.results[i].constraint_results;
    text += i == 0 ? "" : "; ";
    text += constraint_results.too_costly ? "too costly to decide"
            : constraint_results.legal()
                ? "done"
                : "rejected by " + labels(*program.steps[i].operation, constraint_results.violated);
  }
  return text;
}

std::string reference_says(const Program& program, const StepReadings& readings) {
  Oracle oracle(*program.profile);
  return text_of(program, oracle.expect(program, readings));
}

// The answers of the reference and of an implementation for one program.
Json row(const Program& program, const std::string& reference, const std::string& implementation,
         const Verdict& verdict) {
  return {{"case", print(program)},           {"reference", reference},
          {"implementation", implementation}, {"kind", name(verdict.kind)},
          {"detail", verdict.detail},         {"conforms", !is_finding(verdict.kind)},
          {"readings", Json::array()}};
}

// Memories are kept from one program to the next, as reserving them costs more than most programs.
Json in_process(const Program& program, std::map<const Profile*, Harness>& harnesses,
                Verdict& verdict) {
  const Profile& profile = *program.profile;
  Harness& harness = harnesses.try_emplace(&profile, profile, optimized::run).first->second;
  verdict = harness.check(program);
  const std::string reference = is_finding(verdict.kind) ? reference_says(program, {})
                                                         : text_of(program, harness.expectation());
  return row(program, reference, "optimized", verdict);
}

// Readings known from earlier lines count. The row has those known after this one, under which the
// plug-in conforms.
Json on_target(const Program& program, CheckedPlugin& plugin, Verdict& verdict) {
  ReadingTable& table = plugin.table;
  const std::string reference = reference_says(program, table.expected(program));
  verdict = check(plugin.session, program, table.expected(program),
                  std::bind_front(&ReadingTable::learn, &table), true);
  Json replayed = row(program, reference, plugin.session.capabilities().name, verdict);
  std::vector<ReadingReport> rows;
  for (const Case& step : program.steps) table.report(*step.operation, {*program.profile}, rows);
  for (const ReadingReport& one : rows)
    if (one.taken)
      replayed["readings"].push_back(
          {{"id", one.id}, {"operation", one.operation}, {"taken", *one.taken}});
  return replayed;
}

std::string text_of(const Json& replayed) {
  const auto text = [](const Json& of, const char* key) { return of[key].get<std::string>(); };
  const std::string detail = text(replayed, "detail");
  std::string out = fmt::format("{}\n  reference: {}\n  {}: {}{}{}\n", text(replayed, "case"),
                                text(replayed, "reference"), text(replayed, "implementation"),
                                text(replayed, "kind"), detail.empty() ? "" : ": ", detail);
  for (const Json& one : replayed["readings"])
    out += fmt::format("  {} reads {} as '{}'\n", text(one, "operation"), text(one, "id"),
                       text(one, "taken"));
  return out;
}

int run(const ReplayArguments& arguments) {
  std::vector<Program> programs;
  for (const std::string& what : arguments.what)
    for (Program& program : programs_of(what)) programs.push_back(std::move(program));
  const std::optional<Target> target = target_of(arguments.target);
  if (!target && !arguments.readings.empty())
    throw SetupError("--reading is about a plug-in: give --on, --exec or --adapter");
  readings_of(arguments.readings);  // reports wrong words before a process starts
  std::map<const Profile*, CheckedPlugin> plugins;
  std::map<const Profile*, Harness> harnesses;
  bool failed = false, judged = false;
  std::string text;
  Json json = Json::array();
  for (const Program& program : programs) {
    if (stop_requested()) break;
    Json replayed;
    Verdict verdict;
    if (target) {
      const Profile& profile = *program.profile;
      try {
        CheckedPlugin& plugin =
            plugins.try_emplace(&profile, *target, profile, arguments).first->second;
        replayed = on_target(program, plugin, verdict);
      } catch (const SetupError&) {  // the earlier lines are still printed
        if (!stop_requested()) throw;
        break;
      }
    } else {
      replayed = in_process(program, harnesses, verdict);
    }
    failed = failed || is_finding(verdict.kind);
    judged = judged || is_right(verdict.kind);
    text += text_of(replayed);
    json.push_back(std::move(replayed));
  }
  write_file("-", arguments.json ? json_text(json) : text);
  return failed ? 1 : judged ? 0 : 3;
}

}  // namespace

void add_replay(CLI::App& app) {
  const auto [command, a] = add_command<ReplayArguments>(
      app, "replay", "Run a case line, or a file of case lines, again",
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
  add_readings(*command, a->readings, "Require a reading of a ledger entry, by its number from 0");
  add_timeout(*command, a->timeout);
  command->add_flag("--json", a->json, "Write JSON");
}

}  // namespace strideproof::commands
