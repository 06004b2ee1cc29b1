#include "spec/vocabulary/okk_bdc.h"

#include "spec/vocabulary/constraint_rows.h"

namespace strideproof::okk_bdc {
namespace {

constexpr std::string_view extents =
    "shape->n, shape->h and shape->w are in [1, 65535], shape->c is in [1, 4095].";
constexpr std::string_view divisible =
    "dst_addr and src_addr are divisible by 4 and preferred by 128.";
constexpr std::string_view all_divisible =
    "dst_addr, src0_addr and src1_addr are divisible by 4 and preferred by 128.";
constexpr std::string_view same_npu = "The destination and source tensors start at the same NPU.";
constexpr std::string_view all_same_npu =
    "The destination, source_0 and source_1 tensors start at the same NPU.";
constexpr std::string_view constant_count =
    "The constant value C is in [-32, 32], positive one performs left-shift and negative one "
    "performs right-shift.";
constexpr std::string_view counts = "count-out-of-range";
constexpr std::string_view negative = "negative-stride";

bool binary(const Operation& o, Operands) { return is_binary(kind(o)); }
bool single(const Operation& o, Operands) { return !is_binary(kind(o)); }
bool by_constant(const Operation& o, Operands) { return shifts_by_C(kind(o)); }
bool wide_constant(const Operation& o, Operands) {
  return !is_binary(kind(o)) && !shifts_by_C(kind(o));
}
bool counts_in_src(const Operation& o, Operands) { return shifts_C(kind(o)); }
bool counts_in_src1(const Operation& o, Operands) {
  return is_binary(kind(o)) && is_shift(kind(o));
}

// Stage::end requires that both lanes exist.
constexpr RuleRow same_lane = {Stage::end, Rule::same_lane, "same_lane"};
constexpr RuleRow range_of_counts = {Stage::data, Rule::own, "counts.min", {}, 0, 0, "counts.max"};

using enum ConstraintId;
using enum LandmarkId;
constexpr ConstraintRow rows[] = {
    {shape_n_min, parameter("shape"), limits(1, largest_extent, "n"), stated, extents},
    {shape_c_min, parameter("shape"), limits(1, most_channels, "c"), stated, extents},
    {shape_h_min, parameter("shape"), limits(1, largest_extent, "hw"), stated, extents},
    {C_min, parameter("C"), limits(-largest_count, largest_count), stated, constant_count,
     by_constant},
    {dst_stride_n_min, stride(on_all), sign, assumed, negative},

    {dst_aligned, address(on_all), aligned, stated, all_divisible, binary},
    {dst_aligned, address(on_all), aligned, stated, divisible, single},
    {dst_start, address(on_all), in_memory, physical, no_lane},

    {dst_same_lane, with(on_dst, address(on_src | on_src1)), same_lane, stated, all_same_npu,
     binary},
    {dst_same_lane, with(on_dst, address(on_src)), same_lane, stated, same_npu, single},
    {dst_end, operand(on_all), ends, physical, past_lane},

    {dst_alias, operand(on_dst), not_aliased, assumed, "destination-alias"},
    {dst_alias, with(on_dst, operand(on_src | on_src1)), not_overlapping, assumed, "copy-overlap",
     binary},
    {src_overlap, operation(on_dst | on_src), not_overlapping, assumed, "copy-overlap", single},

    {counts_min, operand(on_src1), range_of_counts, assumed, counts, counts_in_src1},
    {counts_min, operand(on_src), range_of_counts, assumed, counts, counts_in_src},
};

constexpr LandmarkRow landmark_rows[] = {
    landmark(one_element, "one.element", "a single element is computed"),
    landmark(on_all, given, "{}.explicit", "the stride of {} is given"),
    landmark(
        rows_collapse, "rows.collapse",
        "H > 1 and the rows of a channel follow without a gap in every operand: they are one run"),
    landmark(rows_apart, "rows.apart",
             "H > 1 and rows.collapse is not met: a gap between rows or elements, or a broadcast"),
    landmark(run_tail, "run.tail",
             "w strides are 1 and a run of W >= 8 elements has a tail: W mod 8 != 0"),
    landmark(run_over_64ki, "run.over.64Ki", "a channel holds more than 65,535 elements"),
    landmark(on_dst, wrap, "wrap", "channels wrap past the last lane"),
    landmark(on_dst, exact_lanes, "exact.lanes", "the last channel lies in the last lane"),
    landmark(on_all, start_lane, "{}.start.lane",
             "N > 1, default layout, and the n stride of {} differs from that for start lane 0"),
    landmark(on_all, padding, "{}.padding",
             "{} is in its default layout and a channel ends with padding"),
    landmark(on_all, off_unit, "{}.off.unit", "{} starts off a multiple of the element unit"),
    landmark(on_all, last_byte, "{}.last.byte", "{} touches the last byte of its lane"),
    landmark(on_all, w_stride, "{}.w.stride", "W > 1 and the w stride of {} is not 1"),
    landmark(on_src, broadcast, "{}.broadcast",
             "a source stride of 0 over an extent above 1 (of channels: several of one lane)"),
    landmark(on_src1, broadcast, "{}.broadcast",
             "a stride of 0 of {} over an extent above 1 (of channels: several of one lane)"),
    landmark(on_dst, interleaved, "dst.interleaved",
             "dst strides are not nested: its elements interleave"),
    landmark(maps_onto_itself, "src0.in.place",
             "every element of dst has the address of the same element of the source", binary),
    landmark(maps_onto_itself, "in.place",
             "every element of dst has the address of the same element of the source", single),
    landmark(src1_maps_onto_itself, "src1.in.place",
             "every element of dst has the address of the same element of src1", binary),
    landmark(operands_interleaved, "src0.interleaved",
             "the bounding ranges of dst and the source overlap in a lane, their bytes do not",
             binary),
    landmark(operands_interleaved, "operands.interleaved",
             "the bounding ranges of dst and the source overlap in a lane, their bytes do not",
             single),
    landmark(src1_interleaved, "src1.interleaved",
             "the bounding ranges of dst and src1 overlap in a lane, their bytes do not", binary),
    landmark(sources_same, "sources.same", "src0 and src1 are the same map", binary),
    landmark(
        sources_overlap, "sources.overlap",
        "the bounding ranges of src0 and src1 overlap in a lane, and src0 and src1 are not the "
        "same map",
        binary),
    landmark("C.zero", "C = 0", {equals("C", 0)}),
    landmark("C.left", "C shifts left", {between("C", 1, largest_count)}, by_constant),
    landmark("C.right", "C shifts right", {between("C", -largest_count, -1)}, by_constant),
    landmark("C.left.31", "C = 31", {equals("C", 31)}, by_constant),
    landmark("C.right.31", "C = -31", {equals("C", -31)}, by_constant),
    landmark("C.left.32", "C = 32", {equals("C", 32)}, by_constant),
    landmark("C.right.32", "C = -32", {equals("C", -32)}, by_constant),
    landmark(C_top_bit, "C.top.bit", "the top bit of C is set", wide_constant),
    landmark(C_over_16_bits, "C.over.16.bits", "C has bits above its lowest 16", wide_constant),
};

std::vector<std::string_view> ambiguities(const Operation& operation) {
  std::vector<std::string_view> all = {
      "negative-stride", "unused-stride", "stride-unit",       "w-stride-unit", "source-broadcast",
      "in-place",        "copy-overlap",  "destination-alias", "disjoint-by",   "aligned-tail"};
  const Kind k = kind(operation);
  if (is_shift(k)) all.push_back("shift-by-32");
  if (is_shift(k) && !shifts_by_C(k)) all.push_back("count-out-of-range");
  return all;
}

}  // namespace

const FamilyTables family_tables = {rows, landmark_rows, ambiguities, {Space::local}, "the source"};

}  // namespace strideproof::okk_bdc
