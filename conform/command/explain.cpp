#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "conform/check/edges.h"
#include "conform/command/commands.h"
#include "conform/report/describe.h"
#include "corpus/corpus.h"
#include "proofs/boundary/goal.h"
#include "props/shrink.h"
#include "props/value_changes.h"
#include "spec/spec.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::commands {
namespace {

struct ExplainArguments {
  std::string what, svg;
};

using solver::Edge;
using solver::Goal;

std::string reason(const Constraint& constraint) {
  if (constraint.grade != Grade::assumed) return because(constraint) + "\n";
  const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(constraint.citation))];
  return fmt::format(
      "assumed, a point that the document leaves open: {0}\n    {1}\n{2}    more: {3} explain "
      "{0}\n",
      entry.id, entry.question, numbered_readings(entry, "    "), invocation());
}

// The smallest case found with this property, from the first of the boundary corpus that has it.
template <class Has>
std::optional<Case> smallest(const Operation& operation, Has has) {
  for (const corpus::Entry& entry :
       corpus::read(corpus_folder(fmt::format("boundary/{}.txt", operation.name)))) {
    if (entry.program.steps.size() != 1 || !has(entry.program.steps[0])) continue;
    const auto still = [&](const Program& program) { return has(program.steps[0]); };
    return props::minimise(entry.program, still).steps[0];
  }
  return std::nullopt;
}

// One parameter of a case changed: the case, the parameter's name, and its two values.
struct ValueChange {
  Case c;
  std::string parameter;
  int64_t from, to;
};

// Changes one slot of the case until it has the property: first those that the label names, then
// the address of its operand, then others. Returns the smallest change of the first slot that has
// one.
template <class Has>
std::optional<ValueChange> smallest_change(const Case& c, std::string_view label, Has has) {
  const auto rank_of = [&](const Parameter& p) {
    const bool is_its_address =
        p.role == Role::address && label.substr(0, 3) == p.name.substr(0, 3);
    return label.starts_with(p.name) ? 0 : is_its_address ? 1 : 2;
  };
  for (const int rank : {0, 1, 2})
    for (const auto& [parameter, place, slot] : props::given_slots(c)) {
      if (rank_of(parameter) != rank) continue;
      const int64_t from = c.arguments.value[slot];
      std::vector<int64_t> values = props::values_near(c, slot);
      std::ranges::stable_sort(values, {}, [&, from](int64_t to) {
        return to > from ? uint64_t(to) - uint64_t(from) : uint64_t(from) - uint64_t(to);
      });
      for (const int64_t to : values) {
        Case other = c;
        other.arguments.value[slot] = to;
        if (has(other)) return ValueChange{other, slot_name(parameter, place), from, to};
      }
    }
  return std::nullopt;
}

std::string number(int64_t value) {
  return value < 4096 ? fmt::format("{}", value) : fmt::format("{} ({:#x})", value, value);
}

bool is_legal(const Case& c) { return props::evaluate_fresh(c).legal(); }

std::string sentence(const ValueChange& change, std::string_view here, std::string_view there) {
  return fmt::format("  {}: {} {}, {} {}\n", change.parameter, number(change.from), here,
                     number(change.to), there);
}

// Where two cases of one operation differ: "dst_stride=1,1,1,1 meets it, dst_stride=null does not".
std::string difference(const Case& meeting, const Case& missing) {
  std::istringstream words(print(meeting)), other_words(print(missing));
  std::vector<std::string> meets, misses;
  for (std::string word, other; words >> word && other_words >> other;)
    if (word != other) meets.push_back(word), misses.push_back(other);
  return fmt::format("  {} meets it, {} does not\n", fmt::join(meets, " "), fmt::join(misses, " "));
}

std::string why_none(const Operation& operation, const Goal& goal) {
  const std::vector<Goal> goals = solver::goals_of(operation);
  const auto known = unreachable_on(operation, *operation.profiles.front());
  for (const auto& [at, why] : known)
    if (goals[at] == goal) return fmt::format("no case can meet it: {}", why);
  return "no case of the boundary corpus meets it";
}

bool is_in_place(const Case& c) {
  return std::ranges::any_of(c.operation->landmarks, [&](const Landmark& landmark) {
    return landmark.id == LandmarkId::maps_onto_itself && has_bit(spec::landmarks(c), landmark.bit);
  });
}

std::string explain_constraint(const Operation& operation, const Constraint& constraint) {
  const Goal on_edge{&constraint, Edge::inside}, beyond{&constraint, Edge::outside};
  const auto is_inside = [&](const Case& c) { return solver::meets_alone(c, {on_edge}); };
  const auto is_outside = [&](const Case& c) { return solver::meets_alone(c, {beyond}); };
  std::string text =
      fmt::format("{}: a precondition\n  {}", operation.label(constraint), reason(constraint));
  const std::optional<Case> inside = smallest(operation, is_inside);
  std::optional<Case> outside;
  std::string of_outside;
  if (inside) {
    if (const std::optional<ValueChange> out =
            smallest_change(*inside, constraint.label, is_outside)) {
      text += sentence(*out, "holds", "violates it");
      const int64_t unit = spec::step(*inside, constraint);
      if (constraint.stage == Stage::alignment && unit > 1)
        text += fmt::format("  {} is a multiple of {}\n", out->parameter, unit);
      outside = out->c;
    }
  }
  if (!outside) {
    outside = smallest(operation, is_outside);
    const auto keeps_it = [&](const Case& c) {
      const ConstraintResults results = props::evaluate_fresh(c);
      return has_bit(results.evaluated & ~results.violated, constraint.bit);
    };
    if (outside && constraint.stage != Stage::data)
      if (const std::optional<ValueChange> back =
              smallest_change(*outside, constraint.label, keeps_it))
        of_outside = "  " + sentence(*back, "violates it", "does not");
  }
  if (outside && constraint.stage != Stage::data)
    text += fmt::format("  violated by {} just outside\n", -spec::slack(*outside, constraint));
  text += fmt::format("  on the edge, legal:\n    {}\n",
                      inside ? print(*inside) : why_none(operation, on_edge));
  if (inside && constraint.citation == "copy-overlap" && is_in_place(*inside))
    text += "    in place: the operands have the same elements at the same addresses\n";
  return text + fmt::format("  just outside:\n    {}\n{}",
                            outside ? print(*outside) : why_none(operation, beyond), of_outside);
}

std::string explain_landmark(const Operation& operation, const Landmark& landmark) {
  // The contents, which take longest to read, come last.
  const auto is = [&](const Case& c, bool met) {
    return spec::evaluate(c).legal() && has_bit(spec::landmarks(c), landmark.bit) == met &&
           is_legal(c);
  };
  const auto meets = [&](const Case& c) { return is(c, true); };
  const auto misses = [&](const Case& c) { return is(c, false); };
  std::string text = fmt::format("{}.{}: a landmark, legal on both sides\n  {}\n", operation.name,
                                 landmark.label, landmark.meaning);
  const std::optional<Case> there = smallest(operation, meets);
  if (!there)
    return text + fmt::format("  {}\n", why_none(operation, {nullptr, Edge::inside, &landmark}));
  const std::optional<ValueChange> away = smallest_change(*there, landmark.label, misses);
  const std::optional<Case> not_there = away ? away->c : smallest(operation, misses);
  if (not_there)
    text += away ? sentence(*away, "meets it", "does not") : difference(*there, *not_there);
  text += fmt::format("  meets it:\n    {}\n", print(*there));
  if (!not_there) return text + "  every legal case meets it\n";
  return text + fmt::format("  does not meet it:\n    {}\n", print(*not_there));
}

// OPERATION.LABEL of a constraint or landmark: what it says, and the smallest cases on both sides
// of its edge, from the boundary corpus. Empty: there is none.
std::string explain_label(const std::string& label) {
  const Operation* operation = find_operation(label.substr(0, label.find('.')));
  if (operation == nullptr) return "";
  if (const Constraint* constraint = constraint_of(label))
    return explain_constraint(*operation, *constraint);
  for (const Landmark& landmark : operation->landmarks)
    if (fmt::format("{}.{}", operation->name, landmark.label) == label)
      return explain_landmark(*operation, landmark);
  return "";
}

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

// The label of the operation that is `what` without the operation; by_rule: the first label with
// this rule, or of a landmark without its operand, as reports state both of causes. Empty: none.
std::string label_of(const Operation& operation, const std::string& what, bool by_rule) {
  for (const Constraint& constraint : operation.constraints) {
    const std::string label = operation.label(constraint);
    if (by_rule ? rule_of(label) == what : constraint.label == what) return label;
  }
  for (const Landmark& landmark : operation.landmarks)
    if (by_rule ? landmark.label.ends_with("." + what) : landmark.label == what)
      return fmt::format("{}.{}", operation.name, landmark.label);
  return {};
}

// Explains a label given without its operation, or else a rule or a landmark without its operand,
// by the first operation that has it, and names the others. Empty if no operation has it.
std::string explain_of_any(const std::string& what) {
  for (const bool by_rule : {false, true}) {
    std::string text, others;
    for (const Operation& operation : catalogue()) {
      const std::string label = label_of(operation, what, by_rule);
      if (!label.empty() && !text.empty()) others += fmt::format("  {}\n", operation.name);
      if (!label.empty() && text.empty()) text = explain_label(label);
    }
    if (!text.empty()) return others.empty() ? text : fmt::format("{}\nalso of\n{}", text, others);
  }
  return {};
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
      app, "explain", "Explain an operation, a label, a case, or a ledger entry",
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
