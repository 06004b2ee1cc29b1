#include <algorithm>

#include "conform/command/commands.h"
#include "corpus/corpus.h"
#include "oracle/harness.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::commands {
namespace {

constexpr std::string_view operations_of_laws[] = {
#define LAW(name, operations, equation) operations,
#include "props/laws.def"
};

struct ListArguments {
  bool json = false;
};

// The layers that know an operation, determined at run time.
Json layers_of(const Operation& operation) {
  static const std::vector<corpus::Entry> boundary = corpus::read(corpus_folder("boundary"));
  const auto ends_with_it = [&](const corpus::Entry& entry) {
    return entry.program.steps.back().operation == &operation;
  };
  // Both implementations run its first case.
  const auto first = std::ranges::find_if(boundary, ends_with_it);
  const bool runs =
      first != boundary.end() &&
      is_right(Harness(*first->program.profile, optimized::run).check(first->program).kind);
  const auto has_theorem = [&](const solver::Theorem& theorem) {
    return std::ranges::count(theorem.operations, std::string(operation.name)) > 0;
  };
  const auto has_law = [&](std::string_view operations) {
    return matches_glob(operations, operation.name);
  };
  return {{"reference", runs},
          {"optimized", runs},
          // The laws that speak of it, and the comparison of both implementations.
          {"properties", 1 + std::ranges::count_if(operations_of_laws, has_law)},
          {"fuzz_target", fmt::format("strideproof_fuzz_{}", stem(operation.family))},
          {"theorems", std::ranges::count_if(solver::theorems(), has_theorem)},
          {"boundary_cases", std::ranges::count_if(boundary, ends_with_it)}};
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
    write_file("-", json_text(all));
    return 0;
  }
  std::string out = fmt::format("{:32} {:10} {:>11} {:>9} {:>11}\n", "operation", "family",
                                "constraints", "landmarks", "ambiguities");
  for (const Operation& operation : catalogue())
    out += fmt::format("{:32} {:10} {:>11} {:>9} {:>11}\n", operation.name, name(operation.family),
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
  command->add_flag("--json", a->json, "Write JSON, with constraints, landmarks and layers");
}

}  // namespace strideproof::commands
