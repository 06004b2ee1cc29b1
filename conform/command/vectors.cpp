#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "conform/check/findings.h"
#include "conform/check/process.h"
#include "conform/command/arguments.h"
#include "conform/command/commands.h"
#include "conform/command/paths.h"
#include "conform/report/write.h"
#include "corpus/corpus.h"
#include "oracle/oracle.h"
#include "props/generate.h"
#include "spec/spec.h"
#include "spec/stop.h"

namespace strideproof::commands {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t most_elements = 512;  // bytes of a vector, so that files stay readable
constexpr int random_vectors = 200;     // of an operation and profile

struct Arguments {
  std::string out, op = "*";
  uint64_t seed = 1;
};

std::string hex(const uint8_t* bytes, int64_t size) {
  std::string text;
  for (int64_t i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

// Each run of these operands with its current bytes.
Json runs(const std::vector<spec::OperandRange>& footprint, Operands operands, Machine& machine) {
  Json all = Json::array();
  for (const spec::OperandRange& run : footprint)
    if ((run.operand & operands) != 0)
      all.push_back({{"space", name(run.space)},
                     {"lane", run.lane},
                     {"offset", run.first},
                     {"bytes", hex(machine.at(run.space, run.lane, run.first), run.size)}});
  return all;
}

// The case, its expected result, and the bytes read and written, from the reference.
Json vector_of(const Case& c, Oracle& oracle) {
  const Program program{c.profile, c.fill, {c}};
  Json j = {{"case", print(c)}};
  const bool legal = evaluate_fresh(c).legal();
  const std::vector<spec::OperandRange> footprint =
      legal ? spec::footprint(c) : std::vector<spec::OperandRange>{};
  Json read = Json::array();
  const Expectation& expected = oracle.expect(program, {}, [&](const std::vector<MemoryRange>&) {
    read = runs(footprint, on_src | on_src1, oracle.shadow());
  });
  j["result"] = expected.results[0].constraint_results.legal() ? "done" : "rejected";
  j["violates"] = violated_labels(program);
  j["read"] = read;
  j["written"] = runs(footprint, on_dst, oracle.shadow());
  return j;
}

std::vector<Case> cases_of(const Operation& operation, const std::vector<corpus::Entry>& corpus,
                           uint64_t seed) {
  std::vector<Case> cases;
  for (const corpus::Entry& entry : corpus)
    if (entry.program.steps.size() == 1 && entry.program.steps[0].operation == &operation)
      cases.push_back(entry.program.steps[0]);
  props::Random random(seed);
  for (const Profile* profile : operation.profiles)
    for (int i = 0; i < random_vectors; ++i)
      cases.push_back(props::generate_case(random, operation, *profile));
  return cases;
}

int run(const Arguments& arguments) {
  const Operations operations = operations_matching(arguments.op);
  make_directory(arguments.out);
  std::vector<corpus::Entry> corpus = corpus::read(corpus_folder("boundary"));
  for (corpus::Entry& entry : corpus::read(corpus_folder("regressions")))
    corpus.push_back(std::move(entry));
  for (const Operation* operation : operations) {
    Json vectors = Json::array();
    const Profile* profile = nullptr;
    std::unique_ptr<Oracle> oracle;
    for (const Case& c : cases_of(*operation, corpus, arguments.seed)) {
      throw_if_stopped();
      const ConstraintResults constraint_results = spec::evaluate(c);
      if (constraint_results.too_costly ||
          (constraint_results.legal() && spec::cost(c) > most_elements))
        continue;
      if (std::exchange(profile, c.profile) != c.profile)
        oracle = std::make_unique<Oracle>(*c.profile);
      vectors.push_back(vector_of(c, *oracle));
    }
    const Json file = {{"operation", operation->name},
                       {"document", document(operation->family)},
                       {"contents",
                        "every byte of memory before a case is the fill of its line, in the data "
                        "class of its operand"},
                       {"vectors", vectors}};
    write_file(fmt::format("{}/{}.json", arguments.out, operation->name), file.dump(1) + "\n");
    write_file("-", fmt::format("{}: {} vectors\n", operation->name, vectors.size()));
  }
  return 0;
}

}  // namespace

void add_vectors(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "vectors", "Write cases with the bytes that they read and write, for other test benches");
  auto a = std::make_shared<Arguments>();
  command->add_option("--out", a->out, "A directory; a JSON file for each operation")
      ->type_name("DIR")
      ->required();
  command->add_option("--op", a->op, "Operations, a glob")->type_name("GLOB");
  command->add_option("--seed", a->seed, "Seed of the random cases [1]");
  command->footer("Examples:\n  strideproof vectors --out vectors");
  command->callback([a, &chosen] { chosen = [a] { return run(*a); }; });
}

}  // namespace strideproof::commands
