#include "spec/solver/boundary.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "conform/check/process.h"
#include "conform/commands/arguments.h"
#include "conform/commands/commands.h"
#include "conform/report/write.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::commands {
namespace {

using Json = nlohmann::ordered_json;
using solver::Boundary;
using solver::Found;

struct Arguments {
  std::string op, profile;
  bool json = false;
};

std::string_view status(Found found) {
  if (found == Found::witness) return "case";
  return found == Found::unknown ? "unknown" : "unreachable";
}

Json json(const Operation& operation, const Boundary& boundary) {
  Json j = {{"constraint", operation.label(*boundary.constraint)},
            {"edge", name(boundary.side)},
            {"status", status(boundary.found)}};
  if (boundary.found == Found::none_by_type) j["reason"] = "type";
  if (boundary.found == Found::none_by_lemma) j["reason"] = "lemma";
  if (boundary.found == Found::witness) j["case"] = print(boundary.witness);
  return j;
}

std::string text(const Operation& operation, const Boundary& boundary) {
  std::string out =
      fmt::format("{} {}: ", operation.label(*boundary.constraint), name(boundary.side));
  switch (boundary.found) {
    case Found::witness: return out + fmt::format("\n  {}\n", print(boundary.witness));
    case Found::none_by_type: return out + "unreachable: the C type holds no such value\n";
    case Found::none_by_lemma: return out + "unreachable: proved\n";
    case Found::unknown: return out + "unknown: not decided in time\n";
  }
  return out;
}

int run(const Arguments& arguments) {
  const Operation* operation = find_operation(arguments.op);
  if (operation == nullptr)
    throw Unusable(fmt::format("unknown operation '{}'; see: strideproof list", arguments.op));
  const Profile* profile = profile_named(arguments.profile);
  if (profile == nullptr) profile = operation->profiles.front();
  const std::vector<Boundary> found = solver::boundaries(*operation, *profile);
  bool unknown = false;
  Json all = Json::array();
  std::string lines;
  for (const Boundary& boundary : found) {
    unknown = unknown || boundary.found == Found::unknown;
    if (arguments.json)
      all.push_back(json(*operation, boundary));
    else
      lines += text(*operation, boundary);
  }
  write_file("-", arguments.json ? all.dump(2) + "\n" : lines);
  return unknown ? 3 : 0;
}

}  // namespace

void add_boundary(CLI::App& app, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("boundary", "Where are the edges of an operation: a case on each side");
  auto a = std::make_shared<Arguments>();
  command->add_option("OP", a->op, "An operation")->required();
  command->add_option("--profile", a->profile, "Default: the operation's first");
  command->add_flag("--json", a->json, "For programs");
  command->footer(
      "Examples:\n"
      "  strideproof boundary okk_gdma_32bit_cpy_S2L\n"
      "  strideproof boundary okk_gdma_8bit_set_C_local --profile toy --json\n\n"
      "Exit status: 0 all decided, 2 wrong use, 3 some not decided in time.");
  command->callback([a, &chosen] { chosen = [a] { return run(*a); }; });
}

}  // namespace strideproof::commands
