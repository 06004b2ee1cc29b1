#pragma once
// An operation as data: its name, parameters, constraints and landmarks. The meaning of a
// constraint is written twice, independently, in spec/operations and in model/reference.

#include <algorithm>
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

constexpr bool has_bit(uint64_t mask, int64_t bit) { return (mask >> bit & 1) != 0; }

// The operands that a parameter or a constraint concerns; a mask.
using Operands = uint8_t;
inline constexpr Operands on_dst = 1, on_src = 2, on_src1 = 4, on_all = 7;

struct Parameter {
  std::string_view name;
  CType type;
  std::string_view declared;  // the C type as the document has it
  Role role;
  Operands operands;
  bool nullable = false;
  // Set by the catalogue.
  int index = 0;  // in Operation::parameters
  int slot = 0;   // of its first value in Arguments
};
std::string slot_name(const Parameter& parameter, int value);  // "dst_addr", "shape.n"

// Labels are evaluated in this order; see Operation::needs.
enum class Stage : uint8_t { values, alignment, start, end, overlap, data };
enum class Grade : uint8_t { stated, physical, assumed };
std::string_view name(Stage stage);
std::string_view name(Grade grade);

// The constraints of all families, by what they are about. Each operand has the same nine. The
// others belong to a shape, or to the families named. No operation has two constraints of one
// value, but values of different families coincide: compare ids only within a family.
enum class ConstraintId : uint8_t {
  // clang-format off
  dst_aligned, dst_start, dst_same_lane, dst_end, dst_alias,
  dst_stride_n_min, dst_stride_c_min, dst_stride_h_min, dst_stride_w_min,
  src_aligned, src_start, src_same_lane, src_end, src_overlap,  // overlap: with dst
  src_stride_n_min, src_stride_c_min, src_stride_h_min, src_stride_w_min,
  src1_aligned, src1_start, src1_same_lane, src1_end, src1_overlap,
  src1_stride_n_min, src1_stride_c_min, src1_stride_h_min, src1_stride_w_min,
  dst_stride_w_one = dst_stride_w_min, src_stride_w_one = src_stride_w_min,
  overlap = src_overlap,
  dst_overlap = dst_alias,  // asc: no two fractals of dst share a byte

  dst_local_idx_max = src1_stride_w_min + 1, src_local_idx_max, dst_format_known, src_format_known,
  dst_shape_n_min, dst_shape_n_max, dst_shape_c_min, dst_shape_c_max,
  dst_shape_h_min, dst_shape_h_max, dst_shape_w_min, dst_shape_w_max,
  src_shape_n_min, src_shape_n_max, src_shape_c_min, src_shape_c_max,
  src_shape_h_min, src_shape_h_max, src_shape_w_min, src_shape_w_max,
  // An operation with one such parameter has that of dst.
  format_known = dst_format_known,
  shape_n_min = dst_shape_n_min, shape_n_max, shape_c_min, shape_c_max,
  shape_h_min, shape_h_max, shape_w_min, shape_w_max,

  // okk-gdma, bm-atomic
  rows_min = src_shape_w_max + 1, rows_max, cols_min, cols_max,
  cols_per_channel_min, cols_per_channel_max,
  row_min = rows_min, row_max, col_min, col_max, sec_size_min, sec_size_max,
  src_c_min = rows_min, src_c_max, src_w_min, src_w_max,
  row_stride_min = cols_per_channel_max + 1,
  row_stride_cols, row_stride_col = row_stride_cols,
  dst_c_stride_min = row_stride_cols,
  length_min, direction_known, direction_allowed = direction_known, result_add_float32,
  shapes_count, transpose_shape, formats_convertible, transpose_formats,
  // okk-bdc; counts: the elements of an operand
  C_min = src_shape_w_max + 1, C_max, counts_min, counts_max,
  // tik
  path = src_shape_w_max + 1, dtype_min, dtype_max, sid_min, sid_max, nburst_min, nburst_max,
  burst_min, burst_max, src_stride_min, src_stride_max, dst_stride_min, dst_stride_max,
  // asc
  dtype_known = src_shape_w_max + 1, addrmode_false, dst_frac_stride_max
  // clang-format on
};

// The operand of a constraint that every operand has; 0 of the others.
constexpr int constraints_per_operand = static_cast<int>(ConstraintId::src_aligned);
constexpr Operands operand_of(ConstraintId id) {
  const int index = static_cast<int>(id) / constraints_per_operand;
  return index < 3 ? static_cast<Operands>(1 << index) : Operands{0};
}
// The corresponding constraint of dst.
constexpr ConstraintId of_dst(ConstraintId id) {
  return operand_of(id) == 0
             ? id
             : static_cast<ConstraintId>(static_cast<int>(id) % constraints_per_operand);
}
// The corresponding constraint of an operand.
constexpr ConstraintId of(ConstraintId id, Operands operand) {
  if (operand_of(id) == 0) return id;
  return static_cast<ConstraintId>(static_cast<int>(of_dst(id)) +
                                   operand / 2 * constraints_per_operand);
}

// The kind of a constraint. The first four compare a value of a parameter with a bound: they are
// the same in all families. `own`: the family has a formula.
enum class Rule : uint8_t { min, max, sign, one, aligned, start, same_lane, end, overlap, own };
constexpr bool is_of_value(Rule rule) { return rule <= Rule::one; }

// A labelled precondition with exactly one edge: a range is two constraints.
struct Constraint {
  std::string_view label;  // without the operation: "dst_addr.aligned"
  uint8_t bit;             // in the masks of a ConstraintResults; a ConstraintId
  Stage stage;
  Operands operands;  // that it concerns; see Operation::needs
  Grade grade;
  // stated: the document's sentence; assumed: a ledger id; physical: why
  std::string_view citation;
  Rule rule;
  Operands operand = 0;     // of an aligned, start, same_lane, end or overlap
  int8_t parameter = -1;    // the index of the one that it names; -1: none
  int8_t slot = -1;         // of the value that it names: of a parameter, or of a dimension
  int8_t extent_slot = -1;  // Rule::sign: the stride counts only if this extent is not 1
  int64_t bound = 0;        // Rule::min, Rule::max

  ConstraintId id() const { return static_cast<ConstraintId>(bit); }
};

// The quantity that a landmark tests. `values`: the ranges of its row. The others have a formula in
// spec/operations, most of them for one family.
enum class LandmarkId : uint8_t {
  // clang-format off
  values,
  // of an operand
  given, wrap, exact_lanes, start_lane, padding, off_unit, over_4gib, last_byte, w_stride,
  broadcast, interleaved, crosses_lane, extent_4gib, off_block,
  // of several families
  one_element, rows_collapse, rows_apart, run_tail, run_over_64ki, maps_onto_itself,
  operands_interleaved,
  // of matrices
  partial_channel, section_wider, square, rows_gapped, rows_overlap,
  // okk-bdc
  src1_maps_onto_itself, src1_interleaved, sources_same, sources_overlap, C_top_bit, C_over_16_bits,
  // bm-atomic
  reshaped, mask_is_data, mask_meets_data,
  // tik
  strides_unused, both_apart, operands_adjacent,
  // asc
  src_off_square, dst_contiguous, dst_gaps, dst_interleaved, dst_reordered, dst_meets_next,
  src_last_byte, dst_last_byte
  // clang-format on
};

// Values of a parameter, from low to high.
struct ValueRange {
  int slot;
  int64_t low, high;
};

// A labelled place inside the legal domain where behaviour changes although no constraint does.
struct Landmark {
  std::string_view label;
  std::string_view meaning;
  LandmarkId id;
  Operands operand = 0;                 // of a landmark of an operand
  std::vector<ValueRange> ranges = {};  // LandmarkId::values: each holds
  uint8_t bit = 0;                      // its index in the operation
};

#define FAMILY(family, ...) family,
enum class Family : uint8_t {
#include "spec/vocabulary/operations.def"
};
std::string_view name(Family family);      // "okk-gdma"
std::string_view stem(Family family);      // "okk_gdma", of which files are named
std::string_view document(Family family);  // the title of its document

struct Operation {
  std::string_view name;
  Family family;
  int variant;            // the family's own enum, e.g. okk_gdma::Kind
  int64_t element_bytes;  // 0 where a parameter decides
  std::vector<Parameter> parameters;

  // Set by the catalogue.
  Operands operands = 0;                     // that it has: those of its addresses
  std::vector<Constraint> constraints = {};  // in the order of their stages
  std::vector<Landmark> landmarks = {};
  std::vector<std::string_view> ambiguities = {};  // ledger ids
  std::vector<const Profile*> profiles = {};
  int index = 0;        // in catalogue()
  int slots = 0;        // in use in Arguments
  uint64_t labels = 0;  // the bits of its constraints
  // Those of Stage::data, and the operand whose elements, counts, they limit; 0: none.
  uint64_t count_labels = 0;
  Operands counts = 0;
  // By bit. The needs of a constraint are those of earlier stages that concern one of its operands.
  // A constraint is evaluated only if none of its needs is violated.
  std::array<uint64_t, 64> needs{};

  const Parameter* parameter(std::string_view parameter_name) const;      // nullptr: none
  const Constraint* constraint(std::string_view constraint_label) const;  // without the operation
  std::string label(const Constraint& constraint) const;                  // with the operation
};

// True if a constraint in a mask over Constraint::bit passes the test.
template <class Test>
bool any_constraint(const Operation& operation, uint64_t mask, Test test) {
  return std::any_of(operation.constraints.begin(), operation.constraints.end(),
                     [&](const Constraint& c) { return has_bit(mask, c.bit) && test(c); });
}

// The constraint results of an implementation or of the spec for a case: masks over
// Constraint::bit.
struct ConstraintResults {
  uint64_t violated = 0;
  uint64_t evaluated = 0;   // the rest of the operation's constraints are "not evaluated"
  bool too_costly = false;  // undecided: an exact search exceeded its budget
  bool legal() const { return violated == 0 && !too_costly; }
  friend bool operator==(const ConstraintResults&, const ConstraintResults&) = default;
};
std::vector<const Constraint*> violated_constraints(const Operation& operation,
                                                    const ConstraintResults& results);
// True if each violated constraint is assumed, or none is: some reading may accept such a case.
bool violates_only_assumed(const Operation& operation, const ConstraintResults& results);

}  // namespace strideproof
