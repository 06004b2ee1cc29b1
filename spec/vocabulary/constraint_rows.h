#pragma once
// Rows from which the constraints and landmarks of operations are made. A text begins with the name
// of a parameter or operand of the operation, so one row serves several.

#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/operation.h"

namespace strideproof {

using enum Grade;
inline constexpr Operands both = on_dst | on_src;

// The part of an operation that a constraint is about.
enum class SubjectKind : uint8_t {
  parameter,  // by name
  stride,     // the stride of an operand
  address,    // the address of an operand
  operand,    // an operand as a whole: "dst", "src", "src0", "src1"
  operation,  // the text has no subject
};
struct Subject {
  SubjectKind kind;
  Operands operands = 0;       // each has a constraint of its own
  std::string_view name = {};  // of the parameter
  Operands also = 0;           // concerned too, in addition to those of the subject
};
constexpr Subject parameter(std::string_view name) { return {SubjectKind::parameter, 0, name}; }
constexpr Subject stride(Operands of) { return {SubjectKind::stride, of}; }
constexpr Subject address(Operands of) { return {SubjectKind::address, of}; }
constexpr Subject operand(Operands of) { return {SubjectKind::operand, of}; }
constexpr Subject operation(Operands concerns) { return {SubjectKind::operation, 0, {}, concerns}; }
// A relation of the operand to another one.
constexpr Subject with(Operands other, Subject subject) {
  subject.also = other;
  return subject;
}

// "min" of dimensions "nc" of the subject is "n.min", "c.min"; a parameter without dimensions has
// "min" alone. With `also` each dimension has two constraints: "n.min", "n.max".
struct RuleRow {
  Stage stage;
  Rule rule;
  std::string_view text;
  std::string_view dimensions = {};
  int64_t low = 0, high = 0;
  std::string_view also = {};
  std::string_view in_system = {};  // the text of an operand in system memory, if it has its own
};
constexpr RuleRow limits(int64_t low, int64_t high, std::string_view dimensions = "nchw") {
  return {Stage::values, Rule::min, "min", dimensions, low, high, "max"};
}
constexpr RuleRow at_least(int64_t low) { return {Stage::values, Rule::min, "min", {}, low}; }
constexpr RuleRow at_most(std::string_view text, int64_t high) {
  return {Stage::values, Rule::max, text, {}, 0, high};
}
constexpr RuleRow own(Stage stage, std::string_view text) { return {stage, Rule::own, text}; }
inline constexpr RuleRow sign = {Stage::values, Rule::sign, "min", "nchw"};
inline constexpr RuleRow sign_nch = {Stage::values, Rule::sign, "min", "nch"};
inline constexpr RuleRow w_one = {Stage::values, Rule::one, "one", "w"};
inline constexpr RuleRow aligned = {Stage::alignment, Rule::aligned, "aligned"};
constexpr RuleRow starts(std::string_view text, std::string_view in_system = {}) {
  return {Stage::start, Rule::start, text, {}, 0, 0, {}, in_system};
}
inline constexpr RuleRow in_memory = starts("lane", "window");
inline constexpr RuleRow ends = {Stage::end, Rule::end, "end", {}, 0, 0, {}, "end"};
inline constexpr RuleRow not_aliased = {Stage::overlap, Rule::overlap, "alias"};
inline constexpr RuleRow not_overlapping = {Stage::overlap, Rule::overlap, "overlap"};

// Citations of physical constraints.
inline constexpr std::string_view no_lane = "no such lane exists",
                                  no_window = "no such system memory exists",
                                  past_lane = "the byte is past the end of the lane",
                                  past_window = "the byte is past the end of the window";

// The sentences that the constraints of a row cite: one for all, one for each end of a range, or
// one for local and one for system memory.
struct Citation {
  std::string_view low, high;
  constexpr Citation(std::string_view all) : low(all), high(all) {}  // NOLINT
  constexpr Citation(const char* all) : low(all), high(all) {}       // NOLINT
  constexpr Citation(std::string_view of_low, std::string_view of_high)
      : low(of_low), high(of_high) {}
};

// True if the row holds for the operation and this operand of it; 0: no operand.
using Applies = bool (*)(const Operation&, Operands);

// True if the operand's address is one of local, or of system memory, by its C type.
bool in_local(const Operation& operation, Operands operand);
bool in_system(const Operation& operation, Operands operand);

struct ConstraintRow {
  // The first constraint of the row. Other dimensions follow, other operands have their own.
  ConstraintId first;
  Subject subject;
  RuleRow rule;
  Grade grade;
  Citation citation;
  Applies applies = nullptr;  // nullptr: to all that have the subject
};

// The constraints of the rows that apply to the operation, in their order. A row does not apply if
// the operation lacks its subject.
std::vector<Constraint> constraints_of(const Operation& operation,
                                       std::span<const ConstraintRow> rows);

// ---- landmarks ----

// Values from low to high of a parameter, or of a dimension: "shape.n". "format" is src_format and
// dst_format too.
struct NamedRange {
  std::string_view name;
  int64_t low, high;
};
constexpr NamedRange equals(std::string_view name, auto value) {
  return {name, static_cast<int64_t>(value), static_cast<int64_t>(value)};
}
constexpr NamedRange between(std::string_view name, auto low, auto high) {
  return {name, static_cast<int64_t>(low), static_cast<int64_t>(high)};
}
constexpr NamedRange from(std::string_view name, int64_t low) {
  return {name, low, std::numeric_limits<int64_t>::max()};
}

// A landmark of an operation, or one for each of `operands` that the operation has. "{}" in the
// texts is the operand. A row with ranges applies only if the operation has their values.
struct LandmarkRow {
  LandmarkId id;
  Operands operands;
  std::string_view label, meaning;
  RowList<NamedRange> ranges;
  Applies applies = nullptr;  // nullptr: to all
};
constexpr LandmarkRow landmark(LandmarkId id, std::string_view label, std::string_view meaning,
                               Applies applies = nullptr) {
  return {id, 0, label, meaning, {}, applies};
}
constexpr LandmarkRow landmark(Operands operands, LandmarkId id, std::string_view label,
                               std::string_view meaning, Applies applies = nullptr) {
  return {id, operands, label, meaning, {}, applies};
}
constexpr LandmarkRow landmark(std::string_view label, std::string_view meaning,
                               RowList<NamedRange> ranges, Applies applies = nullptr) {
  return {LandmarkId::values, 0, label, meaning, ranges, applies};
}

// The landmarks of the rows that apply. A meaning calls the operand on_src `source`.
std::vector<Landmark> landmarks_of(const Operation& operation, std::span<const LandmarkRow> rows,
                                   std::string_view source);

// ---- families ----

struct FamilyTables {
  std::span<const ConstraintRow> constraints;
  std::span<const LandmarkRow> landmarks;
  std::vector<std::string_view> (*ambiguities)(const Operation&);
  RowList<Space> memories;  // without one of them a machine has none of the operations
  std::string_view source = "src";
};

// Each is defined in spec/vocabulary/<family>.cpp.
#define FAMILY(family, ...)                \
  namespace family {                       \
  extern const FamilyTables family_tables; \
  }
#include "spec/vocabulary/operations.def"

}  // namespace strideproof
