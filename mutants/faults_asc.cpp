#include "mutants/faults_families.h"

namespace strideproof::mutants {
namespace {

constexpr std::string_view both = "asc_copy_l12l0b_trans*";

constexpr FaultRow rows[] = {
    {Fault::half_square_not_swapped, "half_square_not_swapped",
     "The second half of an 8-bit or 16-bit square is the first one again.", both},
    {Fault::word_halves_exchanged, "word_halves_exchanged",
     "Two quarters of a 32-bit square are exchanged.", both},
    {Fault::index_ignored, "index_ignored", "index_id has no effect.", both},
    {Fault::index_in_fractals, "index_in_fractals",
     "index_id counts 512 bytes for every size of square.", both},
    {Fault::squares_end_to_start, "squares_end_to_start",
     "src_stride counts from the end of a square.", both},
    {Fault::gap_counts_iteration, "gap_counts_iteration",
     "dst_stride counts from the end of both fractals of an iteration.", both},
    {Fault::fractal_gaps_swapped, "fractal_gaps_swapped",
     "dst_stride and dst_frac_stride are exchanged.", both},
    {Fault::fractal_gap_ignored, "fractal_gap_ignored", "dst_frac_stride has no effect.", both},
    {Fault::fractal_gap_for_b16, "fractal_gap_for_b16",
     "dst_frac_stride widens the gap of 16-bit iterations.", both},
    {Fault::last_iteration_lost, "last_iteration_lost",
     "The last of several iterations is not done.", both},
    {Fault::no_iteration_as_one, "no_iteration_as_one",
     "A repeat of 0 does one iteration, where it fits.", both},
    {Fault::fractal_interleaving_rejected, "fractal_interleaving_rejected",
     "Fractals are rejected if the bounding ranges of iterations overlap.", both},
    {Fault::fractal_overlap_accepted, "fractal_overlap_accepted",
     "Fractals of the destination may overlap.", both},
    {Fault::fractal_gap_limits_b16, "fractal_gap_limits_b16",
     "A dst_frac_stride over 65535 is rejected for 16-bit elements.", both},
};

}  // namespace

std::span<const FaultRow> faults_asc() { return rows; }

}  // namespace strideproof::mutants
