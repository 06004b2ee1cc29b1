#include "spec/vocabulary/okk_gdma.h"

#include "spec/vocabulary/constraint_rows.h"

namespace strideproof::okk_gdma {
namespace {

constexpr std::string_view w_sentence =
    "dst_stride->w and src_stride->w are only allowed to be one.";
constexpr Citation limit = {"empty-copy", "gdma-shape-limit"};
constexpr std::string_view alias = "destination-alias";

bool is_copy(const Operation& o, Operands) { return kind(o) == Kind::cpy; }
bool is_fill(const Operation& o, Operands) { return kind(o) == Kind::set_C; }
bool is_matrix(const Operation& o, Operands) { return kind(o) == Kind::matrix; }
bool is_tensor(const Operation& o, Operands) { return kind(o) != Kind::matrix; }
bool is_within_one_space(const Operation& o, Operands) {
  return kind(o) == Kind::cpy && in_local(o, on_dst) == in_local(o, on_src);
}
bool from_system_matrix(const Operation& o, Operands) {
  return kind(o) == Kind::matrix && in_local(o, on_dst);
}
bool to_system_matrix(const Operation& o, Operands) {
  return kind(o) == Kind::matrix && in_system(o, on_dst);
}
// Every address is a multiple of 1.
bool is_wide(const Operation& o, Operands) { return o.element_bytes > 1; }

using enum ConstraintId;
using enum LandmarkId;
constexpr ConstraintRow rows[] = {
    {shape_n_min, parameter("shape"), limits(1, largest_extent), assumed, limit},
    {dst_stride_n_min, stride(on_dst), sign_nch, assumed, "negative-stride", is_tensor},
    {dst_stride_w_min, stride(on_dst), w_one, stated, w_sentence, is_copy},
    {dst_stride_w_min, stride(on_dst), w_one, assumed, "fill-w-stride", is_fill},
    {dst_stride_n_min, stride(on_src), sign_nch, assumed, "negative-stride", is_tensor},
    {dst_stride_w_min, stride(on_src), w_one, stated, w_sentence, is_copy},
    {rows_min, parameter("rows"), limits(1, largest_extent), assumed, limit},
    {cols_min, parameter("cols"), limits(1, largest_extent), assumed, limit},
    {cols_per_channel_min, parameter("cols_per_channel"), limits(1, largest_extent), assumed,
     limit},
    {row_stride_min, parameter("row_stride"), sign, assumed, "negative-stride", from_system_matrix},
    {row_stride_cols, parameter("row_stride"), own(Stage::values, "cols"), assumed, alias,
     to_system_matrix},

    {dst_aligned, address(both), aligned, assumed, "address-alignment", is_wide},
    {dst_start, address(both), in_memory, physical, {no_lane, no_window}},
    {dst_end, operand(both), ends, physical, {past_lane, past_window}},
    {dst_alias, operand(on_dst), not_aliased, assumed, alias, is_copy},
    {overlap, strideproof::operation(both), not_overlapping, assumed, "copy-overlap",
     is_within_one_space},
};

constexpr LandmarkRow landmark_rows[] = {
    landmark(one_element, "one.element", "a single element moves"),
    landmark(on_dst, given, "dst.explicit", "dst_stride is given", is_tensor),
    landmark(on_src, given, "src.explicit", "src_stride is given", is_copy),
    landmark(
        rows_collapse, "rows.collapse",
        "H > 1 and the rows of a channel follow without a gap in every operand: they are one run",
        is_tensor),
    landmark(rows_apart, "rows.apart",
             "H > 1 and rows.collapse is not met: a gap between rows, an overlap or a broadcast",
             is_tensor),
    landmark(run_tail, "run.tail",
             "a run of W elements (or cols) of 32 bytes or more has a tail: W*es mod 32 != 0"),
    landmark(run_over_64ki, "run.over.64Ki",
             "a channel (or matrix) holds more than 65,535 elements"),
    landmark(both, wrap, "{}.wrap", "channels of {} wrap past the last lane", in_local),
    landmark(both, exact_lanes, "{}.exact.lanes", "the last channel of {} lies in the last lane",
             in_local),
    landmark(both, start_lane, "{}.start.lane",
             "N (or rows) > 1, default layout, and the n stride of {} differs from that for start "
             "lane 0",
             in_local),
    landmark(both, padding, "{}.padding",
             "{} is in its default local layout and a channel ends with padding", in_local),
    landmark(both, off_unit, "{}.off.unit", "{} starts off a multiple of the element unit",
             in_local),
    landmark(both, over_4gib, "{}.over.4GiB",
             "the first and the last byte of {} have a multiple of 2^32 between them", in_system),
    landmark(both, last_byte, "{}.last.byte", "{} touches the last byte of its lane or window"),
    landmark(
        on_src, broadcast, "src.broadcast",
        "a source stride of 0 over an extent above 1 (of channels in local memory: several of one "
        "lane)",
        is_copy),
    landmark(on_dst, interleaved, "dst.interleaved",
             "dst strides are not nested: its elements interleave (or, in a fill, share bytes)",
             is_tensor),
    landmark(maps_onto_itself, "in.place", "every element maps onto itself", is_within_one_space),
    landmark(operands_interleaved, "operands.interleaved",
             "the bounding ranges of dst and src overlap in a lane (or window), their bytes do not",
             is_within_one_space),
    landmark(partial_channel, "partial.channel",
             "the last channel of a matrix of several channels is partly filled", is_matrix),
    landmark(section_wider, "channel.wider", "cols_per_channel > cols", is_matrix),
    landmark(square, "square", "rows = cols > 1", is_matrix),
    landmark(rows_gapped, "rows.gapped", "row_stride > cols and rows > 1", is_matrix),
    landmark(rows_overlap, "rows.overlap", "row_stride < cols and rows > 1: source rows overlap",
             from_system_matrix),
};

std::vector<std::string_view> ambiguities(const Operation& o) {
  std::vector<std::string_view> all = {"gdma-shape-limit", "empty-copy", "negative-stride",
                                       "unused-stride"};
  const auto add = [&all](bool applies, std::initializer_list<std::string_view> ids) {
    if (applies) all.insert(all.end(), ids);
  };
  add(is_wide(o, 0), {"address-alignment", "stride-unit"});
  add(is_matrix(o, 0), {"matrix-start-npu"});
  add(from_system_matrix(o, 0), {"source-overlap"});
  add(is_copy(o, 0), {"source-broadcast"});
  add(is_fill(o, 0), {"fill-w-stride", "fill-alias"});
  add(is_copy(o, 0) || to_system_matrix(o, 0), {"destination-alias"});
  add(is_within_one_space(o, 0), {"copy-overlap", "disjoint-by", "in-place"});
  add(in_local(o, on_dst) || in_local(o, on_src), {"aligned-tail"});
  return all;
}

}  // namespace

const FamilyTables family_tables = {
    rows, landmark_rows, ambiguities, {Space::local, Space::system}};

}  // namespace strideproof::okk_gdma
