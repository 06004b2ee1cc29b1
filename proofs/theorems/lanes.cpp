// The lanes of the channels of a tensor, and the block rows in a lane.

#include <map>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

// Block row b of a lane holds a channel iff block_rows says so, and only one.
template <class Code = Formulas>
void block_rows_hold_channels(Proof& proof) {
  const auto m = any_machine(proof, Space::local, 1);
  const Address a = any_address(proof, m, Space::local, 1);
  const Sym channels = any_extent(proof, "C"), lane = proof.variable("lane", 0, most_lanes - 1);
  const Fact lane_exists = proof.given(lane < m.lanes);
  const Sym &start = a.start.lane, &lanes = m.lanes;
  const spec::BlockRows<Sym> rows = Code::block_rows(m, start, channels, lane);
  const Sym c = any_index(proof, "c");
  const Fact exists = proof.given(c < channels);
  const Sym b = proof.variable("b", 0, most_extent + most_lanes);
  const Fact inside = proof.given(all_of(rows.first <= b, b < rows.first + rows.count));
  const Sym lane_of_c = spec::lane_of(m, start, c);
  const Sym block_of_c = spec::block_row_of(m, start, c);

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto digits = proof.use(lemmas::division_of_digits);
  const ExactArithmetic exact;
  const Sym end = rows.first + rows.count, reach = start + channels - 1 + lanes - lane;
  const Facts known = a.known + bounds_of(proof, {channels, lane, c, b}) +
                      Facts{lane_exists, exists, divide.instance(reach, lanes)};
  const Facts of_c = {divide.instance(start + c, lanes), monotone.instance(1, block_of_c, lanes),
                      monotone.instance(reach / lanes + 1, block_of_c + 1, lanes)};
  proof.conclude(
      "lane and block row of a channel exist and tell it",
      all_of(0 <= lane_of_c, lane_of_c < lanes, c == block_of_c * lanes + lane_of_c - start),
      known + of_c);
  proof.conclude_if("a channel of the lane lies in one of its block rows", lane_of_c == lane,
                    all_of(rows.first <= block_of_c, block_of_c < end), known + of_c);
  const Sym channel = b * lanes + lane - start;
  const Fact is_channel = proof.conclude(
      "each of its block rows holds a channel", all_of(0 <= channel, channel < channels),
      known + Facts{inside, monotone.instance(1, b, lanes),
                    monotone.instance(b + 1, reach / lanes, lanes)});
  proof.conclude("of this lane, in this block row",
                 all_of((start + channel) % lanes == lane, (start + channel) / lanes == b),
                 known + Facts{is_channel, digits.instance(b, lane, lanes)});
}

// ---- controls ----

std::string channels_in_lanes(const Model& v) {
  return fill_line(1, {1, v["C"], 1, 1}, {Space::local, v["A"], {}});
}

// How many elements of a fill of one column the reference writes to each lane.
template <class Code>
bool block_rows_are_missing(const std::string& line) {
  const Case c = parse_case(line);
  std::map<int64_t, int64_t> elements;
  for (const Byte& byte : written(c)) ++elements[byte.lane];
  return with_dst(c, [&](const auto& m, const Tensor<int64_t>& t) {
    const int64_t start = spec::start_of(m, t.address).lane;
    bool sound = true, planted = true;
    for (int64_t lane = 0; lane < m.lanes; ++lane) {
      sound = sound && spec::block_rows(m, start, t.shape.c, lane).count == elements[lane];
      planted = planted && Code::block_rows(m, start, t.shape.c, lane).count == elements[lane];
    }
    return sound && !planted;
  });
}

struct LastBlockRowMissed : Formulas {
  static auto block_rows(const auto&... given) {
    auto rows = spec::block_rows(given...);
    rows.count = rows.count - 1;
    return rows;
  }
};

}  // namespace

std::vector<Theorem> lane_theorems() {
  return {{"layout.lanes",
           "Lane and block row of a channel exist and tell which channel it is; the block rows "
           "counted for a lane are exactly those of its channels.",
           operations_matching({"okk_gdma_*cpy_*L*", "okk_gdma_*local", "okk_gdma_*matrix*",
                                "okk_bdc_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D",
                                "bm_atomic_cwtrans", "bm_atomic_mask_memcpy_4D"}),
           block_rows_hold_channels<>,
           {"a lane misses its last block row", block_rows_hold_channels<LastBlockRowMissed>,
            toy("A=512 C=1..12"), channels_in_lanes, block_rows_are_missing<LastBlockRowMissed>}}};
}

}  // namespace strideproof::solver
