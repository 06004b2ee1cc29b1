#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "conform/command/commands.h"
#include "conform/command/layers/coverage.h"
#include "conform/report/write.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::commands {
namespace {

using Json = nlohmann::ordered_json;

Json json(const Operation& operation) {
  Json constraints = Json::array(), landmarks = Json::array(), profiles = Json::array();
  for (const Constraint& constraint : operation.constraints)
    constraints.push_back(operation.label(constraint));
  for (const Landmark& landmark : operation.landmarks) landmarks.push_back(landmark.label);
  for (const Profile* profile : operation.profiles) profiles.push_back(profile->name);
  const LayerCoverage layers = coverage(operation);
  return {{"name", operation.name},
          {"family", name(operation.family)},
          {"document", document(operation.family)},
          {"profiles", profiles},
          {"constraints", constraints},
          {"landmarks", landmarks},
          {"ambiguities", operation.ambiguities},
          {"layers",
           {{"reference", layers.reference},
            {"optimized", layers.optimized},
            {"properties", layers.properties},
            {"fuzz_target", layers.fuzz_target},
            {"theorems", layers.theorems},
            {"boundary_cases", layers.boundary_cases}}}};
}

}  // namespace

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

}  // namespace strideproof::commands
