#include <fmt/format.h>

#include <memory>

#include "conform/check/process.h"
#include "conform/command/arguments.h"
#include "conform/command/commands.h"
#include "conform/command/did_you_mean.h"
#include "conform/command/paths.h"
#include "conform/report/describe.h"
#include "conform/report/label.h"
#include "conform/report/picture.h"
#include "conform/report/write.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::commands {
namespace {

struct Arguments {
  std::string what, svg;
};

// Everything that has an explanation, but for case lines.
std::vector<std::string> known_words() {
  std::vector<std::string> words = operation_names();
  for (const LedgerEntry& entry : ledger()) words.emplace_back(entry.id);
  for (const Operation& operation : catalogue()) {
    for (const Constraint& constraint : operation.constraints)
      words.push_back(operation.label(constraint));
    for (const Landmark& landmark : operation.landmarks)
      words.push_back(fmt::format("{}.{}", operation.name, landmark.label));
  }
  return words;
}

std::string text_of(const Arguments& arguments) {
  const bool line = arguments.what.find(' ') != std::string::npos;
  if (!line && !arguments.svg.empty())
    throw SetupError(
        fmt::format("--svg draws a case, but '{}' is not a case line", arguments.what));
  if (const Operation* operation = find_operation(arguments.what)) return explain(*operation);
  if (const int entry = ledger_index(arguments.what); entry >= 0)
    return explain(ledger()[entry], read_witnesses(corpus_folder("readings/ledger.txt")));
  if (const std::string text = explain_label(arguments.what); !text.empty()) return text;
  if (!line)
    throw SetupError(
        fmt::format("'{}' is not an operation, a label, a ledger entry or a case line{}",
                    arguments.what, did_you_mean(arguments.what, known_words())));
  const Program program = parse_program(arguments.what);
  if (!arguments.svg.empty()) write_file(arguments.svg, picture(program.steps.front()));
  std::string text;
  for (const Case& step : program.steps) text += (text.empty() ? "" : "\n") + explain(step);
  return text;
}

}  // namespace

void add_explain(CLI::App& app, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("explain", "Explain an operation, a label, a case, or an ambiguity");
  auto a = std::make_shared<Arguments>();
  command
      ->add_option("OP|LABEL|LINE|ID", a->what,
                   "An operation, OPERATION.LABEL of a constraint or landmark, a case or program "
                   "line, or a ledger entry")
      ->required();
  command->add_option("--svg", a->svg, "A picture of the (first) case; - for standard output")
      ->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  strideproof explain okk_gdma_32bit_cpy_S2L\n"
      "  strideproof explain okk_gdma_32bit_cpy_S2L.dst_addr.aligned\n"
      "  strideproof explain copy-overlap\n"
      "  strideproof explain 'okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,3 "
      "dst_stride=null fill=1' --svg case.svg");
  command->callback([a, &chosen] {
    chosen = [a] {
      write_file("-", text_of(*a));
      return 0;
    };
  });
}

}  // namespace strideproof::commands
