#include "spec/vocabulary/bm_atomic.h"

#include "spec/vocabulary/constraint_rows.h"
#include "spec/vocabulary/split.h"

namespace strideproof::bm_atomic {
namespace {

constexpr std::string_view formats_sentence =
    "BM_GDMA_FORMAT_FLOAT32, BM_GDMA_FORMAT_INT16, BM_GDMA_FORMAT_UINT8, BM_GDMA_FORMAT_INT8, "
    "BM_GDMA_FORMAT_FLOAT16";
constexpr std::string_view directions_sentence =
    "BM_GDMA_DIR_S2L, BM_GDMA_DIR_L2S, BM_GDMA_DIR_S2S, BM_GDMA_DIR_L2L";
constexpr std::string_view matrix_sentence =
    "该操作可以实现二维matrix在global memory和local memory之间的搬运。";
constexpr std::string_view add_sentence = "该功能仅支持float32的数据类型。";
constexpr std::string_view count_sentence =
    "可以支持读取和写入的Tensor的shape不同，但是总大小必须一致";
constexpr std::string_view no_offset = "the offset is past the end of the lane";
constexpr std::string_view no_place = "no such byte of local, or system, memory exists";
constexpr std::string_view past_end = "the byte is past the end of the lane, or window";
constexpr std::string_view past_memory =
    "the byte is past the end of local memory, or of the window";

constexpr std::string_view alignment = "address-alignment", lanes = "local-address";
constexpr Citation limit = {"empty-copy", "gdma-shape-limit"};

using Kinds = uint8_t;  // bit k: the kind k
constexpr Kinds linear = 1, matrix = 2, tensor = 4, fill = 8, cwtrans = 16, mask = 32;
constexpr Kinds formatted = linear | matrix | tensor | fill | cwtrans;
constexpr Kinds moves = formatted | mask;

template <Kinds kinds, Kinds src_kinds = kinds>  // src_kinds: of the landmark of src
bool is_of(const Operation& o, Operands which) {
  return has_bit(which == on_src ? src_kinds : kinds, o.variant);
}
// A constraint of one value, or of values that are each in range.
constexpr RuleRow of_values(std::string_view text) { return own(Stage::values, text); }
constexpr RuleRow of_relations(std::string_view text) { return own(Stage::alignment, text); }
constexpr RuleRow extent = limits(1, largest_extent);
constexpr RuleRow known = at_most("known", format_count - 1);

constexpr Subject whole = operation(both);
// The addresses of memcpy_2D: each is the source or the destination.
constexpr Subject global_address = parameter("global_mem_addr"),
                  local_address = parameter("local_mem_addr");

using enum ConstraintId;
using enum LandmarkId;
constexpr ConstraintRow rows[] = {
    {src_shape_n_min, parameter("src_shape"), extent, assumed, limit},
    {dst_shape_n_min, parameter("dst_shape"), extent, assumed, limit},
    {dst_shape_n_min, parameter("shape"), extent, assumed, limit},
    {length_min, parameter("length"), at_least(1), assumed, "empty-copy"},
    {row_min, parameter("row"), extent, assumed, limit},
    {col_min, parameter("col"), extent, assumed, limit},
    {row_stride_col, parameter("row_stride"), of_values("col"), assumed, "destination-alias"},
    {sec_size_min, parameter("sec_size"), extent, assumed, limit},
    {src_c_min, parameter("src_c"), extent, assumed, limit},
    {src_w_min, parameter("src_w"), extent, assumed, limit},
    {dst_c_stride_min, parameter("dst_c_stride"), of_values("min"), assumed, "cwtrans-stride"},
    {format_known, parameter("format"), known, stated, formats_sentence},
    {src_format_known, parameter("src_format"), known, stated, formats_sentence},
    {dst_format_known, parameter("dst_format"), known, stated, formats_sentence},
    {direction_known, parameter("direction"), at_most("known", direction_count - 1), stated,
     directions_sentence, is_of<linear | tensor>},
    {direction_allowed, parameter("direction"),
     at_most("allowed", static_cast<int>(Direction::L2S)), stated, matrix_sentence, is_of<matrix>},
    {result_add_float32, parameter("result_add"), of_values("float32"), stated, add_sentence},
    {dst_stride_w_one, parameter("dst_stride"), w_one, assumed, "memcpy4d-dst-w-stride"},
    {src_stride_w_one, parameter("src_stride"), w_one, assumed, "memcpy4d-src-w-stride"},
    {dst_stride_w_one, parameter("stride"), w_one, assumed, "fill-w-stride"},
    {dst_local_idx_max, parameter("dst_local_idx"), of_values("max"), physical, no_lane},
    {src_local_idx_max, parameter("src_local_idx"), of_values("max"), physical, no_lane},
    {dst_local_idx_max, parameter("local_mem_idx"), of_values("max"), physical, no_lane,
     is_of<matrix>},
    {src_local_idx_max, parameter("local_mem_idx"), of_values("max"), physical, no_lane,
     is_of<mask>},
    {dst_local_idx_max, parameter("local_idx"), of_values("max"), physical, no_lane},

    {shapes_count, whole, of_relations("shapes.count"), stated, count_sentence, is_of<tensor>},
    {transpose_shape, parameter("transpose"), of_relations("shape"), assumed, "transpose-shape",
     is_of<tensor>},
    {formats_convertible, whole, of_relations("formats.convertible"), assumed, "conversion-pairs",
     is_of<tensor>},
    {transpose_formats, parameter("transpose"), of_relations("formats"), assumed,
     "transpose-conversion", is_of<tensor>},
    {dst_aligned, address(both), aligned, assumed, alignment, is_of<formatted>},
    {src_aligned, global_address, aligned, assumed, alignment},
    {dst_aligned, local_address, aligned, assumed, alignment},
    {dst_aligned, address(on_dst), aligned, assumed, "mask-dst-alignment", is_of<mask>},
    {dst_aligned, address(on_src | on_src1), aligned, assumed, "mask-local-alignment", is_of<mask>},

    {dst_start, address(both), starts("place"), physical, no_place, is_of<linear>},
    {dst_start, address(both), starts("place"), assumed, lanes, is_of<tensor | fill>},
    {src_start, global_address, in_memory, physical, no_window},
    {dst_start, local_address, in_memory, assumed, lanes},
    {dst_start,
     address(on_all),
     in_memory,
     physical,
     {no_offset, no_window},
     is_of<cwtrans | mask>},

    {dst_end, operand(both), ends, physical, past_memory, is_of<linear>},
    {dst_end, operand(both), ends, physical, past_end, is_of<tensor | fill>},
    {dst_end, operand(on_dst), ends, physical, past_lane, is_of<cwtrans>},
    {dst_end, operand(on_src | on_src1), ends, physical, past_lane, is_of<cwtrans | mask>},
    {dst_end, operand(on_dst), ends, assumed, "mask-room", is_of<mask>},
    {src_end, whole, {Stage::end, Rule::end, "global.end"}, physical, past_window, is_of<matrix>},
    {dst_end, whole, {Stage::end, Rule::end, "local.end"}, physical, past_lane, is_of<matrix>},

    {dst_alias, operand(on_dst), not_aliased, assumed, "destination-alias", is_of<tensor>},
    {overlap, whole, not_overlapping, assumed, "copy-overlap", is_of<linear | tensor | cwtrans>},
};

constexpr LandmarkRow conversion(std::string_view label, std::string_view meaning, Format from,
                                 Format to) {
  return landmark(label, meaning, {equals("src_format", from), equals("dst_format", to)});
}
// "dst" and "src" of an operation with one operand in each of two memories, in either direction,
// are "local" and "global". The run is length for memcpy_1D, a row of the system matrix for
// memcpy_2D, src_w for cwtrans, and W (of src) for the others.
constexpr LandmarkRow landmark_rows[] = {
    landmark(one_element, "one.element", "a single element moves", is_of<moves>),
    landmark("S2L", "from system to local memory", {equals("direction", Direction::S2L)}),
    landmark("L2S", "from local to system memory", {equals("direction", Direction::L2S)}),
    landmark("S2S", "within system memory", {equals("direction", Direction::S2S)},
             is_of<linear | tensor>),
    landmark("L2L", "within local memory", {equals("direction", Direction::L2L)},
             is_of<linear | tensor>),
    landmark("to.local", "local memory is filled", {equals("is_local_mem", 1)}),
    landmark("to.system", "system memory is filled", {equals("is_local_mem", 0)}),
    landmark("float32", "float32 on every side", {equals("format", Format::float32)}),
    landmark("int16", "int16 on every side", {equals("format", Format::int16)}),
    landmark("uint8", "uint8 on every side", {equals("format", Format::uint8)}),
    landmark("int8", "int8 on every side", {equals("format", Format::int8)}),
    landmark("float16", "float16 on every side", {equals("format", Format::float16)}),
    conversion("float32.to.uint8", "float32 becomes uint8", Format::float32, Format::uint8),
    conversion("float32.to.int8", "float32 becomes int8", Format::float32, Format::int8),
    conversion("float32.to.float16", "float32 becomes float16", Format::float32, Format::float16),
    conversion("uint8.to.float32", "uint8 becomes float32", Format::uint8, Format::float32),
    conversion("int8.to.float32", "int8 becomes float32", Format::int8, Format::float32),
    conversion("float16.to.float32", "float16 becomes float32", Format::float16, Format::float32),
    conversion("uint8.to.float16", "uint8 becomes float16", Format::uint8, Format::float16),
    conversion("int8.to.float16", "int8 becomes float16", Format::int8, Format::float16),
    conversion("float16.to.uint8", "float16 becomes uint8", Format::float16, Format::uint8),
    conversion("float16.to.int8", "float16 becomes int8", Format::float16, Format::int8),
    landmark(run_tail, "run.tail",
             "a run of 32 bytes or more has a tail: its bytes are not a multiple of 32",
             is_of<moves>),
    landmark(run_over_64ki, "run.over.64Ki",
             "a run, a channel or a matrix holds more than 65,535 elements", is_of<moves>),
    landmark(reshaped, "reshaped", "the shapes of src and dst differ, without transpose",
             is_of<tensor>),
    landmark("transposed", "transpose is set", {equals("transpose", 1)}),
    landmark("transpose.block", "transpose is set, of 16 images of 16 channels or more",
             {equals("transpose", 1), from("src_shape.n", 16), from("src_shape.c", 16)}),
    landmark(rows_collapse, "rows.collapse",
             "H > 1 and the rows of a channel follow without a gap in every operand",
             is_of<tensor | fill>),
    landmark(rows_apart, "rows.apart",
             "H > 1 and rows.collapse is not met: a gap between rows, an overlap or a broadcast",
             is_of<tensor | fill>),
    landmark(both, wrap, "{}.wrap", "channels of {} wrap past the last lane",
             is_of<tensor | fill | cwtrans>),
    landmark(both, wrap, "local.wrap", "channels in local memory wrap past the last lane",
             is_of<matrix, mask>),
    landmark(both, exact_lanes, "{}.exact.lanes", "the last channel of {} lies in the last lane",
             is_of<tensor | fill | cwtrans>),
    landmark(both, exact_lanes, "local.exact.lanes",
             "the last channel in local memory lies in the last lane", is_of<matrix, mask>),
    landmark(both, off_unit, "{}.off.unit",
             "{} starts in local memory off a multiple of the element unit",
             is_of<tensor | fill | cwtrans>),
    landmark(on_dst, off_unit, "local.off.unit",
             "the local matrix starts off a multiple of the element unit", is_of<matrix>),
    landmark(
        both, over_4gib, "{}.over.4GiB",
        "the first and the last byte of {}, in system memory, have a multiple of 2^32 between them",
        is_of<linear | tensor | fill | mask, linear | tensor>),
    landmark(
        on_src, over_4gib, "global.over.4GiB",
        "the first and the last byte of the system matrix have a multiple of 2^32 between them",
        is_of<matrix>),
    landmark(both, last_byte, "{}.last.byte",
             "{} touches the last byte of its lane (memcpy_1D: of local memory) or window",
             is_of<linear | tensor | fill | cwtrans | mask>),
    landmark(on_dst, last_byte, "local.last.byte",
             "the local matrix touches the last byte of a lane", is_of<matrix>),
    landmark(on_src, last_byte, "global.last.byte",
             "the system matrix touches the last byte of its window", is_of<matrix>),
    landmark(both, crosses_lane, "{}.crosses.lane", "{} continues in the next lane", is_of<linear>),
    landmark(
        on_src, broadcast, "src.broadcast",
        "a source stride of 0 over an extent above 1 (of channels in local memory: several of one "
        "lane)",
        is_of<tensor | cwtrans>),
    landmark(on_dst, interleaved, "dst.interleaved",
             "dst strides are not nested: its elements interleave (or, in a fill, share bytes)",
             is_of<tensor | fill>),
    landmark(maps_onto_itself, "in.place", "every element maps onto itself",
             is_of<linear | tensor | cwtrans>),
    landmark(operands_interleaved, "operands.interleaved",
             "the bounding ranges of dst and src overlap in a lane (or window), their bytes do not",
             is_of<tensor | cwtrans>),
    landmark(partial_channel, "partial.channel",
             "the last channel of a local matrix of several channels is partly filled",
             is_of<matrix>),
    landmark(section_wider, "section.wider", "sec_size exceeds the columns of local memory",
             is_of<matrix>),
    landmark(square, "square", "as many rows as columns, more than one", is_of<matrix | cwtrans>),
    landmark(rows_gapped, "rows.gapped", "row_stride > col and row > 1", is_of<matrix>),
    landmark(rows_overlap, "rows.overlap",
             "row_stride < col and row > 1: rows of the source overlap", is_of<matrix>),
    landmark("result.add", "the source is added to the destination", {equals("result_add", 1)}),
    landmark(both, start_lane, "local.start.lane",
             "N (or local rows) > 1, and the n stride in local memory is not what it would be from "
             "lane 0",
             is_of<matrix, mask>),
    landmark(both, padding, "local.padding", "a channel in local memory ends with padding",
             is_of<matrix, mask>),
    landmark(mask_is_data, "mask.is.data", "the words are their own mask", is_of<mask>),
    landmark(mask_meets_data, "mask.meets.data",
             "the ranges of mask and data meet in a lane, and are not the same", is_of<mask>),
};

// With a space between them.
constexpr std::string_view ambiguities_of(Kind kind) {
  switch (kind) {
    case Kind::memcpy_1D:
      return "empty-copy address-alignment linear-base linear-length linear-lanes copy-overlap "
             "in-place";
    case Kind::memcpy_2D:
      return "gdma-shape-limit empty-copy address-alignment local-address global-only stride-unit "
             "single-row-stride source-overlap section-cut section-unit destination-alias "
             "matrix-start-npu wide-section aligned-tail add-subnormal nan-add";
    case Kind::memcpy_4D:
      return "gdma-shape-limit empty-copy address-alignment local-address unused-stride "
             "stride-unit source-broadcast memcpy4d-src-w-stride memcpy4d-dst-w-stride "
             "transpose-shape conversion-pairs transpose-conversion f32-to-f16 f16-overflow "
             "f16-to-f32 to-int-rounding to-int-range nan-to-int nan-conversion "
             "destination-alias copy-overlap disjoint-by in-place";
    case Kind::memset_4D:
      return "gdma-shape-limit empty-copy address-alignment local-address global-only "
             "unused-stride stride-unit fill-w-stride fill-alias";
    case Kind::cwtrans:
      return "gdma-shape-limit empty-copy address-alignment stride-unit single-row-stride "
             "cwtrans-stride copy-overlap disjoint-by in-place source-overlap";
    case Kind::mask_memcpy_4D:
      return "gdma-shape-limit empty-copy global-only mask-local-alignment mask-dst-alignment "
             "mask-room mask-element mask-layout mask-negative-zero aligned-tail";
    case Kind::mask_count: break;
  }
  return "mask-count-read mask-count-after-rejection";
}
std::vector<std::string_view> ambiguities(const Operation& operation) {
  return parts_of(ambiguities_of(kind(operation)), " ");
}

}  // namespace

bool is_kind(const Operation& operation, Kind wanted) {
  return operation.family == Family::bm_atomic && kind(operation) == wanted;
}

const FamilyTables family_tables = {
    rows, landmark_rows, ambiguities, {Space::local, Space::system}};

}  // namespace strideproof::bm_atomic
