#include "spec/vocabulary/bm_atomic_tables.h"

namespace strideproof::bm_atomic {
namespace {

struct LandmarkRow {
  Kinds kinds;
  LandmarkId mark;
  std::string_view label, meaning;
};

constexpr Kinds moves = linear | matrix | tensor | fill | cwtrans | mask;

// "dst" and "src" of an operation with one operand in each of two memories, in either direction,
// are "local" and "global". The run is length for memcpy_1D, a row of the system matrix for
// memcpy_2D, src_w for cwtrans, and W (of src) for the others.
constexpr LandmarkRow marks[] = {
    {moves, LandmarkId::one_element, "one.element", "a single element moves"},
    {linear | matrix | tensor, LandmarkId::S2L, "S2L", "from system to local memory"},
    {linear | matrix | tensor, LandmarkId::L2S, "L2S", "from local to system memory"},
    {linear | tensor, LandmarkId::S2S, "S2S", "within system memory"},
    {linear | tensor, LandmarkId::L2L, "L2L", "within local memory"},
    {fill, LandmarkId::to_local, "to.local", "local memory is filled"},
    {fill, LandmarkId::to_system, "to.system", "system memory is filled"},
    {formatted, LandmarkId::format_float32, "float32", "float32 on every side"},
    {formatted, LandmarkId::format_int16, "int16", "int16 on every side"},
    {formatted, LandmarkId::format_uint8, "uint8", "uint8 on every side"},
    {formatted, LandmarkId::format_int8, "int8", "int8 on every side"},
    {formatted, LandmarkId::format_float16, "float16", "float16 on every side"},
    {tensor, LandmarkId::float32_to_uint8, "float32.to.uint8", "float32 becomes uint8"},
    {tensor, LandmarkId::float32_to_int8, "float32.to.int8", "float32 becomes int8"},
    {tensor, LandmarkId::float32_to_float16, "float32.to.float16", "float32 becomes float16"},
    {tensor, LandmarkId::uint8_to_float32, "uint8.to.float32", "uint8 becomes float32"},
    {tensor, LandmarkId::int8_to_float32, "int8.to.float32", "int8 becomes float32"},
    {tensor, LandmarkId::float16_to_float32, "float16.to.float32", "float16 becomes float32"},
    {tensor, LandmarkId::uint8_to_float16, "uint8.to.float16", "uint8 becomes float16"},
    {tensor, LandmarkId::int8_to_float16, "int8.to.float16", "int8 becomes float16"},
    {tensor, LandmarkId::float16_to_uint8, "float16.to.uint8", "float16 becomes uint8"},
    {tensor, LandmarkId::float16_to_int8, "float16.to.int8", "float16 becomes int8"},
    {moves, LandmarkId::run_tail, "run.tail",
     "a run of 32 bytes or more has a tail: its bytes are not a multiple of 32"},
    {moves, LandmarkId::run_over_64ki, "run.over.64Ki",
     "a run, a channel or a matrix holds more than 65,535 elements"},
    {tensor, LandmarkId::reshaped, "reshaped",
     "the shapes of src and dst differ, without transpose"},
    {matrix | tensor, LandmarkId::transposed, "transposed", "transpose is set"},
    {tensor, LandmarkId::transpose_block, "transpose.block",
     "transpose is set, of 16 images of 16 channels or more"},
    {tensor | fill, LandmarkId::rows_collapse, "rows.collapse",
     "H > 1 and the rows of a channel follow without a gap in every operand"},
    {tensor | fill, LandmarkId::rows_apart, "rows.apart",
     "H > 1 and rows.collapse is not met: a gap between rows, an overlap or a broadcast"},
    {tensor | fill | cwtrans, LandmarkId::dst_wrap, "dst.wrap",
     "channels of dst wrap past the last lane"},
    {tensor | cwtrans, LandmarkId::src_wrap, "src.wrap", "channels of src wrap past the last lane"},
    {matrix | mask, LandmarkId::dst_wrap, "local.wrap",
     "channels in local memory wrap past the last lane"},
    {tensor | fill | cwtrans, LandmarkId::dst_exact_lanes, "dst.exact.lanes",
     "the last channel of dst lies in the last lane"},
    {tensor | cwtrans, LandmarkId::src_exact_lanes, "src.exact.lanes",
     "the last channel of src lies in the last lane"},
    {matrix | mask, LandmarkId::dst_exact_lanes, "local.exact.lanes",
     "the last channel in local memory lies in the last lane"},
    {tensor | fill | cwtrans, LandmarkId::dst_off_unit, "dst.off.unit",
     "dst starts in local memory off a multiple of the element unit"},
    {tensor | cwtrans, LandmarkId::src_off_unit, "src.off.unit",
     "src starts in local memory off a multiple of the element unit"},
    {matrix, LandmarkId::dst_off_unit, "local.off.unit",
     "the local matrix starts off a multiple of the element unit"},
    {linear | tensor | fill | mask, LandmarkId::dst_over_4gib, "dst.over.4GiB",
     "the first and the last byte of dst, in system memory, have a multiple of 2^32 between them"},
    {linear | tensor, LandmarkId::src_over_4gib, "src.over.4GiB",
     "the first and the last byte of src, in system memory, have a multiple of 2^32 between them"},
    {matrix, LandmarkId::src_over_4gib, "global.over.4GiB",
     "the first and the last byte of the system matrix have a multiple of 2^32 between them"},
    {linear | tensor | fill | cwtrans | mask, LandmarkId::dst_last_byte, "dst.last.byte",
     "dst touches the last byte of its lane (memcpy_1D: of local memory) or window"},
    {linear | tensor | cwtrans | mask, LandmarkId::src_last_byte, "src.last.byte",
     "src touches the last byte of its lane (memcpy_1D: of local memory) or window"},
    {matrix, LandmarkId::dst_last_byte, "local.last.byte",
     "the local matrix touches the last byte of a lane"},
    {matrix, LandmarkId::src_last_byte, "global.last.byte",
     "the system matrix touches the last byte of its window"},
    {linear, LandmarkId::dst_crosses_lane, "dst.crosses.lane", "dst continues in the next lane"},
    {linear, LandmarkId::src_crosses_lane, "src.crosses.lane", "src continues in the next lane"},
    {tensor | cwtrans, LandmarkId::src_broadcast, "src.broadcast",
     "a source stride of 0 over an extent above 1 (of channels in local memory: several of one "
     "lane)"},
    {tensor | fill, LandmarkId::dst_interleaved, "dst.interleaved",
     "dst strides are not nested: its elements interleave (or, in a fill, share bytes)"},
    {linear | tensor | cwtrans, LandmarkId::in_place, "in.place", "every element maps onto itself"},
    {tensor | cwtrans, LandmarkId::operands_interleaved, "operands.interleaved",
     "the bounding ranges of dst and src overlap in a lane (or window), their bytes do not"},
    {matrix, LandmarkId::partial_channel, "partial.channel",
     "the last channel of a local matrix of several channels is partly filled"},
    {matrix, LandmarkId::section_wider, "section.wider",
     "sec_size exceeds the columns of local memory"},
    {matrix | cwtrans, LandmarkId::square, "square", "as many rows as columns, more than one"},
    {matrix, LandmarkId::rows_gapped, "rows.gapped", "row_stride > col and row > 1"},
    {matrix, LandmarkId::rows_overlap, "rows.overlap",
     "row_stride < col and row > 1: rows of the source overlap"},
    {matrix, LandmarkId::result_add, "result.add", "the source is added to the destination"},
    {matrix | mask, LandmarkId::local_start_lane, "local.start.lane",
     "N (or local rows) > 1, and the n stride in local memory is not what it would be from lane 0"},
    {matrix | mask, LandmarkId::local_padding, "local.padding",
     "a channel in local memory ends with "
     "padding"},
    {mask, LandmarkId::mask_is_data, "mask.is.data", "the words are their own mask"},
    {mask, LandmarkId::mask_meets_data, "mask.meets.data",
     "the ranges of mask and data meet in a lane, and are not the same"},
};

}  // namespace

std::vector<Landmark> landmarks(const Operation& operation) {
  std::vector<Landmark> all;
  for (const LandmarkRow& row : marks)
    if (contains(row.kinds, kind(operation)))
      all.push_back({row.label, static_cast<uint8_t>(row.mark), row.meaning});
  return all;
}

}  // namespace strideproof::bm_atomic
