#include "spec/vocabulary/constraint_rows.h"

#include <fmt/format.h>

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

// "src0_addr" is the address of src0, "src" that of src. Other names of addresses name no operand.
std::string_view operand_name(const Parameter& address, Operands operand) {
  const std::string_view name = address.name.substr(0, address.name.find('_'));
  if (name.starts_with("dst") || name.starts_with("src")) return name;
  return operand == on_dst ? "dst" : operand == on_src ? "src" : "src1";
}

// The parameter that an operand's constraint names; nullptr: the operation has none.
const Parameter* subject_of(const Operation& operation, const Subject& subject, Operands operand) {
  switch (subject.kind) {
    case SubjectKind::parameter: return operation.parameter(subject.name);
    case SubjectKind::stride: return find(operation, Role::stride, operand);
    case SubjectKind::address:
    case SubjectKind::operand: return find(operation, Role::address, operand);
    case SubjectKind::operation: break;
  }
  return nullptr;
}

std::string label_of(std::string_view subject, std::string_view dimension, std::string_view rule) {
  std::string text(subject);
  for (const std::string_view part : {dimension, rule})
    if (!part.empty()) text += (text.empty() ? "" : ".") + std::string(part);
  return text;
}

// The slot of the extent of a stride's dimension: that of the shape, or of the rows of a matrix.
int extent_slot(const Operation& operation, int dimension) {
  for (const Parameter& p : operation.parameters)
    if (p.role == Role::extent) return p.slot + (slots(p.type) == 4 ? dimension : 0);
  return -1;
}

// Appends the constraints of one operand (0: of none) in a row.
void append(const Operation& operation, const ConstraintRow& row, Operands operand,
            std::vector<Constraint>& all) {
  const RuleRow& rule = row.rule;
  const Parameter* named = subject_of(operation, row.subject, operand);
  if (named == nullptr && row.subject.kind != SubjectKind::operation) return;
  std::string_view text = named == nullptr ? "" : named->name;
  if (row.subject.kind == SubjectKind::operand) text = operand_name(*named, operand);
  Constraint made = {};
  made.stage = rule.stage, made.grade = row.grade, made.rule = rule.rule;
  const ConstraintId first = operand == 0 ? row.first : of(row.first, operand);
  made.bit = static_cast<uint8_t>(first), made.operand = operand_of(first);
  made.operands = row.subject.also;
  if (named != nullptr)
    made.operands |= row.subject.kind == SubjectKind::operand ? operand : named->operands;
  // "dst.overlap" is about two operands, whatever the name of an address.
  const bool names = named != nullptr && text == named->name && rule.stage != Stage::overlap;
  if (names) made.parameter = static_cast<int8_t>(named->index);
  const bool dimensions = named != nullptr && slots(named->type) == 4;
  const std::string_view all_dimensions = "nchw";
  for (size_t d = 0; d < (dimensions ? rule.dimensions.size() : 1); ++d) {
    const std::string_view dimension = dimensions ? rule.dimensions.substr(d, 1) : "";
    const int index = dimensions ? static_cast<int>(all_dimensions.find(dimension)) : 0;
    if (names) made.slot = static_cast<int8_t>(named->slot + index);
    if (rule.rule == Rule::sign)
      made.extent_slot = static_cast<int8_t>(extent_slot(operation, index));
    const auto add = [&](Rule kind, std::string_view word, int64_t bound,
                         std::string_view citation) {
      made.label = kept(label_of(text, dimension, word));
      made.rule = kind, made.bound = bound, made.citation = citation;
      all.push_back(made);
      ++made.bit;
    };
    const bool system = !rule.in_system.empty() && named != nullptr && named->type == CType::u64;
    add(rule.rule, system ? rule.in_system : rule.text,
        rule.rule == Rule::max ? rule.high : rule.low,
        system ? row.citation.high : row.citation.low);
    if (!rule.also.empty())
      add(rule.rule == Rule::min ? Rule::max : rule.rule, rule.also, rule.high, row.citation.high);
  }
}

constexpr Operands each_operand[] = {on_dst, on_src, on_src1};

// An address of its own that has this type.
bool has_address(const Operation& operation, Operands operand, CType type) {
  const Parameter* address = find(operation, Role::address, operand);
  return address != nullptr && address->type == type;
}

// No value: the operation lacks one of the values.
std::optional<std::vector<ValueRange>> ranges_of(const Operation& operation,
                                                 const RowList<NamedRange>& named) {
  std::vector<ValueRange> ranges;
  for (const auto& [name, low, high] : named) {
    const size_t before = ranges.size();
    for (const Parameter& p : operation.parameters)
      for (int value = 0; value < slots(p.type); ++value)
        for (const char* const side : {"", "src_", "dst_"})
          if (slot_name(p, value) == std::string(side).append(name))
            ranges.push_back({p.slot + value, low, high});
    if (ranges.size() == before) return {};
  }
  return ranges;
}

}  // namespace

bool in_local(const Operation& operation, Operands operand) {
  return has_address(operation, operand, CType::u32);
}
bool in_system(const Operation& operation, Operands operand) {
  return has_address(operation, operand, CType::u64);
}

std::vector<Constraint> constraints_of(const Operation& operation,
                                       std::span<const ConstraintRow> rows) {
  std::vector<Constraint> all;
  for (const ConstraintRow& row : rows) {
    if (row.applies != nullptr && !row.applies(operation, 0)) continue;
    if (row.subject.operands == 0) append(operation, row, 0, all);
    for (const Operands operand : each_operand)
      if ((row.subject.operands & operand) != 0) append(operation, row, operand, all);
  }
  return all;
}

std::vector<Landmark> landmarks_of(const Operation& operation, std::span<const LandmarkRow> rows,
                                   std::string_view source) {
  std::vector<Landmark> all;
  const auto applies = [&](const LandmarkRow& row, Operands operand) {
    return row.applies == nullptr || row.applies(operation, operand);
  };
  for (const LandmarkRow& row : rows) {
    if (row.operands == 0 && applies(row, 0))
      if (const auto ranges = ranges_of(operation, row.ranges))
        all.push_back({row.label, row.meaning, row.id, 0, *ranges});
    for (const Operands operand : each_operand) {
      if ((row.operands & operation.operands & operand) == 0 || !applies(row, operand)) continue;
      const Parameter* address = find(operation, Role::address, operand);
      const std::string_view name = address == nullptr ? "" : operand_name(*address, operand);
      all.push_back(
          {kept(fmt::format(fmt::runtime(row.label), name)),
           kept(fmt::format(fmt::runtime(row.meaning), operand == on_src ? source : name)), row.id,
           operand});
    }
  }
  for (size_t i = 0; i < all.size(); ++i) all[i].bit = static_cast<uint8_t>(i);
  return all;
}

}  // namespace strideproof
