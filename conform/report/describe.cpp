#include "conform/report/describe.h"

#include <fmt/format.h>

#include "conform/base/text.h"
#include "conform/report/report.h"
#include "oracle/verdict.h"
#include "props/parameters.h"
#include "spec/layout.h"
#include "spec/read_otherwise.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

std::string state(const Case& c, const ConstraintResults& constraint_results,
                  const Constraint& constraint) {
  const uint64_t bit = uint64_t{1} << constraint.bit;
  if ((constraint_results.evaluated & bit) == 0) return "not evaluated";
  if (constraint.stage == Stage::data)
    return (constraint_results.violated & bit) != 0 ? "VIOLATED by the contents"
                                                    : "holds for the contents";
  const int64_t slack = spec::slack(c, constraint);
  // A parameter that a case does not use (the stride of a single element, NULL) has no edge.
  if (slack >= spec::unbounded) return "does not apply";
  if ((constraint_results.violated & bit) != 0) return fmt::format("VIOLATED by {}", -slack);
  return slack == 0 ? "holds, on the edge" : fmt::format("holds, {} to spare", slack);
}

// The bounding ranges of an operand; lanes with the same bytes are listed together.
std::string places(const Case& c) {
  std::string out;
  const std::vector<spec::OperandRange> bounding_ranges = spec::bounding_ranges(c);
  for (size_t i = 0; i < bounding_ranges.size();) {
    const spec::OperandRange& h = bounding_ranges[i];
    size_t end = i + 1;
    while (end < bounding_ranges.size() && bounding_ranges[end].operand == h.operand &&
           bounding_ranges[end].space == h.space && bounding_ranges[end].first == h.first &&
           bounding_ranges[end].size == h.size &&
           bounding_ranges[end].lane == bounding_ranges[end - 1].lane + 1)
      ++end;
    std::string where(name(h.space));
    if (h.space == Space::local)
      where = end - i > 1 ? fmt::format("lanes {} to {}", h.lane, bounding_ranges[end - 1].lane)
                          : fmt::format("lane {}", h.lane);
    out += fmt::format("  {:<5}{}: bytes {:#x} to {:#x}\n", operand_name(h.operand), where, h.first,
                       h.first + h.size - 1);
    i = end;
  }
  return out;
}

}  // namespace

const Constraint* constraint_of(const std::string& label) {
  const size_t dot = label.find('.');
  const Operation* operation = find_operation(label.substr(0, dot));
  return operation == nullptr || dot == std::string::npos
             ? nullptr
             : operation->constraint(label.substr(dot + 1));
}

std::string because(const Constraint& c) {
  if (c.grade == Grade::stated) return fmt::format("stated: \"{}\"", c.citation);
  if (c.grade == Grade::physical) return fmt::format("physical: {}", c.citation);
  return because(ledger()[static_cast<size_t>(ledger_index(c.citation))]);
}

std::string because(const LedgerEntry& entry) {
  return fmt::format("assumed: {} (ledger entry {})", entry.question, entry.id);
}

std::string rule_of(const std::string& label) {
  const Constraint* constraint = constraint_of(label);
  if (constraint != nullptr && constraint->grade == Grade::assumed)
    return std::string(constraint->citation);
  const std::string of_operand = label.substr(label.find('.') + 1);
  const std::string subject = of_operand.substr(0, of_operand.find('.'));
  const std::string rule = of_operand.substr(of_operand.rfind('.') + 1);
  for (const char* what : {"addr", "format", "idx", "shape", "stride"})
    if (subject.ends_with(what)) return fmt::format("{}.{}", what, rule);
  return subject == "dst" || subject.starts_with("src") ? rule : of_operand;
}

std::string explain(const Operation& operation) {
  std::string out = fmt::format("{}\n  {}, profiles:", operation.name, document(operation.family));
  for (const Profile* profile : operation.profiles) out += fmt::format(" {}", profile->name);
  out += "\n\nparameters\n";
  for (const Parameter& p : operation.parameters)
    out += fmt::format("  {}{}{}\n", p.name, slots(p.type) == 4 ? " (n,c,h,w)" : "",
                       p.nullable ? ", may be null" : "");
  out += "\nconstraints, in the order of their stages\n";
  for (const Constraint& c : operation.constraints)
    out += fmt::format("  {:<10} {:<22} {}\n", name(c.stage), c.label, because(c));
  out += "\nlandmarks\n";
  for (const Landmark& l : operation.landmarks)
    out += fmt::format("  {:<22} {}\n", l.label, l.meaning);
  out += "\nambiguities (strideproof explain ID)\n";
  for (std::string_view id : operation.ambiguities) out += fmt::format("  {}\n", id);
  return out;
}

std::string explain(const Case& c) {
  const ConstraintResults constraint_results = props::evaluate_fresh(c);
  std::string out = print(c) + "\n\n";
  out += constraint_results.violated != 0
             ? "illegal: an implementation rejects it and changes nothing\n"
         : constraint_results.too_costly
             ? "undecided: too costly to decide exactly\n"
             : fmt::format("legal: moves {}\n", counted(spec::cost(c), "element"));
  out += "\noperands\n" + places(c) + "\nconstraints\n";
  for (const Constraint& constraint : c.operation->constraints)
    out += fmt::format("  {:<22} {}\n", constraint.label, state(c, constraint_results, constraint));
  if (!constraint_results.legal()) return out;
  out += "\nlandmarks\n";
  const uint64_t met = spec::landmarks(c);
  for (const Landmark& l : c.operation->landmarks)
    if (has_bit(met, l.bit)) out += fmt::format("  {:<22} {}\n", l.label, l.meaning);
  return out;
}

std::string numbered_readings(const LedgerEntry& entry, std::string_view indent) {
  std::string out;
  for (size_t i = 0; i < entry.readings.size(); ++i)
    out += fmt::format("{}{} {}{}\n", indent, i, entry.readings[i], i == 0 ? " (the default)" : "");
  return out;
}

std::string explain(const LedgerEntry& entry, const std::vector<Witness>& witnesses) {
  std::string out = fmt::format("{}\n  {}\n\nsources\n", entry.id, entry.question);
  for (const Passage& passage : entry.sources) out += fmt::format("  {}\n", text(passage));
  out += fmt::format("\nreadings (check --reading {}=NUMBER holds an implementation to one)\n{}",
                     entry.id, numbered_readings(entry, "  "));
  out += fmt::format("\nwhy the default\n  {}\n", entry.why);
  if (const std::string distinguishing = distinguish_text(entry, witnesses);
      !distinguishing.empty())
    out += fmt::format("\nsmall cases that distinguish the readings\n{}", distinguishing);
  out += "\noperations\n";
  for (const Operation& operation : catalogue())
    if (leaves_open(operation, entry.id)) out += fmt::format("  {}\n", operation.name);
  return out;
}

}  // namespace strideproof
