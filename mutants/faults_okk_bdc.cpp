#include "mutants/faults_families.h"

namespace strideproof::mutants {
namespace {

// Globs of the functions in which a fault can show.
constexpr std::string_view all = "okk_bdc_*";
constexpr std::string_view shifts = "okk_bdc_*_*shift*";
constexpr std::string_view arithmetic = "okk_bdc_*_arithmetic_shift*";
constexpr std::string_view logical = "okk_bdc_*_logical_shift*";
constexpr std::string_view of_two_sources = "okk_bdc_32bit_[alox]*[drt]";
constexpr std::string_view of_a_constant = "okk_bdc_32bit_*C*";
constexpr std::string_view shifts_by_tensor = "okk_bdc_*_shift";

constexpr FaultRow rows[] = {
    {Fault::and_top_bit_kept, "and_top_bit_kept",
     "AND keeps bit 31 of its first operand for every second operand.", "okk_bdc_32bit_and*"},
    {Fault::or_as_xor, "or_as_xor", "OR clears the bits that are set in both operands.",
     "okk_bdc_32bit_or*"},
    {Fault::xor_as_or, "xor_as_or", "XOR sets the bits that are set in both operands.",
     "okk_bdc_32bit_xor*"},
    {Fault::left_31_lost, "left_31_lost", "A left shift by 31 gives 0.", shifts},
    {Fault::left_32_as_31, "left_32_as_31", "A left shift by 32 shifts by 31.", shifts},
    {Fault::left_rotates, "left_rotates", "Bits that a left shift drops come in from the right.",
     shifts},
    {Fault::left_keeps_sign, "left_keeps_sign", "An arithmetic left shift keeps the sign bit.",
     arithmetic},
    {Fault::right_31_lost, "right_31_lost", "A right shift by 31 gives 0.", shifts},
    {Fault::logical_right_32_as_31, "logical_right_32_as_31",
     "A logical right shift by 32 shifts by 31.", logical},
    {Fault::arithmetic_right_32_as_0, "arithmetic_right_32_as_0",
     "An arithmetic right shift of a negative number by 32 gives 0.", arithmetic},
    {Fault::right_rounds, "right_rounds",
     "A right shift adds 1 where the last bit that it drops is set.", shifts},
    {Fault::arithmetic_as_logical, "arithmetic_as_logical",
     "An arithmetic right shift fills with 0.", arithmetic},
    {Fault::logical_as_arithmetic, "logical_as_arithmetic",
     "A logical right shift fills with the top bit.", logical},
    {Fault::count_sign_ignored, "count_sign_ignored", "A negative count shifts left too.", shifts},
    {Fault::count_sign_reversed, "count_sign_reversed",
     "A positive count shifts right, a negative one left.", shifts},
    {Fault::count_masked, "count_masked", "Only five bits of a count are used.", shifts},
    {Fault::zero_count_as_1, "zero_count_as_1", "A count of 0 shifts left by 1.", shifts},

    {Fault::bdc_start_lane_ignored, "bdc_start_lane_ignored",
     "Tensors start in lane 0 for every address.", all},
    {Fault::bdc_lane_wrap_early, "bdc_lane_wrap_early", "Channels wrap one lane before the last.",
     all},
    {Fault::bdc_channels_unaligned, "bdc_channels_unaligned",
     "The c stride of the aligned layout is H*W, not rounded up.", all},
    {Fault::bdc_n_stride_ignores_start_lane, "bdc_n_stride_ignores_start_lane",
     "The n stride of the aligned layout does not count the start lane.", all},
    {Fault::bdc_lone_channel_lost, "bdc_lone_channel_lost",
     "The last channel is lost where it lies alone in its block row.", all},
    {Fault::bdc_tail_lost, "bdc_tail_lost", "The words past the last full vector of 8 are lost.",
     all},
    {Fault::bdc_counter_16_bit, "bdc_counter_16_bit", "The words of a run are counted in 16 bits.",
     all},
    {Fault::bdc_rows_collapsed, "bdc_rows_collapsed",
     "Rows that are adjacent in the sources pass as adjacent in the destination.", all},
    {Fault::bdc_broadcast_as_default, "bdc_broadcast_as_default",
     "A stride of 0 means that of the default layout.", all},
    {Fault::dst_w_stride_ignored, "dst_w_stride_ignored",
     "The w stride of the destination is taken for 1.", all},
    {Fault::src_w_stride_ignored, "src_w_stride_ignored",
     "The w stride of the first source is taken for 1.", all},
    {Fault::src1_w_stride_ignored, "src1_w_stride_ignored",
     "The w stride of the second source is taken for 1.", of_two_sources},
    {Fault::sources_swapped, "sources_swapped", "A shift shifts its count by its value.",
     shifts_by_tensor},

    {Fault::bdc_constant_truncated, "bdc_constant_truncated",
     "The upper 16 bits of a constant are lost.", of_a_constant},
    {Fault::bdc_constant_reversed, "bdc_constant_reversed",
     "The bytes of a constant are taken in the reverse order.", of_a_constant},
    {Fault::src1_stride_of_src0, "src1_stride_of_src0",
     "src1 is read with the strides of src0 where both are given.", of_two_sources},
    {Fault::src1_address_of_src0, "src1_address_of_src0", "src1 is read where src0 lies.",
     of_two_sources},
    {Fault::dst_stride_of_src, "dst_stride_of_src",
     "The destination is written with the strides of the first source where both are given.", all},
    {Fault::counts_unchecked, "counts_unchecked", "Any count in a tensor is accepted.",
     shifts_by_tensor},
    {Fault::count_33_accepted, "count_33_accepted", "A count of 33 is accepted.", shifts},
    {Fault::count_minus_33_accepted, "count_minus_33_accepted", "A count of -33 is accepted.",
     shifts},
    {Fault::counts_read_in_16_bits, "counts_read_in_16_bits",
     "Only the low 16 bits of a count in a tensor are evaluated.", shifts_by_tensor},
    {Fault::count_smallest_accepted, "count_smallest_accepted",
     "A count of -2^31 in a tensor is accepted: its absolute value is negative.", shifts_by_tensor},
    {Fault::c_4095_rejected, "c_4095_rejected", "4095 channels are rejected as too many.", all},
    {Fault::other_lane_accepted, "other_lane_accepted",
     "The operands may start in different lanes.", all},
    {Fault::bdc_alias_accepted, "bdc_alias_accepted", "Destination elements may share bytes.", all},
    {Fault::bdc_overlap_accepted, "bdc_overlap_accepted",
     "The first source and the destination may overlap.", all},
    {Fault::src1_overlap_accepted, "src1_overlap_accepted", "src1 and the destination may overlap.",
     of_two_sources},
    {Fault::bdc_interleaved_rejected, "bdc_interleaved_rejected",
     "Operands are rejected if their bounding ranges overlap, although their bytes do not.", all},
    {Fault::bdc_in_place_rejected, "bdc_in_place_rejected",
     "An operation in place is rejected as an overlap.", all},
    {Fault::w_broadcast_rejected, "w_broadcast_rejected",
     "A source whose w stride is 0 is rejected.", all},
    {Fault::sources_overlap_rejected, "sources_overlap_rejected",
     "Sources whose bounding ranges overlap are rejected.", of_two_sources},
    {Fault::lane_end_rejected, "lane_end_rejected",
     "A destination that ends with the last byte of its lane is rejected.", all},
    {Fault::bdc_touching_rejected, "bdc_touching_rejected",
     "Operands are rejected where one starts directly after the last byte of the other.", all},
    {Fault::bdc_range_one_short, "bdc_range_one_short",
     "A source and the destination may overlap if their bounding ranges share a single "
     "element.",
     all},
    {Fault::bdc_writes_though_rejected, "bdc_writes_though_rejected",
     "A rejected operation has written the first byte of its destination.", all},

    {Fault::bdc_padding_written, "bdc_padding_written",
     "The padding after the first channel of the destination is set to 0.", all},
    {Fault::bdc_far_lane_written, "bdc_far_lane_written",
     "A byte in the lane after that of the last channel is inverted.", all},
    {Fault::bdc_source_changed, "bdc_source_changed",
     "The first byte of the first source is inverted.", all},
    {Fault::bdc_last_row_skipped, "bdc_last_row_skipped",
     "If a channel has several rows, the last row of the last channel keeps its contents.", all},
};

}  // namespace

std::span<const FaultRow> faults_okk_bdc() { return rows; }

}  // namespace strideproof::mutants
