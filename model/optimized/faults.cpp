#include "model/optimized/faults.h"

#include <algorithm>

namespace strideproof::optimized {
namespace {

constexpr FaultRow rows[] = {
    {Fault::start_lane_ignored, "start_lane_ignored",
     "A local tensor starts in lane 0, whatever its address says.", "okk_gdma_*L*"},
    {Fault::lane_wrap_early, "lane_wrap_early", "Channels wrap one lane before the last.",
     "okk_gdma_*L*"},
    {Fault::channels_unaligned, "channels_unaligned",
     "The c stride of the aligned layout is H*W, not rounded up.", "okk_gdma_*L*"},
    {Fault::half_unit, "half_unit", "Channels are aligned to half an element unit.",
     "okk_gdma_*L*"},
    {Fault::n_stride_ignores_start_lane, "n_stride_ignores_start_lane",
     "The n stride of the aligned layout does not count the start lane.", "okk_gdma_*L*"},
    {Fault::tail_lost, "tail_lost", "The elements behind the last full vector of 32 are lost.",
     "okk_gdma_*"},
    {Fault::counter_16_bit, "counter_16_bit", "The elements of a run are counted in 16 bits.",
     "okk_gdma_*"},
    {Fault::rows_collapsed, "rows_collapsed",
     "Rows that are adjacent in the source pass as adjacent in the destination.",
     "okk_gdma_*_cpy_*"},
    {Fault::lone_channel_lost, "lone_channel_lost",
     "The last channel is lost where it lies alone in its block row.", "okk_gdma_*L*"},
    {Fault::broadcast_as_default, "broadcast_as_default",
     "A stride of 0 means that of the default layout.", "okk_gdma_*"},
    {Fault::last_channel_whole, "last_channel_whole",
     "The partly filled last channel of a matrix is copied whole.", "okk_gdma_*_matrix_*"},
    {Fault::square_transposed, "square_transposed",
     "Rows and columns of a matrix are swapped where there are as many of both.",
     "okk_gdma_*_matrix_*"},
    {Fault::byte_fill_as_16_bit, "byte_fill_as_16_bit",
     "An 8-bit fill writes 16 bits for each element.", "okk_gdma_8bit_set_C_*"},
    {Fault::dst_stride_for_src, "dst_stride_for_src",
     "The source is read with the strides of the destination where both are given.",
     "okk_gdma_*_cpy_*"},
    {Fault::n_c_strides_swapped, "n_c_strides_swapped",
     "The n and the c stride of the source are swapped where given.", "okk_gdma_*_cpy_*"},
    {Fault::constant_truncated, "constant_truncated", "The upper 16 bits of a constant are lost.",
     "okk_gdma_32bit_set_C_*"},
    {Fault::row_overlap_accepted, "row_overlap_accepted",
     "A row_stride below cols is accepted for the destination.", "okk_gdma_32bit_matrix_L2S"},
    {Fault::w_stride_accepted, "w_stride_accepted", "A w stride of 2 is accepted and taken for 1.",
     "okk_gdma_*"},
    {Fault::alias_accepted, "alias_accepted", "Destination elements may share bytes.",
     "okk_gdma_*_cpy_*"},
    {Fault::overlap_accepted, "overlap_accepted", "Source and destination may overlap.",
     "okk_gdma_*_cpy_*"},
    {Fault::interleaved_rejected, "interleaved_rejected",
     "Operands are rejected where their enclosing ranges meet, though their bytes do not.",
     "okk_gdma_*_cpy_*"},
    {Fault::in_place_rejected, "in_place_rejected",
     "A copy of a tensor onto itself is rejected as an overlap.", "okk_gdma_*_cpy_*"},
    {Fault::window_end_rejected, "window_end_rejected",
     "A destination that ends with the last byte of its window or lane is rejected.", "okk_gdma_*"},
    {Fault::writes_though_rejected, "writes_though_rejected",
     "A rejected operation has written the first byte of its destination.", "okk_gdma_*"},
    {Fault::carry_lost, "carry_lost",
     "A system address keeps the upper 32 bits with which the operand starts.", "okk_gdma_*_cpy_*"},
    {Fault::padding_written, "padding_written",
     "The padding behind the first channel of the destination is set to 0.", "okk_gdma_*L*"},
    {Fault::far_lane_written, "far_lane_written",
     "A byte in the lane behind that of the last channel is inverted.", "okk_gdma_*L*"},
    {Fault::far_page_written, "far_page_written",
     "A byte of system memory 2 KiB off the destination is inverted.", "okk_gdma_*S"},
    {Fault::source_changed, "source_changed", "The first byte of the source is inverted.",
     "okk_gdma_*"},
    {Fault::last_row_skipped, "last_row_skipped",
     "The last of several rows of the last channel keeps its old contents.", "okk_gdma_*"},
};

}  // namespace

std::span<const FaultRow> faults() { return rows; }

const FaultRow* find_fault(std::string_view name) {
  const auto* row = std::find_if(std::begin(rows), std::end(rows),
                                 [&](const FaultRow& r) { return r.name == name; });
  return row == std::end(rows) ? nullptr : row;
}

}  // namespace strideproof::optimized
