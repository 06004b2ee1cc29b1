#pragma once
// The name of an operation, its parameters and its labels. Data only: the meaning of a constraint
// is written twice, independently, in spec/operations and in model/reference.

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "spec/vocabulary/profile.h"

namespace strideproof {

// The C type of a parameter as its document declares it. dim4 and u32x4 take four slots of a case.
enum class CType : uint8_t { u64, u32, u16, u8, i32, boolean, dim4, u32x4, x32, x16, x8 };
constexpr int slots(CType type) { return type == CType::dim4 || type == CType::u32x4 ? 4 : 1; }
// The range of one slot, inclusive; u64 ends at 2^63 - 1, which no memory reaches.
constexpr int64_t lowest(CType type) {
  const bool is_signed = type == CType::i32 || type == CType::dim4;
  return is_signed ? std::numeric_limits<int32_t>::min() : 0;
}
constexpr int64_t highest(CType type) {
  switch (type) {
    case CType::u64: return std::numeric_limits<int64_t>::max();
    case CType::u32:
    case CType::u32x4:
    case CType::x32: return std::numeric_limits<uint32_t>::max();
    case CType::i32:
    case CType::dim4: return std::numeric_limits<int32_t>::max();
    case CType::u16:
    case CType::x16: return std::numeric_limits<uint16_t>::max();
    case CType::u8:
    case CType::x8: return std::numeric_limits<uint8_t>::max();
    case CType::boolean: return 1;
  }
  return 0;
}

// The role of a parameter, for generators and for shrinking.
enum class Role : uint8_t { address, extent, stride, count, constant, selector };

// Which operands a parameter or a constraint concerns; a mask.
using Operands = uint8_t;
inline constexpr Operands on_dst = 1, on_src = 2, on_src1 = 4, on_all = 7;

struct Parameter {
  std::string_view name;
  CType type;
  Role role;
  Operands operands;
  bool nullable = false;
  int slot = 0;  // index of its first value in Arguments; set by the catalogue
};

// Labels are evaluated in this order; see Operation::needs.
enum class Stage : uint8_t { values, alignment, start, end, overlap, data };
enum class Grade : uint8_t { stated, physical, assumed };
std::string_view name(Stage stage);
std::string_view name(Grade grade);

// A labelled precondition with exactly one edge: a range is two constraints.
struct Constraint {
  std::string_view label;  // without the operation: "dst_addr.aligned"
  uint8_t bit;             // in the masks of a ConstraintResults; an enumerator of its family
  Stage stage;
  Operands operands;
  Grade grade;
  std::string_view
      citation;  // stated: the document's sentence; assumed: a ledger id; physical: why
};

// A labelled place inside the legal domain where behaviour changes although no constraint does.
struct Landmark {
  std::string_view label;
  uint8_t bit;
  std::string_view meaning;
};

enum class Family : uint8_t { okk_gdma, okk_bdc, bm_atomic, tik, asc };
inline constexpr int family_count = 5;
std::string_view name(Family family);      // "okk-gdma": the stem of its files is okk_gdma
std::string_view document(Family family);  // the title of its document

struct Operation {
  std::string_view name;
  Family family;
  int variant;            // the family's own enum, e.g. okk_gdma::Kind
  int64_t element_bytes;  // 0 where a parameter decides
  std::vector<Parameter> parameters;
  std::vector<Constraint> constraints;  // in the order of their stages
  std::vector<Landmark> landmarks;
  std::vector<std::string_view> ambiguities;  // ledger ids
  std::vector<const Profile*> profiles;

  // Set by the catalogue.
  int index = 0;        // in catalogue()
  int slots = 0;        // in use in Arguments
  uint64_t labels = 0;  // the bits of its constraints
  // By bit. The needs of a constraint are those of earlier stages that concern one of its operands.
  // The spec evaluates a constraint only if none of its needs is violated.
  std::array<uint64_t, 64> needs{};

  const Parameter* parameter(std::string_view parameter_name) const;      // nullptr: none
  const Constraint* constraint(std::string_view constraint_label) const;  // without the operation
  std::string label(const Constraint& constraint) const;                  // with the operation
};

// The constraint results of an implementation or of the spec for a case: masks over
// Constraint::bit.
struct ConstraintResults {
  uint64_t violated = 0;
  uint64_t evaluated = 0;   // the rest of the operation's constraints are "not evaluated"
  bool too_costly = false;  // undecided: an exact search exceeded its budget
  bool legal() const { return violated == 0 && !too_costly; }
  friend bool operator==(const ConstraintResults&, const ConstraintResults&) = default;
};

}  // namespace strideproof
