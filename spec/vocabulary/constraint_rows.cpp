#include "spec/vocabulary/constraint_rows.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace strideproof {
namespace {

// A copy that lasts as long as the process, as labels do.
std::string_view kept(std::string text) {
  static std::set<std::string> all;
  return *all.insert(std::move(text)).first;
}

// nullptr: the operation has none.
const Parameter* find(const Operation& operation, Role role, Operands operand) {
  for (const Parameter& p : operation.parameters)
    if (p.role == role && p.operands == operand) return &p;
  return nullptr;
}

// "src0_addr" is the address of src0, "src" that of src. Another name of an address names no operand.
std::string_view operand_name(const Parameter& address, Operands operand) {
  const std::string_view name = address.name.substr(0, address.name.find('_'));
  if (name.starts_with("dst") || name.starts_with("src")) return name;
  return operand == on_dst ? "dst" : operand == on_src ? "src" : "src1";
}

struct Named {
  std::string_view text;  // empty: none
  Operands operands;
  bool dimensions;
};

Named of_parameter(const Parameter& p) { return {p.name, p.operands, slots(p.type) == 4}; }

// nullopt: the operation has no such subject.
std::optional<Named> named(const Operation& operation, const Subject& subject) {
  const Parameter* p = nullptr;
  switch (subject.kind) {
    case SubjectKind::parameter: p = operation.parameter(subject.name); break;
    case SubjectKind::stride: p = find(operation, Role::stride, subject.operand); break;
    case SubjectKind::address: p = find(operation, Role::address, subject.operand); break;
    case SubjectKind::operand:
      p = find(operation, Role::address, subject.operand);
      if (p == nullptr) return std::nullopt;
      return Named{operand_name(*p, subject.operand), subject.operand, false};
    case SubjectKind::operation: return Named{{}, 0, false};
  }
  if (p == nullptr) return std::nullopt;
  return of_parameter(*p);
}

void append(const Operation& operation, const ConstraintRow& row, std::vector<Constraint>& all) {
  const std::optional<Named> subject = named(operation, row.subject);
  if (!subject || (row.applies != nullptr && !row.applies(operation))) return;
  const Operands operands = row.subject.concerns != 0 ? row.subject.concerns : subject->operands;
  uint8_t bit = row.bit;
  const auto add = [&](std::string_view dimension, std::string_view rule,
                       std::string_view citation) {
    std::string text(subject->text);
    for (const std::string_view part : {dimension, rule})
      if (!part.empty()) text += (text.empty() ? "" : ".") + std::string(part);
    all.push_back({kept(text), bit++, row.rule.stage, operands, row.grade, citation});
  };
  const std::string_view dimensions = subject->dimensions ? row.rule.dimensions : "";
  for (size_t d = 0; d < std::max<size_t>(dimensions.size(), 1); ++d) {
    const std::string_view dimension = dimensions.substr(std::min(d, dimensions.size()), 1);
    add(dimension, row.rule.text, row.citation.first);
    if (!row.rule.also.empty()) add(dimension, row.rule.also, row.citation.also);
  }
}

}  // namespace

std::vector<Constraint> constraints_of(const Operation& operation,
                                       std::span<const ConstraintRow> rows) {
  std::vector<Constraint> all;
  for (const ConstraintRow& row : rows) append(operation, row, all);
  return all;
}

}  // namespace strideproof
