#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "conform/command/commands.h"
#include "conform/command/paths.h"
#include "conform/report/write.h"
#include "corpus/corpus.h"
#include "model/implementation.h"
#include "proofs/theorems/theorems.h"
#include "props/generate.h"
#include "props/laws.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/names.h"

namespace strideproof::commands {
namespace {

struct ListArguments {
  bool json = false;
};

using Json = nlohmann::ordered_json;

// True if an implementation runs a small legal case, so that it knows the operation.
template <class Run>
bool knows(const Operation& operation, Run run) {
  props::Random random(1);
  const Profile& profile = *operation.profiles.back();
  for (int i = 0; i < 100; ++i) {
    const Case c = props::generate_case(random, operation, profile, 0);
    if (!spec::evaluate(c).legal() || spec::cost(c) > 10'000) continue;
    Machine machine(profile);
    for (const spec::OperandRange& piece : spec::footprint(c))
      machine.open(piece.space, piece.lane, piece.first, piece.size);
    try {
      return run(machine, c).constraint_results.legal();
    } catch (const std::logic_error&) {
      return false;
    }
  }
  return false;
}

std::string fuzz_target(Family family) {
  std::string stem(name(family));
  std::ranges::replace(stem, '-', '_');
  return "strideproof_fuzz_" + stem;
}

// The layers that know an operation, determined at run time.
Json layers_of(const Operation& operation) {
  const std::string name(operation.name);
  const auto theorems = [&](const solver::Theorem& theorem) {
    return std::ranges::count(theorem.operations, name) > 0;
  };
  static const std::vector<corpus::Entry> boundary = corpus::read(corpus_folder("boundary"));
  return {{"reference",
           knows(operation, [](Machine& m, const Case& c) { return reference::run(m, c); })},
          {"optimized", knows(operation, optimized::run)},
          // The laws that speak of it, and the comparison of both implementations.
          {"properties", 1 + std::ranges::count_if(props::laws(),
                                                   [&](const props::Law& law) {
                                                     return matches_glob(law.operations, name);
                                                   })},
          {"fuzz_target", fuzz_target(operation.family)},
          {"theorems", std::ranges::count_if(solver::theorems(), theorems)},
          {"boundary_cases", std::ranges::count_if(boundary, [&](const corpus::Entry& entry) {
             return entry.program.steps.back().operation == &operation;
           })}};
}

Json json(const Operation& operation) {
  Json constraints = Json::array(), landmarks = Json::array(), profiles = Json::array();
  for (const Constraint& constraint : operation.constraints)
    constraints.push_back(operation.label(constraint));
  for (const Landmark& landmark : operation.landmarks) landmarks.push_back(landmark.label);
  for (const Profile* profile : operation.profiles) profiles.push_back(profile->name);
  return {{"name", operation.name},
          {"family", name(operation.family)},
          {"document", document(operation.family)},
          {"profiles", profiles},
          {"constraints", constraints},
          {"landmarks", landmarks},
          {"ambiguities", operation.ambiguities},
          {"layers", layers_of(operation)}};
}

int run(const ListArguments& arguments) {
  if (arguments.json) {
    Json all = Json::array();
    for (const Operation& operation : catalogue()) all.push_back(json(operation));
    write_file("-", all.dump(2) + "\n");
    return 0;
  }
  std::string out = fmt::format("{:30} {:10} {:>11} {:>9} {:>11}\n", "operation", "family",
                                "constraints", "landmarks", "ambiguities");
  for (const Operation& operation : catalogue())
    out += fmt::format("{:30} {:10} {:>11} {:>9} {:>11}\n", operation.name, name(operation.family),
                       operation.constraints.size(), operation.landmarks.size(),
                       operation.ambiguities.size());
  write_file("-", out);
  return 0;
}

}  // namespace

void add_list(CLI::App& app) {
  const auto [command, a] =
      add_command<ListArguments>(app, "list", "List the operations",
                                 "  strideproof list\n  strideproof list --json | jq '.[].name'");
  command->add_flag("--json", a->json, "With labels and layers, for programs");
}

}  // namespace strideproof::commands
