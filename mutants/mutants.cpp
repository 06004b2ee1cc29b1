#include "mutants/mutants.h"

#include <algorithm>

namespace strideproof::mutants {

namespace {

Fault planted = Fault::none;

}  // namespace

void activate(Fault fault) { planted = fault; }
Fault active() { return planted; }

Result run(Machine& machine, const Case& c) {
  constexpr Result (*runs[])(Machine&, const Case&) = {
#define FAMILY(family, ...) run_##family,
#include "spec/vocabulary/operations.def"
  };
  return runs[static_cast<size_t>(c.operation->family)](machine, c);
}

// In the order of Fault.
constexpr FaultRow rows[] = {
    {Fault::none, "", "", ""},
#define FAULT(name, operations, description) {Fault::name, #name, description, operations},
#include "mutants/faults.def"
#undef FAULT
};

// Those that only proofs refute have no operations and come last.
constexpr auto first = std::begin(rows) + 1;
constexpr auto refuted_by_proofs =
    std::find_if(first, std::end(rows), [](const FaultRow& row) { return row.operations.empty(); });
static_assert(std::all_of(refuted_by_proofs, std::end(rows),
                          [](const FaultRow& row) { return row.operations.empty(); }));

std::span<const FaultRow> faults() { return {first, refuted_by_proofs}; }

const FaultRow* find_fault(std::string_view name) {
  const auto known = faults();
  const auto row =
      std::find_if(known.begin(), known.end(), [&](const FaultRow& r) { return r.name == name; });
  return row == known.end() ? nullptr : &*row;
}

const FaultRow& row_of(Fault fault) { return rows[static_cast<size_t>(fault)]; }

Fault of_okk_gdma(Fault fault) {
  using enum Fault;
  constexpr std::pair<Fault, Fault> same[] = {
      // in the address plan
      {bdc_start_lane_ignored, start_lane_ignored},
      {bdc_lane_wrap_early, lane_wrap_early},
      {bdc_channels_unaligned, channels_unaligned},
      {bdc_n_stride_ignores_start_lane, n_stride_ignores_start_lane},
      {bdc_lone_channel_lost, lone_channel_lost},
      {bdc_tail_lost, tail_lost},
      {bdc_counter_16_bit, counter_16_bit},
      {bdc_rows_collapsed, rows_collapsed},
      {bdc_broadcast_as_default, broadcast_as_default},
      // in what is accepted and rejected
      {bdc_alias_accepted, alias_accepted},
      {bdc_overlap_accepted, overlap_accepted},
      {bm_overlap_accepted, overlap_accepted},
      {move_overlap_accepted, overlap_accepted},
      {bdc_interleaved_rejected, interleaved_rejected},
      {move_interleaved_rejected, interleaved_rejected},
      {bdc_in_place_rejected, in_place_rejected},
      {bm_in_place_rejected, in_place_rejected},
      {bdc_touching_rejected, touching_rejected},
      {bm_touching_rejected, touching_rejected},
      {move_touching_rejected, touching_rejected},
      {bdc_range_one_short, range_one_short},
      {bm_range_one_short, range_one_short},
      {move_range_one_short, range_one_short},
      {lane_end_rejected, window_end_rejected},
      {bm_window_end_rejected, window_end_rejected},
      {bdc_writes_though_rejected, writes_though_rejected},
      // in other memory
      {bdc_padding_written, padding_written},
      {bdc_far_lane_written, far_lane_written},
      {bdc_source_changed, source_changed},
      {bdc_last_row_skipped, last_row_skipped},
  };
  for (const auto& [other, of_gdma] : same)
    if (other == fault) return of_gdma;
  return fault;
}

}  // namespace strideproof::mutants
