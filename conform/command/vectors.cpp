#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "conform/check/edges.h"
#include "conform/command/commands.h"
#include "conform/command/vector_maker.h"
#include "corpus/corpus.h"
#include "oracle/windows.h"
#include "proofs/boundary/goal.h"
#include "props/generate.h"
#include "spec/read_otherwise.h"
#include "spec/stop.h"

namespace strideproof::commands {
namespace {

struct VectorsArguments {
  std::string out, op = "*", profile;
  uint64_t seed = 1;
};

constexpr int64_t most_elements = 128;  // of a step, so that files stay readable
constexpr int random_vectors = 40;      // of an operation and profile
// Rounds of searches for a case on each edge of the profile of a file, and their draws. The corpus has
// several on each edge of a built-in profile.
constexpr int edge_rounds = 3, edge_draws = 200;

// A larger case is taken only if every reading rejects it.
bool is_small(const Program& program) {
  return std::ranges::all_of(program.steps, [](const Case& step) {
    const ConstraintResults results = spec::evaluate(step);
    if (results.too_costly || spec::cost(step) > run_budget) return false;
    if (spec::cost(step) <= most_elements) return true;
    return any_constraint(*step.operation, results.violated, [](const Constraint& constraint) {
      return !may_be_accepted(constraint);
    });
  });
}

// The programs of the corpus that end with the operation, cases on the edges of the profile of a
// file, and random cases; each once.
std::vector<Program> programs_of(const Operation& operation,
                                 const std::vector<corpus::Entry>& corpus,
                                 const VectorsArguments& arguments) {
  const Profile* only = profile_named(arguments.profile);
  std::vector<Program> programs;
  std::set<std::string> lines;
  const auto add = [&](const Program& program) {
    const bool wanted = only == nullptr || program.profile == only;
    if (wanted && is_small(program) && lines.insert(print(program)).second)
      programs.push_back(program);
  };
  for (const corpus::Entry& entry : corpus)
    if (entry.program.steps.back().operation == &operation) add(entry.program);
  props::Random random(arguments.seed);
  const Profile* of_file = profile_of_the_user();
  const bool searched = std::ranges::find(operation.profiles, of_file) != operation.profiles.end();
  for (int round = 0; searched && round < edge_rounds; ++round)
    for (const Program& program :
         cases_on(solver::goals_of(operation), operation, *of_file,
                  PluginCapabilities::everything(), random, edge_draws, is_small))
      add(program);
  for (const Profile* profile : operation.profiles)
    for (int i = 0; i < random_vectors; ++i) {
      const Case c = props::generate_case(random, operation, *profile);
      add({c.profile, c.fill, {c}});
    }
  return programs;
}

// The file of an operation; each vector begins a line.
std::string text_of(const Operation& operation, const std::vector<Program>& programs,
                    uint64_t seed) {
  const Json about = {{"strideproof", STRIDEPROOF_VERSION},
                      {"seed", seed},
                      {"operation", operation.name},
                      {"document", document(operation.family)}};
  std::string text = about.dump();
  text.back() = ',';
  text += "\"vectors\":[";
  std::map<const Profile*, VectorMaker> makers;
  for (const Program& program : programs) {
    throw_if_stopped();
    VectorMaker& maker = makers.try_emplace(program.profile, *program.profile).first->second;
    if (const std::optional<Json> vector = maker.vector_of(program))
      text += (text.ends_with('[') ? "\n" : ",\n") + vector->dump();
  }
  return text + "\n]}\n";
}

int run(const VectorsArguments& arguments) {
  const Operations operations = operations_on(arguments.op, profile_named(arguments.profile));
  make_directory(arguments.out);
  std::vector<corpus::Entry> corpus = corpus::read(corpus_folder("boundary"));
  for (corpus::Entry& entry : corpus::read(corpus_folder("regressions")))
    corpus.push_back(std::move(entry));
  for (const char* text : {"README.md", "schema.json"})
    std::filesystem::copy_file(shared_path(fmt::format("examples/vectors/{}", text)),
                               fmt::format("{}/{}", arguments.out, text),
                               std::filesystem::copy_options::overwrite_existing);
  for (const Operation* operation : operations) {
    const std::string text =
        text_of(*operation, programs_of(*operation, corpus, arguments), arguments.seed);
    write_file(fmt::format("{}/{}.json", arguments.out, operation->name), text);
    write_file(
        "-", fmt::format("{}: {} vectors\n", operation->name, std::ranges::count(text, '\n') - 2));
  }
  return 0;
}

}  // namespace

void add_vectors(CLI::App& app) {
  const auto [command, a] = add_command<VectorsArguments>(
      app, "vectors", "Write cases with the bytes that they read and write, for other test benches",
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

}  // namespace strideproof::commands
