#pragma once
// Rows from which the constraints of an operation are made. The text of a constraint begins with
// the name of a parameter or operand of the operation, so one row serves several operations.

#include <span>
#include <string_view>
#include <vector>

#include "spec/vocabulary/operation.h"

namespace strideproof {

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
  Operands operand = 0;        // whose stride or address; the operand
  std::string_view name = {};  // of the parameter
  Operands concerns = 0;       // 0: the operands of the parameter, or the operand
};
constexpr Subject parameter(std::string_view name) { return {SubjectKind::parameter, 0, name}; }
constexpr Subject stride(Operands of) { return {SubjectKind::stride, of}; }
constexpr Subject address(Operands of) { return {SubjectKind::address, of}; }
constexpr Subject operand(Operands of) { return {SubjectKind::operand, of}; }
constexpr Subject operation(Operands concerns) { return {SubjectKind::operation, 0, {}, concerns}; }
// A relation of the operand to another one.
constexpr Subject with(Operands other, Subject subject) {
  subject.concerns = subject.operand | other;
  return subject;
}

// "min" of dimensions "nc" of the subject is "n.min", "c.min"; a parameter without dimensions has
// "min" alone. With `also` each dimension has two constraints: "n.min", "n.max".
struct Rule {
  Stage stage;
  std::string_view text;
  std::string_view dimensions = {};
  std::string_view also = {};
};
inline constexpr Rule limits = {Stage::values, "min", "nchw", "max"};
inline constexpr Rule minimum = {Stage::values, "min", "nchw"};
inline constexpr Rule minimum_nch = {Stage::values, "min", "nch"};
inline constexpr Rule w_one = {Stage::values, "one", "w"};
inline constexpr Rule known = {Stage::values, "known"};
inline constexpr Rule aligned = {Stage::alignment, "aligned"};
inline constexpr Rule in_lane = {Stage::start, "lane"}, in_window = {Stage::start, "window"},
                      in_place = {Stage::start, "place"}, in_memory = {Stage::start, "start"};
inline constexpr Rule ends = {Stage::end, "end"};
inline constexpr Rule not_aliased = {Stage::overlap, "alias"};
inline constexpr Rule not_overlapping = {Stage::overlap, "overlap"};

// Of the constraints of a row; with Rule::also, those may have one of their own.
struct Citation {
  std::string_view first, also;
  constexpr Citation(std::string_view both) : first(both), also(both) {}  // NOLINT
  constexpr Citation(const char* both) : first(both), also(both) {}       // NOLINT
  constexpr Citation(std::string_view of_first, std::string_view of_also)
      : first(of_first), also(of_also) {}
};

struct ConstraintRow {
  uint8_t bit;  // of the first constraint of the row; the others follow
  Subject subject;
  Rule rule;
  Grade grade;
  Citation citation;
  bool (*applies)(const Operation&) = nullptr;  // nullptr: to all that have the subject
};
template <class ConstraintId>
constexpr ConstraintRow row(ConstraintId first, Subject subject, Rule rule, Grade grade,
                            Citation citation, bool (*applies)(const Operation&) = nullptr) {
  return {static_cast<uint8_t>(first), subject, rule, grade, citation, applies};
}

// The constraints of the rows that apply to the operation, in their order. A row does not apply if
// the operation lacks its subject.
std::vector<Constraint> constraints_of(const Operation& operation,
                                       std::span<const ConstraintRow> rows);

}  // namespace strideproof
