#include "mutants/faults_families.h"

namespace strideproof::mutants {
namespace {

constexpr FaultRow rows[] = {
    {Fault::gap_start_to_start, "gap_start_to_start",
     "A gap between bursts counts from start to start.", "data_move"},
    {Fault::src_gap_for_dst, "src_gap_for_dst",
     "The bursts of the destination are src_stride apart.", "data_move"},
    {Fault::burst_in_elements, "burst_in_elements",
     "burst counts elements of the dtype, not blocks of 32 bytes.", "data_move"},
    {Fault::burst_counter_16_bit, "burst_counter_16_bit",
     "The bytes of a burst are counted in 16 bits.", "data_move"},
    {Fault::bursts_collapsed, "bursts_collapsed",
     "Bursts that are adjacent in the source pass as adjacent in the destination.", "data_move"},
    {Fault::last_burst_lost, "last_burst_lost", "The last of several bursts is not moved.",
     "data_move"},
    {Fault::burst_offset_32_bits, "burst_offset_32_bits",
     "The distance of a burst from the first is computed in 32 bits.", "data_move"},
    {Fault::move_path_accepted, "move_path_accepted", "UB is moved to L1.", "data_move"},
    {Fault::move_sid_accepted, "move_sid_accepted", "An sid of 16 is accepted.", "data_move"},
    {Fault::move_overlap_accepted, "move_overlap_accepted",
     "Source and destination in UB may overlap.", "data_move"},
    {Fault::move_interleaved_rejected, "move_interleaved_rejected",
     "Operands in UB are rejected if their bounding ranges overlap, although their bytes do not.",
     "data_move"},
    {Fault::move_touching_rejected, "move_touching_rejected",
     "Operands in UB are rejected where one starts directly after the last byte of the other.",
     "data_move"},
    {Fault::move_range_one_short, "move_range_one_short",
     "Operands in UB may overlap if their bounding ranges share a single block.", "data_move"},
};

}  // namespace

std::span<const FaultRow> faults_tik() { return rows; }

}  // namespace strideproof::mutants
