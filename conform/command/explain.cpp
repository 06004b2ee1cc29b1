#include "conform/command/commands.h"
#include "conform/command/explain_label.h"
#include "conform/report/describe.h"

namespace strideproof::commands {
namespace {

struct ExplainArguments {
  std::string what, svg;
};

// The names that `explain` takes; case lines are not among them.
std::vector<std::string> known_words() {
  std::vector<std::string> words;
  for (const LedgerEntry& entry : ledger()) words.emplace_back(entry.id);
  for (const Operation& operation : catalogue()) {
    words.emplace_back(operation.name);
    const auto add = [&](std::string_view label) {
      words.push_back(fmt::format("{}.{}", operation.name, label));
      words.emplace_back(label);
    };
    for (const Constraint& constraint : operation.constraints) add(constraint.label);
    for (const Landmark& landmark : operation.landmarks) add(landmark.label);
  }
  return words;
}

bool has_label(const Operation& operation, const std::string& label) {
  return operation.constraint(label) != nullptr ||
         std::ranges::count(operation.landmarks, label, &Landmark::label) > 0;
}

// The first label of the operation with this rule, or of a landmark without its operand, as reports
// state both of causes; empty: none has it.
std::string label_with_rule(const Operation& operation, const std::string& rule) {
  for (const Constraint& constraint : operation.constraints)
    if (rule_of(operation.label(constraint)) == rule) return operation.label(constraint);
  for (const Landmark& landmark : operation.landmarks)
    if (landmark.label.ends_with("." + rule))
      return fmt::format("{}.{}", operation.name, landmark.label);
  return {};
}

// Explains a label given without its operation, a rule, or a landmark without its operand by the
// first operation that has it, and names the others. Empty if no operation has it.
std::string explain_of_any(const std::string& what) {
  const bool is_label = std::ranges::any_of(
      catalogue(), [&](const Operation& operation) { return has_label(operation, what); });
  std::string text, others;
  for (const Operation& operation : catalogue()) {
    if (is_label && !has_label(operation, what)) continue;
    const std::string label =
        is_label ? fmt::format("{}.{}", operation.name, what) : label_with_rule(operation, what);
    if (label.empty()) continue;
    if (text.empty())
      text = explain_label(label);
    else
      others += fmt::format("  {}\n", operation.name);
  }
  if (others.empty()) return text;
  return fmt::format("{}\nalso of\n{}", text, others);
}

// "dst.end" of "dst.end inside", as reports name an edge.
std::string without_side(const std::string& edge) {
  for (const std::string_view side : {" inside", " outside"})
    if (edge.ends_with(side)) return edge.substr(0, edge.size() - side.size());
  return edge;
}

std::string text_of(const ExplainArguments& arguments) {
  const bool line = arguments.what.find(' ') != std::string::npos;
  if (!line && !arguments.svg.empty())
    throw SetupError(
        fmt::format("--svg draws a case, but '{}' is not a case line", arguments.what));
  if (const Operation* operation = find_operation(arguments.what)) return explain(*operation);
  if (const int entry = ledger_index(arguments.what); entry >= 0)
    return explain(ledger()[entry], read_witnesses(corpus_folder("readings/ledger.txt")));
  const std::string label = without_side(arguments.what);
  if (const std::string text = explain_label(label); !text.empty()) return text;
  if (const std::string text = explain_of_any(label); !text.empty()) return text;
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

int run(const ExplainArguments& arguments) {
  write_file("-", text_of(arguments));
  return 0;
}

}  // namespace

void add_explain(CLI::App& app) {
  const auto [command, a] = add_command<ExplainArguments>(
      app, "explain", "Explain an operation, a label, a case, or an ambiguity",
      "  strideproof explain okk_gdma_32bit_cpy_S2L\n"
      "  strideproof explain okk_gdma_32bit_cpy_S2L.dst_addr.aligned\n"
      "  strideproof explain copy-overlap\n"
      "  strideproof explain 'okk_gdma_32bit_set_C_local toy dst_addr=0x104 C=7 shape=1,5,2,3 "
      "dst_stride=null fill=1' --svg case.svg");
  command
      ->add_option("OP|LABEL|LINE|ID", a->what,
                   "An operation, OPERATION.LABEL of a constraint or landmark, a rule of several "
                   "labels (addr.lane), a landmark of any operand (over.4GiB), a case or program "
                   "line, or a ledger entry")
      ->required();
  command->add_option("--svg", a->svg, "A picture of the (first) case; - for standard output")
      ->type_name("FILE");
}

}  // namespace strideproof::commands
