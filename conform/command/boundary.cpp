#include <filesystem>

#include "conform/base/progress.h"
#include "conform/check/edges.h"
#include "conform/command/commands.h"
#include "corpus/corpus.h"
#include "proofs/boundary/suites.h"
#include "props/generate.h"
#include "spec/stop.h"

namespace strideproof::commands {
namespace {

struct BoundaryArguments {
  std::string op, profile;
  std::string write;  // a folder; "": print the edges of one operation
  bool json = false, pairs = false, other_profiles = false;
};

using solver::Boundary;

std::string_view status(solver::SearchOutcome found) {
  if (found == solver::SearchOutcome::witness) return "case";
  return found == solver::SearchOutcome::unknown ? "unknown" : "unreachable";
}

Json json(const Operation& operation, const solver::Goal& goal) {
  if (goal.landmark != nullptr)
    return {{"landmark", fmt::format("{}.{}", operation.name, goal.landmark->label)}};
  return {{"constraint", operation.label(*goal.constraint)}, {"edge", name(goal.edge)}};
}

Json json(const Operation& operation, const Boundary& boundary) {
  const solver::SearchResult& result = boundary.result;
  Json j = json(solver::edges_of(operation), boundary.goal);
  j["status"] = status(result.outcome);
  if (result.outcome == solver::SearchOutcome::unreachable_by_type) j["reason"] = "type";
  if (result.outcome == solver::SearchOutcome::unreachable_proved) {
    j["reason"] = "lemma";
    j["against"] = Json::array();
    for (const Constraint* constraint : result.lemma)
      j["against"].push_back(operation.label(*constraint));
  }
  if (result.outcome == solver::SearchOutcome::witness) {
    const auto line = [&](const Case& c) { return print(solver::program_on_edge(operation, c)); };
    j["case"] = line(result.witnesses.front());
    j["more"] = Json::array();
    for (size_t i = 1; i < result.witnesses.size(); ++i)
      j["more"].push_back(line(result.witnesses[i]));
  }
  return j;
}

std::string text(const Operation& operation, const Boundary& boundary) {
  std::string out = heading(operation, boundary).substr(std::string("# ").size()) + "\n";
  for (const Case& c : boundary.result.witnesses)
    out += fmt::format("  {}\n", print(solver::program_on_edge(operation, c)));
  return out;
}

// The boundaries of a first profile are in the corpus; those of another profile are searched now.
solver::Suites suites_for(const Operation& operation, const Profile& profile,
                          const std::vector<Boundary>& boundaries) {
  if (&profile == operation.profiles.front()) {
    const std::string path = fmt::format("{}/{}.txt", corpus_folder("boundary"), operation.name);
    try {
      return solver::read_suites(operation, read_file(path));
    } catch (const solver::Stale& error) {
      throw SetupError(fmt::format("{} is stale: {}", path, error.what()));
    }
  }
  return solver::find_suites(operation, profile, {}, boundaries,
                             props::generate_cases(operation, profile));
}

Json json(const Operation& operation, const std::vector<solver::PairResult>& pairs) {
  const std::vector<solver::Goal> goals = solver::goals_of(operation);
  Json all = Json::array();
  for (const solver::PairResult& result : pairs) {
    Json j = json(operation, goals[result.pair.first]);
    j["with"] = json(operation, goals[result.pair.second]);
    j["status"] = status(result.outcome);
    if (result.outcome == solver::SearchOutcome::unreachable_proved) j["reason"] = "lemma";
    if (result.outcome == solver::SearchOutcome::witness) j["case"] = print(*result.witness);
    all.push_back(std::move(j));
  }
  return all;
}

// ---- the files of corpus/boundary ----

std::vector<Case> kept_in(const std::string& path) {
  std::vector<Case> kept;
  if (std::filesystem::exists(path))
    for (const corpus::Entry& entry : corpus::read(path)) kept.push_back(entry.program.steps[0]);
  return kept;
}

void write_suites(const Operation& operation, const std::string& path) {
  const Profile& profile = *operation.profiles.front();
  const std::vector<Boundary> boundaries = solver::boundaries(operation, profile);
  if (operation.parameters.empty()) {
    write_file(path, solver::text_of(operation, boundaries));
    return;
  }
  const solver::Suites suites = solver::find_suites(operation, profile, kept_in(path), boundaries,
                                                    props::generate_cases(operation, profile));
  const std::string text = solver::suites_text(operation, suites, boundaries);
  solver::read_suites(operation, text);  // checks that it agrees with the spec
  write_file(path, text);
  write_file("-", fmt::format("{}: {} and {} cases; {}\n", operation.name, suites.edges.size(),
                              suites.pairs.size(),
                              solver::summary(solver::pair_results(operation, suites))));
}

// For each operation on each profile but its first.
std::string all_other_profiles() {
  const PluginCapabilities everything = PluginCapabilities::everything();
  std::string text =
      "# Edges and landmarks that no case of drawn_suite() meets (conform/check/edges.h), on each "
      "profile but\n# the first of an operation: a case, or the proof that there is none.\n";
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles) {
      if (profile == operation.profiles.front()) continue;
      std::vector<Case> drawn, more = props::generate_cases(operation, *profile);
      std::erase_if(more, [&](const Case& c) {
        return !everything.can_judge({profile, c.fill, {c}});
      });
      for (Program& program : drawn_suite(operation, *profile))
        drawn.push_back(std::move(program.steps.front()));
      text += solver::other_profile_text(operation, *profile, drawn, more);
    }
  return text;
}

int write_files(const BoundaryArguments& arguments) {
  const std::string& folder = arguments.write;
  const Operations operations = operations_matching(arguments.op.empty() ? "*" : arguments.op);
  if (!std::filesystem::is_directory(folder))
    throw SetupError(fmt::format("{} is no directory", folder));
  if (arguments.op.empty()) write_file(folder + "/other_profiles.txt", all_other_profiles());
  if (arguments.other_profiles) return 0;
  for (const Operation* operation : operations)
    write_suites(*operation, fmt::format("{}/{}.txt", folder, operation->name));
  return 0;
}

int run(const BoundaryArguments& arguments) {
  if (!arguments.write.empty()) return write_files(arguments);
  if (arguments.op.empty()) throw SetupError("OP is required; see: strideproof list");
  const Operation* operation = find_operation(arguments.op);
  if (operation == nullptr)
    throw SetupError(fmt::format("unknown operation '{}'{}; see: strideproof list", arguments.op,
                                 did_you_mean(arguments.op, catalogue(), &Operation::name)));
  const Profile* profile = profile_named(arguments.profile);
  if (profile == nullptr) profile = operation->profiles.front();
  if (props::keep_on({operation}, *profile).empty())
    throw SetupError(fmt::format("{} does not exist on {}", operation->name, profile->name));
  Progress progress(!arguments.json);
  Json all = Json::array();
  bool all_decided = true;
  int64_t count = 0;
  // Text is written immediately, JSON at the end.
  const auto answer = [&](const std::string& what, bool decided, const Json& rows,
                          const std::string& text) {
    progress.show(what, ++count, 0, "edge");
    all_decided = all_decided && decided;
    if (arguments.json)
      all.insert(all.end(), rows.begin(), rows.end());
    else
      write_file("-", text);
  };
  try {
    const auto found = solver::boundaries(*operation, *profile, [&](const Boundary& boundary) {
      answer(solver::edges_of(*operation).label(*boundary.goal.constraint),
             boundary.result.outcome != solver::SearchOutcome::unknown,
             Json::array({json(*operation, boundary)}), text(*operation, boundary));
    });
    if (arguments.pairs && !operation->parameters.empty()) {
      const solver::Suites suites = suites_for(*operation, *profile, found);
      answer("pairs", suites.undecided.empty(), json(*operation, pair_results(*operation, suites)),
             solver::suites_text(*operation, suites, found));
    }
  } catch (const std::exception&) {  // also stops the solver, whose questions are interrupted
    if (!stop_requested()) throw;
  }
  if (arguments.json) write_file("-", json_text(all));
  return all_decided && !stop_requested() ? 0 : 3;
}

}  // namespace

void add_boundary(CLI::App& app) {
  const auto [command, a] = add_command<BoundaryArguments>(
      app, "boundary", "Find a case on each side of every edge of an operation",
      "  strideproof boundary okk_gdma_32bit_cpy_S2L\n"
      "  strideproof boundary okk_gdma_8bit_set_C_local --profile toy --json\n"
      "  strideproof boundary data_move --pairs\n"
      "  strideproof boundary 'okk_gdma_*' --write corpus/boundary\n\n"
      "Exit status: 0 all decided, 2 wrong use, 3 some not decided.");
  auto* op = command->add_option("OP", a->op, "An operation; with --write a glob (default all)");
  add_profile(*command, a->profile, "the operation's first");
  auto* pairs =
      command->add_flag("--pairs", a->pairs, "Also find cases that meet two edges or landmarks");
  auto* json = command->add_flag("--json", a->json, "Write JSON");
  auto* write =
      command
          ->add_option("--write", a->write,
                       "Write the files of corpus/boundary, which keep the old cases that "
                       "are still needed; without OP also other_profiles.txt")
          ->type_name("DIR")
          ->excludes(pairs)
          ->excludes(json)
          ->excludes(command->get_option("--profile"));
  command->add_flag("--other-profiles", a->other_profiles, "Write other_profiles.txt alone")
      ->needs(write)
      ->excludes(op);
}

}  // namespace strideproof::commands
